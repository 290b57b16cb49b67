import { useLingui } from "@lingui/react/macro";

/** What a table of the reports is called. */
export function useKindLabel() {
  const { t } = useLingui();
  const labels: Record<string, string> = {
    users: t`User Reports`,
    courses: t`Course Reports`,
    "course-users": t`Assigned Users`,
    "course-questions": t`Questions`,
    "user-courses": t`Courses of a person`,
    "user-certificates": t`Certificates of a person`,
    "user-activity": t`Activity of a person`,
    certified: t`Certificates`,
    "package-results": t`Results of packages`,
    "package-questions": t`Questions in packages`,
    everything: t`Everything`,
  };
  return (kind: string) => labels[kind] ?? kind;
}
