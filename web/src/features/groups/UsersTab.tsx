import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { RemovalDialog } from "../../app/membership/RemovalDialog.tsx";
import { SearchPicker } from "../../app/membership/SearchPicker.tsx";
import { useMembership } from "../../app/membership/useMembership.ts";
import { roleLabel } from "../../app/roles.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { GroupPeopleQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import {
  AddPeopleToGroup,
  GroupPeople,
  PeopleForGroup,
  RemovePersonFromGroup,
  SetGroupLeader,
} from "./groups.documents.ts";
import { KeepNote } from "./KeepNote.tsx";

type Row = GroupPeopleQuery["group"]["usersPage"]["rows"][number];

/** The tab Users of a group. */
export function UsersTab({ groupId }: { groupId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const columns = useColumns(groupId);
  const filters = { id: groupId, search: query.search, sort: sortArgument(query) };
  const people = useQuery({
    queryKey: ["groupPeople", groupId, query],
    queryFn: async () => (await execute(GroupPeople, { ...filters, ...pageArguments(query) })).group.usersPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { picker, removal } = useMembership<Row>({
    add: (user_ids) => execute(AddPeopleToGroup, { user_ids, group_ids: [groupId] }),
    remove: ({ id }) => execute(RemovePersonFromGroup, { user_id: id, group_id: groupId }),
    onRemoved: (_, { name }) => toast({ kind: "success", text: t`${name} was removed.` }),
  });

  return (
    <>
      <h2 className="mb-3 text-lg font-semibold">{t`Users in Group`}</h2>
      <DataTable
        label={t`Users in Group`}
        columns={columns}
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
            "group-users",
            [t`Name`, t`Email`, t`Role`],
            async (window) => (await execute(GroupPeople, { ...filters, ...window })).group.usersPage,
            (person) => [person.name, person.email, roleLabel(person.role)],
          )
        }
        empty={query.search ? { title: t`No results found.` } : { title: t`No users found in this group.` }}
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
        kind={`group-users-${groupId}`}
        find={async (search) =>
          (await execute(PeopleForGroup, { id: groupId, search })).group.usersToAdd.map(({ id, name, email }) => ({
            id,
            label: name,
            note: email,
          }))
        }
        title={t`Add Users`}
        searchLabel={t`Search...`}
      />
      <RemovalDialog removal={removal} name={(person) => person.name}>
        {t`Are you sure you want to remove this user from the group? This will also unassign all group courses from the user.`}
        {removal.item && <KeepNote groupId={groupId} userId={removal.item.id} />}
      </RemovalDialog>
    </>
  );
}

function useColumns(groupId: number): Column<Row>[] {
  const { t } = useLingui();
  const client = useQueryClient();
  const leading = useMutation({
    mutationFn: (person: Row) =>
      execute(SetGroupLeader, { group_id: groupId, user_id: person.id, is_leader: !person.is_leader }),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toast({ kind: "error", text: messageOf(error) }),
  });
  // Shown as wished for while the server is asked; back as it was when it refuses.
  const shownAsLeader = (person: Row) =>
    leading.isPending && leading.variables.id === person.id ? !leading.variables.is_leader : person.is_leader;
  return [
    { key: "name", header: t`Name`, sortable: true, cell: (person) => person.name },
    { key: "email", header: t`Email`, sortable: true, cell: (person) => person.email },
    {
      key: "role",
      header: t`Role`,
      cell: (person) =>
        // Only a manager gains anything by leading: the group's reports.
        person.role === "manager" ? (
          <span className="relative z-1 inline-flex flex-wrap items-center gap-x-4 gap-y-1">
            {roleLabel(person.role)}
            <Checkbox
              label={t`Leads the group`}
              checked={shownAsLeader(person)}
              disabled={leading.isPending}
              aria-label={t`${person.name} leads the group and reads its reports`}
              onChange={() => leading.mutate(person)}
            />
          </span>
        ) : (
          roleLabel(person.role)
        ),
    },
  ];
}
