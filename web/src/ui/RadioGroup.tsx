import { useId, type ReactNode } from "react";
import { FieldNotes, useFieldIds } from "./FieldFrame.tsx";

type Option<Value extends string> = { value: Value; label: string; hint?: ReactNode; disabled?: boolean };
type Props<Value extends string> = {
  label: string;
  options: Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
};

/** Renders a choice of one, with all options visible. */
export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  hint,
  error,
  className,
}: Props<Value>) {
  const name = useId();
  const ids = useFieldIds({ label, hint, error });
  return (
    <fieldset
      className={className}
      role="radiogroup"
      aria-describedby={ids["aria-describedby"]}
      aria-invalid={ids["aria-invalid"]}
    >
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <label key={option.value} className="flex cursor-pointer items-start gap-3 text-sm">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4.5 shrink-0 cursor-pointer accent-brand"
            />
            <span className="min-w-0 wrap-anywhere">
              {option.label}
              {option.hint && <span className="block text-small text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={ids.id} hint={hint} error={error} />
    </fieldset>
  );
}
