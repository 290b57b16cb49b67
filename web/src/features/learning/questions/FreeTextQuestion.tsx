import { useLingui } from "@lingui/react/macro";
import { controlBox } from "../../../ui/FieldFrame.tsx";
import { QuestionFrame } from "./QuestionFrame.tsx";
import type { QuestionProps } from "./questionProps.ts";

export function FreeTextQuestion({ question, answer, onChange }: QuestionProps) {
  const { t } = useLingui();
  return (
    <QuestionFrame title={question.question} media={question.media} hint={t`Write your answer in your own words.`}>
      <div className={controlBox(undefined, "flex")}>
        <textarea
          aria-label={t`Your answer`}
          rows={5}
          maxLength={20_000}
          value={answer.freeTextAnswer ?? ""}
          onChange={(event) => onChange({ freeTextAnswer: event.target.value })}
          className="w-full rounded-ctl bg-transparent px-3.5 py-2.5 outline-none"
        />
      </div>
    </QuestionFrame>
  );
}
