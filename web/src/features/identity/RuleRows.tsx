import { useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import type { DraftRule } from "./providerDraft.ts";

type Props = {
  legend: string;
  hint?: string;
  /** The labels of the two inputs of a row, by its number. */
  valueLabel: (number: number) => string;
  targetLabel: (number: number) => string;
  options: { value: string; label: string }[];
  rules: DraftRule[];
  onChange: (rules: DraftRule[]) => void;
};

/** Edits a list of rules: a value, and what it becomes. */
export function RuleRows({ legend, hint, valueLabel, targetLabel, options, rules, onChange }: Props) {
  const { t } = useLingui();
  const change = (index: number, part: Partial<DraftRule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...part } : rule)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {hint && <p className="text-small text-muted">{hint}</p>}
      {rules.map((rule, index) => {
        const number = index + 1;
        return (
          // The rows have no other identity than their place.
          <div key={index} className="flex flex-wrap items-end gap-3">
            <Field
              className="min-w-0 flex-1 basis-40"
              label={valueLabel(number)}
              maxLength={500}
              value={rule.value}
              onChange={({ target }) => change(index, { value: target.value })}
            />
            <Select
              className="min-w-0 flex-1 basis-40"
              label={targetLabel(number)}
              value={rule.target}
              options={[{ value: "", label: t`Choose…` }, ...options]}
              onChange={({ target }) => change(index, { target: target.value })}
            />
            <Button
              kind="ghost"
              aria-label={t`Remove row ${number} of ${legend}`}
              onClick={() => onChange(rules.filter((_, at) => at !== index))}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          </div>
        );
      })}
      <div>
        <Button
          kind="quiet"
          size="small"
          aria-label={t`Add row to ${legend}`}
          onClick={() => onChange([...rules, { value: "", target: "" }])}
        >
          <Plus size={15} aria-hidden />
          {t`Add row`}
        </Button>
      </div>
    </fieldset>
  );
}
