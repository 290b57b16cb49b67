import { useLingui } from "@lingui/react/macro";
import { controlBox } from "../../../ui/FieldFrame.tsx";
import { QuestionFrame } from "./QuestionFrame.tsx";
import type { QuestionProps } from "./questionProps.ts";

/** Shows a line for a number or a short text. */
export function ShortAnswerQuestion({ question, answer, onChange }: QuestionProps) {
  const { t } = useLingui();
  const isNumber = question.type === "Number";
  return (
    <QuestionFrame
      title={question.question}
      media={question.media}
      hint={isNumber ? t`Type a number.` : t`Type a word or a few.`}
    >
      <div className={controlBox(undefined, "flex max-w-md")}>
        <input
          aria-label={t`Your answer`}
          // Not type="number", which refuses a comma in some languages and empties what it cannot read.
          inputMode={isNumber ? "decimal" : undefined}
          autoComplete="off"
          spellCheck={isNumber ? undefined : false}
          maxLength={500}
          value={answer.freeTextAnswer ?? ""}
          onChange={(event) => onChange({ freeTextAnswer: event.target.value })}
          className="h-11 w-full rounded-ctl bg-transparent px-3.5 outline-none"
        />
      </div>
    </QuestionFrame>
  );
}
