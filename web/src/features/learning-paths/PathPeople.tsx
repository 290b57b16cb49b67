import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useDueChoices } from "../../app/due/DueStatus.tsx";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { useListTable } from "../../app/useListTable.ts";
import { useChangeFilters } from "../../app/urlTable.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Select.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { usePathPeopleColumns, usePathStatusNames } from "./pathPeopleTable.tsx";
import { LearningPathPeople } from "./paths.documents.ts";
import { UnassignDialog } from "./UnassignDialog.tsx";

type Props = {
  pathId: number;
  /** Opens the dialog that assigns; absent for a draft. */
  onAssign?: () => void;
};

/** Lists the people of a path with their progress: the path's report. */
export function PathPeople({ pathId, onAssign }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const { status, due } = useSearch({ from: "/signed-in/shell/back-office/learning-paths/$id" });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isEnding, setEnding] = useState(false);
  const columns = usePathPeopleColumns();
  const statuses = usePathStatusNames();
  const dueChoices = useDueChoices();
  const filter = { status: status ?? null, due: due ?? null };
  const list = useListTable({
    queryKey: ["learningPathPeople", pathId, status, due],
    load: async (page) =>
      (await execute(LearningPathPeople, { id: pathId, ...filter, ...page })).learningPath.peoplePage,
    failure: t`The people could not be loaded.`,
    exported: { kind: "learning-path-people", path_id: pathId, state: filter.status, due: filter.due },
  });
  const change = useChangeFilters<{ status: string; due: string }>();

  return (
    <>
      <h2 className="mb-4 text-large font-semibold">{t`People`}</h2>
      <DataTable
        {...list}
        label={t`People`}
        columns={columns}
        searchLabel={t`Search people`}
        toolbar={
          <div className="flex flex-wrap gap-2">
            <Select
              compact
              label={t`Status`}
              value={status ?? ""}
              onChange={({ target }) => change({ status: target.value || undefined })}
              options={[
                { value: "", label: t`Every status` },
                ...Object.entries(statuses).map(([value, label]) => ({ value, label })),
              ]}
            />
            <Select
              compact
              label={t`Due date`}
              value={due ?? ""}
              onChange={({ target }) => change({ due: target.value || undefined })}
              options={dueChoices}
            />
          </div>
        }
        selection={{
          chosen,
          onChange: setChosen,
          id: ({ id }) => id,
          label: ({ name, sources }) =>
            sources.some(({ kind }) => kind === "person" || kind === "self") ? t`Select ${name}` : null,
        }}
        bulkActions={
          <Button kind="quiet" size="small" onClick={() => setEnding(true)}>
            {t`Unassign`}
          </Button>
        }
        {...(viewer.can("user.view") && { rowHref: ({ id }: { id: number }) => `/user/${id}` })}
        empty={{
          title: t`Nobody is assigned yet`,
          text: t`Assign people one by one, or whole groups and branches.`,
          action: onAssign && <Button onClick={onAssign}>{t`Assign`}</Button>,
          noMatch: { title: t`Nobody found`, text: t`Try another search or other filters.` },
        }}
      />
      {isEnding && (
        <UnassignDialog
          pathId={pathId}
          from={{ user_ids: [...chosen] }}
          name={t`${plural(chosen.size, { one: "# person", other: "# people" })}`}
          onClose={() => setEnding(false)}
          onDone={() => setChosen(new Set())}
        />
      )}
    </>
  );
}
