import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "./Checkbox.tsx";
import { FieldNotes, useFieldIds } from "./FieldFrame.tsx";

type Props = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  options: { value: string; label: string }[];
  /** Registers a checkbox; all have the same name, and the form's value is the list of those that are ticked. */
  register: () => UseFormRegisterReturn;
};

/** Renders a choice of any number of options. */
export function CheckboxGroup({ label, hint, error, options, register }: Props) {
  const ids = useFieldIds({ label, hint, error });
  return (
    <fieldset aria-describedby={ids["aria-describedby"]}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {options.map(({ value, label: name }) => (
          <Checkbox key={value} label={name} value={value} {...register()} />
        ))}
      </div>
      <FieldNotes id={ids.id} hint={hint} error={error} />
    </fieldset>
  );
}
