import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { getMessage } from "../../../app/errors.ts";
import { useExport } from "../../../app/useExport.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import { sortArgument } from "../../../app/urlTable.ts";
import type { UserBranchesQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage, useTableQuery } from "../../../ui/table/tableQuery.ts";
import { findBranches } from "../choices.ts";
import { AddUserToBranch, RemoveUserFromBranch, UserBranches } from "../users.documents.ts";
import { RemovalDialog } from "../../../app/membership/RemovalDialog.tsx";
import { SearchPicker } from "../../../app/membership/SearchPicker.tsx";
import { useMembership } from "../../../app/membership/useMembership.ts";
import { useNarrowing } from "../../../app/membership/useNarrowing.tsx";
import type { ViewedUser } from "../users.documents.ts";

type Branch = UserBranchesQuery["userBranches"][number];

const page = {
  text: (row: Branch) => `${row.name} ${row.url}`,
  value: (row: Branch, key: string) => (key === "url" ? row.url : row.name),
};

/** Renders the Branches tab of a user; instructors see it without actions (P66). */
export function BranchesTab({ user }: { user: ViewedUser }) {
  const { t } = useLingui();
  const mayManage = useViewer().can("branch.manage");
  const [query, setQuery] = useTableQuery();
  const exportTable = useExport();
  const { data, error, refetch } = useQuery({
    queryKey: ["userBranches", user.id],
    queryFn: async () => (await execute(UserBranches, { user_id: user.id })).userBranches,
    staleTime: 0,
  });
  const { rows, total } = useLocalPage(data, query, page);
  const { confirmNarrowing, narrowingDialog } = useNarrowing();
  const { picker, removal } = useMembership<Branch>({
    add: async (branch_ids) => {
      if (await confirmNarrowing({ user_ids: [user.id], branch_ids }))
        await execute(AddUserToBranch, { userBranchInput: { user_ids: [user.id], branch_ids, role: "student" } });
    },
    remove: ({ id }) => execute(RemoveUserFromBranch, { user_id: user.id, branch_id: id }),
  });

  return (
    <>
      {narrowingDialog}
      <DataTable
        label={t`Branches`}
        columns={[
          { key: "name", header: t`Name`, sortable: true, cell: (row) => row.name },
          { key: "url", header: t`URL`, sortable: true, cell: (row) => row.url },
        ]}
        rows={rows}
        total={total}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search branches`}
        toolbar={
          mayManage && (
            <Button size="small" onClick={picker.onOpen}>
              {t`Assign to Branch`}
            </Button>
          )
        }
        {...(mayManage && {
          actions: (row: Branch) => (
            <Button kind="ghost" size="small" aria-label={t`Remove ${row.name}`} onClick={() => removal.ask(row)}>
              {t`Remove`}
            </Button>
          ),
        })}
        onExport={(format) =>
          exportTable(
            { kind: "user-branches-list", user_id: user.id, search: query.search, sort: sortArgument(query) },
            format,
          )
        }
        empty={{ title: t`This user is not part of any branches.` }}
        error={
          error && {
            title: t`The branches could not be loaded.`,
            detail: getMessage(error),
            onRetry: () => void refetch(),
          }
        }
      />
      <SearchPicker
        {...picker}
        kind="branches"
        find={findBranches}
        title={t`Assign User to Branches`}
        searchLabel={t`Search branches...`}
        addLabel={t`Assign`}
        without={data?.map(({ id }) => id) ?? []}
      />
      <RemovalDialog removal={removal} name={(row) => row.name}>
        {t`Are you sure you want to remove this user from this branch?`}
      </RemovalDialog>
    </>
  );
}
