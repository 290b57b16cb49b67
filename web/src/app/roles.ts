import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

const names: Record<string, ReturnType<typeof msg>> = {
  super_admin: msg`Super Admin`,
  admin: msg`Admin`,
  instructor: msg`Instructor`,
  manager: msg`Manager`,
  learner: msg`Learner`,
};

/** Returns the label of a role. */
export const roleLabel = (role: string) => (names[role] ? i18n._(names[role]) : role);
