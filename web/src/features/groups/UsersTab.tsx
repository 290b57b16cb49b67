import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { PeopleTable } from "../../app/membership/PeopleTable.tsx";
import { useNarrowing } from "../../app/membership/useNarrowing.tsx";
import { roleLabel } from "../../app/roles.ts";
import type { GroupPeopleQuery } from "../../gen/graphql.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
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

/** Renders the Users tab of a group. */
export function UsersTab({ groupId }: { groupId: number }) {
  const { t } = useLingui();
  const { confirmNarrowing, narrowingDialog } = useNarrowing();
  return (
    <>
      {narrowingDialog}
      <PeopleTable
        owner={{ group_id: groupId }}
        kind="group-users"
        title={t`Users in Group`}
        empty={t`No users found in this group.`}
        list={async (page) => (await execute(GroupPeople, { id: groupId, ...page })).group.usersPage}
        find={async (search) => (await execute(PeopleForGroup, { id: groupId, search })).group.usersToAdd}
        add={(user_ids) => execute(AddPeopleToGroup, { user_ids, group_ids: [groupId] })}
        remove={({ id }) => execute(RemovePersonFromGroup, { user_id: id, group_id: groupId })}
        more={useRoleColumn(groupId, confirmNarrowing)}
        confirmation={(person) => (
          <>
            {t`Are you sure you want to remove this user from the group? This will also unassign all group courses from the user.`}
            {person && <KeepNote groupId={groupId} userId={person.id} />}
          </>
        )}
      />
    </>
  );
}

/** The column of roles, in which a manager can be made a leader of the group. */
function useRoleColumn(
  groupId: number,
  confirmNarrowing: ReturnType<typeof useNarrowing>["confirmNarrowing"],
): Column<Row> {
  const { t } = useLingui();
  const client = useQueryClient();
  const leading = useMutation({
    mutationFn: async (person: Row) => {
      if (!person.is_leader && !(await confirmNarrowing({ user_ids: [person.id], group_ids: [groupId] }))) return;
      await execute(SetGroupLeader, { group_id: groupId, user_id: person.id, is_leader: !person.is_leader });
    },
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  // Shown as chosen while the server is asked; reverted when it refuses.
  const shownAsLeader = (person: Row) =>
    leading.isPending && leading.variables.id === person.id ? !leading.variables.is_leader : person.is_leader;
  return {
    key: "role",
    header: t`Role`,
    cell: (person) =>
      // Only managers gain anything by leading: the group's reports.
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
  };
}
