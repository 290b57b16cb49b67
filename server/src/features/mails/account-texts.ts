import type { Role } from "../../access/permissions.ts";
import { type Message, t } from "../../i18n/message.ts";
import { ROLE_NAMES } from "../../access/role-names.ts";

/** A change to a user's role or access, made by another user. */
export type AccountChange =
  | { kind: "role"; from: Role; to: Role }
  | { kind: "main_site"; has: boolean }
  | { kind: "branch"; branch: string; has: boolean };

/** The texts of the mail about changes to a user's role or access. */
export const ACCOUNT_TEXTS = {
  subjects: {
    role: (site: string) => t`Your role at ${site} has changed`,
    access: (site: string) => t`Your access at ${site} has changed`,
  },
  titles: { role: t`Your role has changed`, access: t`Your access has changed` },
  signedOut: t`You were signed out everywhere. Sign in again to continue.`,
  question: t`If you did not expect this change, ask your training administrator.`,
};

/** A change to how a user signs in, or a sign-in with a browser that they have not used before. */
export type SecurityEvent =
  | "password"
  | "factor_on"
  | "factor_off"
  | "factor_reset"
  | "passkey_added"
  | "passkey_removed"
  | "passkey_refused"
  | "unlinked"
  | "email"
  | "device";

/** The texts of the mail about a security event. */
export const SECURITY_TEXTS = {
  subject: (site: string) => t`The security of your account at ${site}`,
  title: t`The security of your account`,
  events: {
    password: (site: string) => t`The password of your account at ${site} was changed.`,
    factor_on: (site: string) => t`A second factor was set up for your account at ${site}.`,
    factor_off: (site: string) => t`The second factor of your account at ${site} was removed.`,
    factor_reset: (site: string) => t`The second factor of your account at ${site} was reset by an administrator.`,
    passkey_added: (site: string) => t`A passkey was added to your account at ${site}.`,
    passkey_removed: (site: string) => t`A passkey of your account at ${site} was removed.`,
    passkey_refused: (site: string) =>
      t`A passkey of your account at ${site} was refused, because it may have been copied. Remove it in your profile.`,
    unlinked: (site: string) => t`Your account at ${site} was unlinked from an identity provider by an administrator.`,
    email: (site: string) => t`The email of your account at ${site} was changed by your organisation.`,
    device: (site: string) => t`Your account at ${site} was opened with a browser that you have not used before.`,
  } satisfies Record<SecurityEvent, (site: string) => Message>,
  where: (time: string, address: string) => t`This was on ${time}, from the network address ${address}.`,
  question: t`If this was not you, set a new password at once and tell your training administrator.`,
};

/**
 * Returns the sentence about a change.
 * @param about who made it, the name of the site, and the user's role now
 */
export function describeChange(
  change: AccountChange,
  { by, site, role }: { by: string; site: string; role: Role },
): Message {
  if (change.kind === "role")
    return t`${by} changed your role at ${site} from ${ROLE_NAMES[change.from]} to ${ROLE_NAMES[change.to]}.`;
  if (change.kind === "main_site")
    return change.has
      ? t`${by} gave you access to the main site of ${site}.`
      : t`${by} ended your access to the main site of ${site}.`;
  return change.has
    ? t`${by} added you to the branch ‘${change.branch}’ of ${site} as ${ROLE_NAMES[role]}.`
    : t`${by} removed you from the branch ‘${change.branch}’ of ${site}, where you were ${ROLE_NAMES[role]}.`;
}
