import { type MessageWithValues, phrase } from "../i18n/message.ts";

/** The names of roles, as values of messages. */
export const ROLE_NAMES = {
  super_admin: phrase`Super Admin`,
  admin: phrase`Admin`,
  manager: phrase`Manager`,
  instructor: phrase`Instructor`,
  learner: phrase`Learner`,
} as const satisfies Record<string, MessageWithValues>;
