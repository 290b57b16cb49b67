import type { ComponentProps, ReactNode } from "react";
import { FieldNotes, useFieldIds } from "./FieldFrame.tsx";

type Props = Omit<ComponentProps<"input">, "type"> & { label: string; hint?: ReactNode; error?: string | undefined };

/** Renders a checkbox with its label beside it. */
export function Checkbox({ label, hint, error, className, ...input }: Props) {
  const ids = useFieldIds({ label, hint, error });
  return (
    <div className={className}>
      <label htmlFor={ids.id} className="flex cursor-pointer items-start gap-3 text-sm">
        <input {...input} {...ids} type="checkbox" className="mt-0.5 size-4.5 shrink-0 cursor-pointer accent-brand" />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </label>
      <FieldNotes id={ids.id} hint={hint} error={error} />
    </div>
  );
}
