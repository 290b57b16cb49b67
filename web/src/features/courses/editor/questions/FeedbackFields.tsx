import { useLingui } from "@lingui/react/macro";
import { nameAnswer } from "../../../../app/termNames.ts";
import { Field } from "../../../../ui/Field.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";

/** Edits what a question is worth, and what learners read on it and on what they chose once they may see their grade. */
export function FeedbackFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  const { type, options, accepted, rubric = [] } = question;
  const hasOptions = type === "Multiple Choice" || type === "True or False" || type === "Hotspot";
  const hasAccepted = type === "Number" || type === "Short Text";
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="sr-only">{t`Points and feedback`}</legend>
      {/* The points of a rubric are those of its question. */}
      {(type !== "Essay" || rubric.length === 0) && (
        <Field
          className="max-w-56"
          label={t`Points`}
          hint={t`What the question counts in the score of its unit.`}
          type="number"
          inputMode="numeric"
          min={1}
          max={1000}
          step={1}
          value={question.points}
          onChange={(event) => onChange({ points: event.target.value })}
        />
      )}
      <TextArea
        label={t`Feedback on the question`}
        hint={t`Learners read it with their grade, as far as the review of the test allows.`}
        rows={2}
        maxLength={5000}
        value={question.feedback}
        onChange={(event) => onChange({ feedback: event.target.value })}
      />
      {hasOptions &&
        options.map((option, at) => (
          <Feedback
            key={at}
            about={nameAnswer(type, option.text)}
            value={option.feedback}
            onChange={(feedback) => onChange({ options: options.with(at, { ...option, feedback }) })}
          />
        ))}
      {hasAccepted &&
        accepted.map((answer, at) => (
          <Feedback
            key={at}
            about={answer.text}
            value={answer.feedback}
            onChange={(feedback) => onChange({ accepted: accepted.with(at, { ...answer, feedback }) })}
          />
        ))}
    </fieldset>
  );
}

type FeedbackProps = { about: string; value: string; onChange: (feedback: string) => void };

/** Edits the feedback on one option or accepted answer, once it has a text. */
function Feedback({ about, value, onChange }: FeedbackProps) {
  const { t } = useLingui();
  if (about.trim() === "") return null;
  return (
    <TextArea
      label={t`Feedback on "${about}"`}
      rows={1}
      maxLength={5000}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
