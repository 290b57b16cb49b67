import { useId, type ReactNode } from "react";

type Props = {
  /** The text of the question. */
  title: string;
  /** How to answer it. */
  hint: string;
  children: ReactNode;
};

/** Shows the text of a question, which labels the controls below. */
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
