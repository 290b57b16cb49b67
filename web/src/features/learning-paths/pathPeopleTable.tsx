import { useLingui } from "@lingui/react/macro";
import { DueCell } from "../../app/due/DueStatus.tsx";
import type { LearningPathPeopleQuery } from "../../gen/graphql.ts";
import { formatTableDate } from "../../ui/format.ts";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { MinorLine } from "../../ui/table/MinorLine.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";

export type PathPersonRow = LearningPathPeopleQuery["learningPath"]["peoplePage"]["rows"][number];

const TONES: Readonly<Record<string, "ok" | "warn" | "rest">> = { completed: "ok", in_progress: "warn" };

/** Returns the names of the statuses of people in a path. */
export function usePathStatusNames(): Record<string, string> {
  const { t } = useLingui();
  return { completed: t`Completed`, in_progress: t`In Progress`, not_started: t`Not Started` };
}

/** Returns the columns of the people of a path. */
export function usePathPeopleColumns(): Column<PathPersonRow>[] {
  const { t } = useLingui();
  const statuses = usePathStatusNames();
  const reasons: Record<string, string> = { person: t`Assigned by staff`, self: t`Enrolled themselves` };
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: (row) => (
        <>
          {row.name}
          <span className="block text-small text-muted">{row.email}</span>
        </>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      sortable: true,
      cell: ({ status, is_met }) => (
        <>
          <StatusDot tone={TONES[status] ?? "rest"} label={statuses[status] ?? status} />
          {status === "completed" && !is_met && (
            <span className="block text-small text-muted">{t`Before the path changed`}</span>
          )}
        </>
      ),
    },
    {
      key: "progress",
      header: t`Courses`,
      sortable: true,
      align: "right",
      cell: ({ courses_done, courses_needed }) => t`${courses_done} of ${courses_needed}`,
    },
    {
      key: "sources",
      header: t`Why assigned`,
      cell: ({ sources, assigned_at }) => (
        <>
          {sources.map(({ kind, name }) => name ?? reasons[kind] ?? kind).join(", ")}
          <MinorLine>{formatTableDate(assigned_at)}</MinorLine>
        </>
      ),
    },
    { key: "due", header: t`Due`, sortable: true, cell: (row) => <DueCell {...row} /> },
    {
      key: "assigned",
      header: t`Assigned on`,
      isMinor: true,
      sortable: true,
      cell: (row) => formatTableDate(row.assigned_at),
    },
    {
      key: "completed",
      header: t`Completed on`,
      sortable: true,
      cell: ({ completed_at }) => (completed_at ? formatTableDate(completed_at) : "–"),
    },
  ];
}
