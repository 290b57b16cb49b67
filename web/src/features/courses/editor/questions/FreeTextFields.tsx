import { useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Field } from "../../../../ui/Field.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { emptyRule, acceptsEveryAnswer, type Rule } from "../question.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";

/** Edits the words that give points, and the points required. */
export function FreeTextFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <RowsEditor
        legend={t`Rules`}
        hint={t`Each rule that an answer meets adds its points. Capitals do not matter.`}
        rows={question.rules}
        onChange={(rules) => onChange({ rules })}
        empty={emptyRule}
        addLabel={t`Add rule`}
      >
        {(rule, change, number) => (
          <div className="grid items-center gap-2 sm:grid-cols-[190px_minmax(0,1fr)_90px]">
            <Select
              compact
              label={t`Condition of rule ${number}`}
              value={rule.condition}
              onChange={(event) => change({ condition: event.target.value as Rule["condition"] })}
              options={[
                { value: "contains", label: t`contains` },
                { value: "does not contain", label: t`does not contain` },
              ]}
            />
            <TextInput
              compact
              label={t`Word of rule ${number}`}
              placeholder={t`Word`}
              value={rule.word}
              maxLength={500}
              onChange={(event) => change({ word: event.target.value })}
            />
            <TextInput
              compact
              label={t`Points of rule ${number}`}
              placeholder={t`Points`}
              type="number"
              min={0}
              step={1}
              value={rule.points}
              onChange={(event) => change({ points: event.target.value })}
            />
          </div>
        )}
      </RowsEditor>
      <div>
        <Field
          className="max-w-56"
          label={t`Required points`}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={question.required_points}
          onChange={(event) => onChange({ required_points: event.target.value })}
        />
        <p role="status" className="mt-1.5 flex gap-2 text-small text-warn-text">
          {acceptsEveryAnswer(question) && (
            <>
              <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
              {t`With 0 required points, every answer passes.`}
            </>
          )}
        </p>
      </div>
    </>
  );
}
