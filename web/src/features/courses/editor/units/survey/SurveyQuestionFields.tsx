import { useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Button } from "../../../../../ui/Button.tsx";
import { Checkbox } from "../../../../../ui/Checkbox.tsx";
import { Field } from "../../../../../ui/Field.tsx";
import { Select } from "../../../../../ui/Select.tsx";
import { TextInput } from "../../questions/TextInput.tsx";
import { mostSurveyOptions, newSurveyOption, type SurveyQuestion } from "./surveyQuestions.ts";

type Props = {
  question: SurveyQuestion;
  /** From 1. */
  number: number;
  /** Only the wording may change. */
  isFrozen: boolean;
  onChange: (part: Partial<SurveyQuestion>) => void;
};

/** Edits one question of a survey. */
export function SurveyQuestionFields({ question, number, isFrozen, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-4">
      <Field
        label={t`Question ${number}`}
        required
        value={question.text}
        maxLength={500}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {question.kind === "likert" && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Select
            label={t`Points`}
            value={String(question.points)}
            disabled={isFrozen}
            onChange={({ target }) => onChange({ points: Number(target.value) })}
            options={["5", "7"].map((value) => ({ value, label: value }))}
          />
          <Field
            label={t`Label of the lowest point`}
            value={question.low}
            maxLength={100}
            onChange={({ target }) => onChange({ low: target.value })}
          />
          <Field
            label={t`Label of the highest point`}
            value={question.high}
            maxLength={100}
            onChange={({ target }) => onChange({ high: target.value })}
          />
        </div>
      )}
      {question.kind === "choice" && <Options question={question} isFrozen={isFrozen} onChange={onChange} />}
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Checkbox
          label={t`Required`}
          checked={question.is_required}
          disabled={isFrozen}
          onChange={({ target }) => onChange({ is_required: target.checked })}
        />
        {question.kind === "choice" && (
          <Checkbox
            label={t`Several options may be chosen`}
            checked={question.is_multiple}
            disabled={isFrozen}
            onChange={({ target }) => onChange({ is_multiple: target.checked })}
          />
        )}
      </div>
    </div>
  );
}

function Options({ question: { options }, isFrozen, onChange }: Omit<Props, "number">) {
  const { t } = useLingui();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t`Options`}</legend>
      <div className="grid gap-3">
        {options.map((option, index) => (
          <div key={option.key} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <TextInput
                label={t`Option ${index + 1}`}
                value={option.text}
                maxLength={200}
                onChange={({ target }) => onChange({ options: options.with(index, { ...option, text: target.value }) })}
              />
            </div>
            <Button
              kind="ghost"
              size="icon"
              aria-label={t`Remove option ${index + 1}`}
              disabled={isFrozen || options.length <= 2}
              onClick={() => onChange({ options: options.toSpliced(index, 1) })}
            >
              <X size={16} aria-hidden />
            </Button>
          </div>
        ))}
      </div>
      {!isFrozen && options.length < mostSurveyOptions && (
        <Button
          kind="quiet"
          size="small"
          className="mt-3"
          onClick={() => onChange({ options: [...options, newSurveyOption()] })}
        >
          <Plus size={15} aria-hidden />
          {t`Add option`}
        </Button>
      )}
    </fieldset>
  );
}
