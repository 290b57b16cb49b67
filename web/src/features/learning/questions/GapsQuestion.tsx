import { useLingui } from "@lingui/react/macro";
import { countGaps, splitGaps } from "./gaps.ts";
import { InlineSelect } from "./InlineSelect.tsx";
import { QuestionFrame } from "./QuestionFrame.tsx";
import type { QuestionProps } from "./questionProps.ts";
import { MathText } from "../../../ui/text/MathText.tsx";

/** Shows a text with a select for each gap. */
export function GapsQuestion({ question, answer, onChange }: QuestionProps) {
  const { t } = useLingui();
  const count = countGaps(question.question);
  const given = Array.isArray(answer.userSelections) ? answer.userSelections : [];
  const filled = Array.from({ length: count }, (_, gap) => given[gap] ?? "");
  const fill = (gap: number, value: string) => onChange({ userSelections: filled.with(gap, value) });

  return (
    <QuestionFrame title={t`Fill the gaps`} media={question.media} hint={t`Choose the right words for each gap.`}>
      <p className="font-display text-[19px] leading-[2.9] whitespace-pre-line">
        {splitGaps(question.question).map((part, i) =>
          "text" in part ? (
            <span key={i}>
              <MathText text={part.text} />
            </span>
          ) : (
            <InlineSelect
              key={i}
              label={t`Gap ${part.gap + 1} of ${count}`}
              value={filled[part.gap] ?? ""}
              choices={part.choices}
              onChange={(value) => fill(part.gap, value)}
              className="mx-1 align-middle"
            />
          ),
        )}
      </p>
    </QuestionFrame>
  );
}
