import { useLingui } from "@lingui/react/macro";
import { courseStatus } from "../../app/courseStatus.ts";
import { DueCell } from "../../app/due/DueStatus.tsx";
import { formatPercent, formatTableDate } from "../../ui/format.ts";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { MinorLine } from "../../ui/table/MinorLine.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { Tag } from "../../ui/Tag.tsx";
import type { PersonRow } from "./enrolments.documents.ts";

export const formatName = (person: { first_name: string; last_name: string }) =>
  `${person.first_name} ${person.last_name}`;

/** Returns the names of the reasons why a user is enrolled. */
export function useSourceNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    person: t`Enrolled by staff`,
    group: t`Through a group`,
    path: t`Through a learning path`,
    self: t`Enrolled themselves`,
  };
}

export function usePeopleColumns(): Column<PersonRow>[] {
  const { t } = useLingui();
  const names = useSourceNames();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: (row) => (
        <>
          <span className="inline-flex flex-wrap items-center gap-2">
            {formatName(row)}
            {!row.is_active && <Tag>{t`Inactive`}</Tag>}
          </span>
          <span className="block text-small text-muted">{row.email}</span>
        </>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      sortable: true,
      cell: ({ status, progress, completed_at }) => {
        const shown = courseStatus(status === "not_started" ? 0 : Math.max(1, progress), status === "completed");
        return (
          <span className="whitespace-nowrap">
            <StatusDot {...shown} />
            <MinorLine>{completed_at ? formatTableDate(completed_at) : formatPercent(progress)}</MinorLine>
          </span>
        );
      },
    },
    {
      key: "progress",
      header: t`Progress`,
      isMinor: true,
      sortable: true,
      align: "right",
      cell: ({ progress }) => formatPercent(progress),
    },
    {
      key: "sources",
      header: t`Why enrolled`,
      cell: ({ sources, assigned_at }) => (
        <>
          {sources.map(({ kind, group }) => group ?? names[kind] ?? kind).join(", ")}
          <MinorLine>{formatTableDate(assigned_at)}</MinorLine>
        </>
      ),
    },
    {
      key: "assigned",
      header: t`Enrolled on`,
      isMinor: true,
      sortable: true,
      cell: (row) => formatTableDate(row.assigned_at),
    },
    {
      key: "due",
      header: t`Due`,
      sortable: true,
      cell: (row) => <DueCell {...row} />,
    },
    {
      key: "completed",
      header: t`Completed on`,
      isMinor: true,
      sortable: true,
      cell: ({ completed_at }) => (completed_at ? formatTableDate(completed_at) : "–"),
    },
    {
      key: "active",
      header: t`Last active`,
      cell: ({ last_active_on }) => (last_active_on ? formatTableDate(last_active_on) : "–"),
    },
  ];
}
