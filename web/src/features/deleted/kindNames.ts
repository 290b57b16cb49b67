import { useLingui } from "@lingui/react/macro";
import type { DeletedPageQuery } from "../../gen/graphql.ts";

export type DeletedRow = DeletedPageQuery["deletedPage"]["rows"][number];

/** Returns the labels of the kinds that can be restored. */
export function useKindNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    user: t`User`,
    group: t`Group`,
    branch: t`Branch`,
    course: t`Course`,
    category: t`Category`,
    enrolment: t`Enrolment`,
    user_field: t`User field`,
    learning_path: t`Learning path`,
    automation: t`Automation`,
    badge: t`Badge`,
    certificate_template: t`Certificate template`,
    identity_provider: t`Identity provider`,
  };
}
