import { type Message, t } from "../../i18n/message.ts";

const LONGEST_EMAIL = 254;

/** Finds why a user cannot have an email, as a message; null when they can. */
export function findEmailProblem(value: string | null | undefined): Message | null {
  const email = value?.trim() ?? "";
  if (!email) return t`Enter an email.`;
  if (email.length > LONGEST_EMAIL || !/^[^\s@,;<>"()]+@[^\s@,;<>"().]+(\.[^\s@,;<>"().]+)+$/.test(email))
    return t`Enter a valid email address.`;
  return null;
}
