import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { hasFormula } from "../../../ui/text/formulas.ts";
import { PicturedText } from "./PicturedText.tsx";
import { QuestionFrame } from "./QuestionFrame.tsx";
import type { QuestionProps } from "./questionProps.ts";

/** `labels`: what is shown in place of an option's text. */
type Props = QuestionProps & { labels?: Record<string, string> };

/** Shows options with one correct choice (radio buttons) or several (checkboxes). */
export function ChoiceQuestion({ question, answer, onChange, labels = {} }: Props) {
  const { t } = useLingui();
  const name = useId();
  const ticked = Array.isArray(answer.userSelections) ? answer.userSelections : [];
  const isChosen = (text: string) => (question.multiple ? ticked.includes(text) : answer.selectedOption === text);

  return (
    <QuestionFrame
      title={question.question}
      media={question.media}
      hint={question.multiple ? t`Choose every answer that is right.` : t`Choose one answer.`}
    >
      <div className="grid gap-2.5">
        {question.options.map(({ text, picture }, i) => (
          <label
            key={i}
            className="flex cursor-pointer items-start gap-3 rounded-ctl border border-line-strong bg-surface px-4 py-3 transition-colors hover:bg-sunken has-checked:border-brand-text has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-text"
          >
            <input
              type={question.multiple ? "checkbox" : "radio"}
              name={name}
              checked={isChosen(text)}
              onChange={() => choose(text)}
              // Read out as a name, a drawn formula loses its structure: '4' for the root of 4. Its source keeps it.
              aria-label={hasFormula(text) ? [picture?.alt, text].filter(Boolean).join(" ") : undefined}
              className="mt-0.5 size-4.5 shrink-0 cursor-pointer accent-brand outline-none"
            />
            <span className="min-w-0">
              <PicturedText text={labels[text] ?? text} picture={picture} />
            </span>
          </label>
        ))}
      </div>
    </QuestionFrame>
  );

  function choose(text: string) {
    if (!question.multiple) return onChange({ selectedOption: text });
    onChange({ userSelections: isChosen(text) ? ticked.filter((each) => each !== text) : [...ticked, text] });
  }
}
