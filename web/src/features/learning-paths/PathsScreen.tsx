import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { useChangeFilters } from "../../app/urlTable.ts";
import { useListTable } from "../../app/useListTable.ts";
import { OwnedName } from "../../app/OwnedName.tsx";
import type { LearningPathsQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { formatNumber, formatTableDate } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Select } from "../../ui/Select.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { DeleteButton, EditLink } from "../../app/RowActions.tsx";
import { DeletePathDialog } from "./DeletePathDialog.tsx";
import { LearningPaths } from "./paths.documents.ts";

type Row = LearningPathsQuery["learningPaths"]["rows"][number];

/** Renders `/learning-paths`: the learning paths of this site. */
export function PathsScreen() {
  const { t } = useLingui();
  const viewer = useViewer();
  const changeFilters = useChangeFilters();
  const { status } = useSearch({ from: "/signed-in/shell/back-office/learning-paths" });
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["learningPaths", status],
    load: async (page) => (await execute(LearningPaths, { ...page, status: status ?? null })).learningPaths,
    failure: t`The learning paths could not be loaded.`,
    exported: { kind: "learning-paths-list", state: status ?? null },
  });
  const add = viewer.can("learning_path.manage") && (
    <ButtonLink to="/learning-paths/create">
      <Plus size={17} aria-hidden />
      {t`Add learning path`}
    </ButtonLink>
  );

  return (
    <>
      <PageHeader title={t`Learning paths`}>{add}</PageHeader>
      <DataTable
        {...list}
        label={t`Learning paths`}
        columns={columns}
        searchLabel={t`Search learning paths`}
        rowHref={({ id }) => `/learning-paths/${id}`}
        toolbar={
          <Select
            compact
            label={t`Status`}
            value={status ?? ""}
            onChange={({ target }) => changeFilters({ status: target.value || undefined })}
            options={[
              { value: "", label: t`Every status` },
              { value: "published", label: t`Published` },
              { value: "draft", label: t`Draft` },
            ]}
          />
        }
        actions={(path) =>
          path.may_edit && (
            <>
              <EditLink name={path.title} to="/learning-paths/$id/edit" params={{ id: path.id }} />
              <DeleteButton name={path.title} onPress={() => setDoomed(path)} />
            </>
          )
        }
        empty={{
          title: t`No learning paths yet`,
          text: t`A learning path leads people through several courses, in order or freely.`,
          action: add,
          noMatch: { title: t`No learning path found`, text: t`Try another search or another status.` },
        }}
      />
      <DeletePathDialog path={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: "title",
      header: t`Title`,
      sortable: true,
      cell: ({ title, owning_branch, may_edit }) => {
        const owner = owning_branch ?? (may_edit ? null : t`Main site`);
        return <OwnedName owner={owner}>{title}</OwnedName>;
      },
    },
    {
      key: "status",
      header: t`Status`,
      sortable: true,
      cell: ({ status }) =>
        status === "published" ? (
          <StatusDot tone="ok" label={t`Published`} />
        ) : (
          <StatusDot tone="warn" label={t`Draft`} />
        ),
    },
    {
      key: "courses",
      header: t`Courses`,
      isMinor: true,
      align: "right",
      sortable: true,
      cell: (row) => formatNumber(row.courses),
    },
    { key: "people", header: t`People`, align: "right", sortable: true, cell: (row) => formatNumber(row.people) },
    {
      key: "completed",
      header: t`Completed`,
      align: "right",
      sortable: true,
      cell: (row) => formatNumber(row.completed),
    },
    { key: "changed", header: t`Updated`, sortable: true, cell: (row) => formatTableDate(row.updated_at) },
  ];
}
