import type { Validation } from "../../app/errors.ts";

/** Formats the server's messages in one line: 'field: messages joined by comma', fields separated by ' | '. */
export function validationLine(validation: Validation): string {
  return Object.entries(validation)
    .map(([field, messages]) => `${field}: ${messages.join(", ")}`)
    .join(" | ");
}

/** Restores plus signs, which an address decodes as spaces. */
export const spacesToPlus = (email: string) => email.replaceAll(" ", "+");
