import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";

export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  /** Marks the label; forms explain the mark. */
  required?: boolean | undefined;
};

/** Returns the ids and ARIA attributes that connect a control with its label, hint and error. */
export function useFieldIds({ hint, error, required }: FieldTexts) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
    "aria-required": required || undefined,
  };
}

/** Shows the label above the control, then the error and the hint. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  className,
  required,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className={classes("mb-1.5 block text-sm font-medium", required && "required-mark")}>
        {label}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** Shows the error and the hint, with the ids of `useFieldIds`. */
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

/** Returns the classes of the box around a text control. */
export const controlBox = (error: string | undefined, extra?: string) =>
  classes(
    "rounded-ctl border bg-surface transition-colors focus-within:border-brand-text focus-within:ring-3 focus-within:ring-brand-soft",
    error ? "border-danger" : "border-line-strong",
    extra,
  );
