import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { useChangeFilters } from "../../app/urlTable.ts";
import { Select } from "../../ui/Select.tsx";
import { FilterRow } from "../../ui/table/FilterRow.tsx";
import { SubmissionCourses } from "./assignments.documents.ts";
import type { InboxSearch } from "./inboxSearch.ts";
import { useStates } from "./SubmissionStatus.tsx";

/** Filters by course and state, kept in the address. */
export function InboxFilters({ course, state }: { course: number | undefined; state: string }) {
  const { t } = useLingui();
  const change = useChangeFilters<InboxSearch>();
  const states = useStates();
  // Without the courses the filter offers less, but the list is shown.
  const { data } = useQuery({
    queryKey: ["submissions", "courses"],
    queryFn: async () => (await execute(SubmissionCourses)).submissionsPage.courses,
  });
  const courses = data ?? [];
  const isMissing = course !== undefined && !courses.some(({ id }) => id === course);

  return (
    <FilterRow>
      <Select
        compact
        label={t`Course`}
        className="max-w-56"
        value={String(course ?? "")}
        onChange={({ target }) => change({ course: target.value ? Number(target.value) : undefined })}
        options={[
          { value: "", label: t`All courses` },
          ...(isMissing ? [{ value: String(course), label: t`This course` }] : []),
          ...courses.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
      />
      <Select
        compact
        label={t`State`}
        value={state}
        onChange={({ target }) => change({ state: target.value === "submitted" ? undefined : target.value })}
        options={[
          ...Object.entries(states).map(([value, label]) => ({ value, label })),
          { value: "all", label: t`All states` },
        ]}
      />
    </FilterRow>
  );
}
