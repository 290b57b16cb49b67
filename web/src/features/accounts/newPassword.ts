import type { Validation } from "../../app/errors.ts";

/** What the server says of the fields, in one line: 'field: messages joined by comma', fields separated by ' | '. */
export function validationLine(validation: Validation): string {
  return Object.entries(validation)
    .map(([field, messages]) => `${field}: ${messages.join(", ")}`)
    .join(" | ");
}

/** A plus sign that stood bare in an address was read as a space. */
export const spacesToPlus = (email: string) => email.replaceAll(" ", "+");
