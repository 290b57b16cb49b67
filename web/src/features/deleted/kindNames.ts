import { useLingui } from "@lingui/react/macro";
import type { DeletedPageQuery } from "../../gen/graphql.ts";

export type DeletedRow = DeletedPageQuery["deletedPage"]["rows"][number];

/** The kinds of things that can be brought back, as people call them. */
export function useKindNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    user: t`User`,
    group: t`Group`,
    branch: t`Branch`,
    course: t`Course`,
    category: t`Category`,
    enrolment: t`Enrolment`,
  };
}
