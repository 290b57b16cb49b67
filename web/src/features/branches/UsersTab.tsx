import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { RemovalDialog } from "../../app/membership/RemovalDialog.tsx";
import { SearchPicker } from "../../app/membership/SearchPicker.tsx";
import { useMembership } from "../../app/membership/useMembership.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { BranchPeopleQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { AccessNote } from "./AccessNote.tsx";
import { AddPeopleToBranch, BranchPeople, PeopleForBranch, RemovePersonFromBranch } from "./branches.documents.ts";

type Row = NonNullable<BranchPeopleQuery["branch"]>["usersPage"]["rows"][number];

/** The tab Users of a branch. */
export function UsersTab({ branchId }: { branchId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const filters = { id: branchId, search: query.search, sort: sortArgument(query) };
  const people = useQuery({
    queryKey: ["branchPeople", branchId, query],
    queryFn: async () => (await execute(BranchPeople, { ...filters, ...pageArguments(query) })).branch!.usersPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { picker, removal } = useMembership<Row>({
    add: (user_ids) =>
      execute(AddPeopleToBranch, { userBranchInput: { user_ids, branch_ids: [branchId], role: "learner" } }),
    remove: ({ id }) => execute(RemovePersonFromBranch, { user_id: id, branch_id: branchId }),
    onRemoved: (_, { name }) => toast({ kind: "success", text: t`${name} was removed.` }),
  });

  return (
    <>
      <h2 className="mb-3 text-lg font-semibold">{t`Users in Branch`}</h2>
      <DataTable
        label={t`Users in Branch`}
        columns={[
          { key: "name", header: t`Name`, sortable: true, cell: (person) => person.name },
          { key: "email", header: t`Email`, sortable: true, cell: (person) => person.email },
        ]}
        rows={people.data?.rows}
        total={people.data?.total ?? 0}
        rowKey={(person) => person.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users`}
        refreshing={people.isPlaceholderData}
        toolbar={
          <Button size="small" onClick={picker.onOpen}>
            {t`+ Add Users`}
          </Button>
        }
        actions={(person) => (
          <Button kind="ghost" size="small" aria-label={t`Remove ${person.name}`} onClick={() => removal.ask(person)}>
            {t`Remove`}
          </Button>
        )}
        onExport={(format) =>
          exportTable(
            format,
            "branch-users",
            [t`Name`, t`Email`],
            async (window) => (await execute(BranchPeople, { ...filters, ...window })).branch!.usersPage,
            (person) => [person.name, person.email],
          )
        }
        empty={query.search ? { title: t`No results found.` } : { title: t`No users found in this branch.` }}
        error={
          people.error && {
            title: t`The users could not be loaded.`,
            detail: messageOf(people.error),
            onRetry: () => void people.refetch(),
          }
        }
      />
      <SearchPicker
        {...picker}
        kind={`branch-users-${branchId}`}
        find={async (search) =>
          (await execute(PeopleForBranch, { id: branchId, search })).branch!.usersToAdd.map(({ id, name, email }) => ({
            id,
            label: name,
            note: email,
          }))
        }
        title={t`Add Users`}
        searchLabel={t`Search...`}
      />
      <RemovalDialog removal={removal} name={(person) => person.name}>
        {t`Are you sure you want to remove this user from the branch?`}
        {removal.item && <AccessNote branchId={branchId} userId={removal.item.id} />}
      </RemovalDialog>
    </>
  );
}
