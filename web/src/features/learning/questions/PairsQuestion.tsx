import { useLingui } from "@lingui/react/macro";
import { InlineSelect } from "./InlineSelect.tsx";
import { listChoices } from "./pairs.ts";
import { PicturedText } from "./PicturedText.tsx";
import { QuestionFrame } from "./QuestionFrame.tsx";
import type { QuestionProps } from "./questionProps.ts";

/** Matches each left side with a right side; a right side in use is not offered again. */
export function PairsQuestion({ question, answer, onChange }: QuestionProps) {
  const { t } = useLingui();
  const lefts = [...new Set(question.pairs.map(({ left }) => left))];
  const rights = question.pairs.map(({ right }) => right);
  const chosen = answer.userSelections && !Array.isArray(answer.userSelections) ? answer.userSelections : {};

  return (
    <QuestionFrame title={question.question} media={question.media} hint={t`Choose the partner of each.`}>
      <ul className="grid gap-3">
        {lefts.map((left) => (
          <li key={left} className="grid items-center gap-x-5 gap-y-1.5 sm:grid-cols-2">
            <span className="min-w-0">
              <PicturedText text={left} picture={question.pairs.find((pair) => pair.left === left)?.picture} />
            </span>
            <InlineSelect
              label={t`Partner of ${left}`}
              value={chosen[left] ?? ""}
              choices={listChoices(left, rights, chosen)}
              onChange={(right) => onChange({ userSelections: { ...chosen, [left]: right } })}
            />
          </li>
        ))}
      </ul>
    </QuestionFrame>
  );
}
