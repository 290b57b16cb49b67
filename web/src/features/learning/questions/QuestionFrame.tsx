import { useId, type ReactNode } from "react";

type Props = {
  /** What is asked. */
  title: string;
  /** How it is to be answered. */
  hint: string;
  children: ReactNode;
};

/** The words of a question, which name the controls beneath. */
export function QuestionFrame({ title, hint, children }: Props) {
  const hintId = useId();
  return (
    <fieldset aria-describedby={hintId} className="min-w-0">
      <legend className="font-display text-title leading-snug text-pretty whitespace-pre-line">{title}</legend>
      <p id={hintId} className="mt-1.5 mb-5 text-small text-muted">
        {hint}
      </p>
      {children}
    </fieldset>
  );
}
