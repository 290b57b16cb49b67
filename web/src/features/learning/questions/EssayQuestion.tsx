import { useLingui } from "@lingui/react/macro";
import { controlBox } from "../../../ui/FieldFrame.tsx";
import { QuestionFrame } from "./QuestionFrame.tsx";
import type { QuestionProps } from "./questionProps.ts";
import { countWords } from "../../../ui/text/countWords.ts";

/** Shows the field of an essay, with the number of its words. Their limits are advice: what is written is kept. */
export function EssayQuestion({ question, answer, onChange }: QuestionProps) {
  const { t } = useLingui();
  const { min_words: least, max_words: most } = question;
  const text = answer.freeTextAnswer ?? "";
  const words = countWords(text);
  const limits =
    least != null && most != null
      ? t`Write from ${least} to ${most} words.`
      : least != null
        ? t`Write at least ${least} words.`
        : most != null
          ? t`Write at most ${most} words.`
          : "";
  return (
    <QuestionFrame
      title={question.question}
      media={question.media}
      hint={`${t`A person reads and marks your answer.`} ${limits}`}
    >
      <div className={controlBox(undefined, "flex")}>
        <textarea
          aria-label={t`Your answer`}
          aria-describedby={`words-${question.id}`}
          rows={12}
          maxLength={50_000}
          value={text}
          onChange={(event) => onChange({ freeTextAnswer: event.target.value })}
          className="w-full rounded-ctl bg-transparent px-3.5 py-2.5 outline-none"
        />
      </div>
      <p id={`words-${question.id}`} className="mt-1.5 text-small text-muted tabular-nums">
        {t`Words: ${words}`}
        {most != null && words > most && <span className="ml-3 text-warn-text">{t`These are more than ${most}.`}</span>}
      </p>
    </QuestionFrame>
  );
}
