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
    everything: t`Everything`,
  };
  return (kind: string) => labels[kind] ?? kind;
}
