import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";

export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
};

/** The ids and ARIA state that tie a control to its label, hint and error. */
export function useFieldIds({ hint, error }: FieldTexts) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined };
}

/** Label above, control, then the error and the hint. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  className,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The error and the hint, under the ids that `useFieldIds` names. */
export function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
    </>
  );
}

/** The box around a text control. */
export const controlBox = (error: string | undefined, extra?: string) =>
  classes(
    "rounded-ctl border bg-surface transition-colors focus-within:border-brand-text focus-within:ring-3 focus-within:ring-brand-soft",
    error ? "border-danger" : "border-line-strong",
    extra,
  );
