import { useLingui } from "@lingui/react/macro";
import { useId, type ReactNode } from "react";
import { classes } from "../../../../../ui/classes.ts";
import { FieldNotes, useFieldIds } from "../../../../../ui/FieldFrame.tsx";
import { TextArea } from "../../../../../ui/TextArea.tsx";
import type { Answer, SurveyQuestion } from "./surveyDraft.ts";

type Props = {
  question: SurveyQuestion;
  /** From 1. */
  number: number;
  answer: Answer;
  error: string | undefined;
  disabled: boolean;
  onChange: (part: Partial<Answer>) => void;
};

const longestText = 2_000;

/** Asks one question of a survey. */
export function SurveyQuestionField({ question, number, answer, error, disabled, onChange }: Props) {
  const label = `${number}. ${question.text}`;
  if (question.kind === "text")
    return (
      <TextArea
        label={label}
        required={question.is_required}
        error={error}
        maxLength={longestText}
        readOnly={disabled}
        value={answer.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
    );
  return (
    <Group label={label} question={question} error={error}>
      {question.kind === "likert" ? (
        <Scale question={question} answer={answer} disabled={disabled} onChange={onChange} />
      ) : (
        <Choice question={question} answer={answer} disabled={disabled} onChange={onChange} />
      )}
    </Group>
  );
}

type GroupProps = { label: string; question: SurveyQuestion; error: string | undefined; children: ReactNode };

function Group({ label, question, error, children }: GroupProps) {
  const { t } = useLingui();
  const hint = question.is_multiple ? t`You may choose several.` : undefined;
  const { id, ...aria } = useFieldIds({ label, hint, error, required: question.is_required });
  const isOne = !question.is_multiple;
  return (
    <fieldset
      role={isOne ? "radiogroup" : "group"}
      aria-describedby={aria["aria-describedby"]}
      // A group of checkboxes takes neither.
      {...(isOne && { "aria-invalid": aria["aria-invalid"], "aria-required": aria["aria-required"] })}
    >
      <legend className={classes("mb-2 text-sm font-medium", question.is_required && "required-mark")}>{label}</legend>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

type ControlProps = Pick<Props, "question" | "answer" | "disabled" | "onChange">;

function Scale({ question: { points, low, high }, answer, disabled, onChange }: ControlProps) {
  const name = useId();
  return (
    <div className="max-w-xl">
      <div className="grid auto-cols-fr grid-flow-col gap-1.5">
        {Array.from({ length: points }, (_, index) => {
          const point = index + 1;
          const end = index === 0 ? low : point === points ? high : "";
          return (
            <label
              key={point}
              className="grid cursor-pointer justify-items-center gap-1 rounded-ctl border border-line bg-surface px-1 py-2.5 text-sm has-checked:border-brand-text has-checked:bg-brand-soft"
            >
              <input
                type="radio"
                name={name}
                value={point}
                checked={answer.number === point}
                disabled={disabled}
                aria-label={end ? `${point}, ${end}` : String(point)}
                onChange={() => onChange({ number: point })}
                className="size-4.5 cursor-pointer accent-brand"
              />
              <span aria-hidden className="tabular-nums">
                {point}
              </span>
            </label>
          );
        })}
      </div>
      <div aria-hidden className="mt-1.5 flex justify-between gap-6 text-small wrap-anywhere text-muted">
        <span>{low}</span>
        <span className="text-right">{high}</span>
      </div>
    </div>
  );
}

function Choice({ question: { is_multiple, options }, answer, disabled, onChange }: ControlProps) {
  const name = useId();
  return (
    <div className="grid gap-2">
      {options.map(({ key, text }) => {
        const isChosen = answer.options.includes(key);
        const others = answer.options.filter((each) => each !== key);
        return (
          <label key={key} className="flex cursor-pointer items-start gap-3 text-sm">
            <input
              type={is_multiple ? "checkbox" : "radio"}
              name={name}
              checked={isChosen}
              disabled={disabled}
              onChange={() => onChange({ options: is_multiple ? (isChosen ? others : [...others, key]) : [key] })}
              className="mt-0.5 size-4.5 shrink-0 cursor-pointer accent-brand"
            />
            <span className="wrap-anywhere">{text}</span>
          </label>
        );
      })}
    </div>
  );
}
