import type { ComponentProps } from "react";
import { RequiredNote } from "./RequiredNote.tsx";

/**
 * Renders a form without the browser's own validation messages. While one of its fields is required, it explains the
 * mark of required fields.
 */
export function Form({ children, ...form }: ComponentProps<"form">) {
  return (
    <form {...form} noValidate>
      <RequiredNote className="hidden in-[form:has(:required,[aria-required=true])]:block" />
      {children}
    </form>
  );
}
