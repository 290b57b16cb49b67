import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import { PeopleTable } from "../../app/membership/PeopleTable.tsx";
import { useNarrowing } from "../../app/membership/useNarrowing.tsx";
import { AccessNote } from "./AccessNote.tsx";
import { AddPeopleToBranch, BranchPeople, PeopleForBranch, RemovePersonFromBranch } from "./branches.documents.ts";

/** Renders the Users tab of a branch. */
export function UsersTab({ branchId }: { branchId: number }) {
  const { t } = useLingui();
  const { confirmNarrowing, narrowingDialog } = useNarrowing();
  return (
    <>
      {narrowingDialog}
      <PeopleTable
        owner={{ branch_id: branchId }}
        kind="branch-users"
        title={t`Users in Branch`}
        empty={t`No users found in this branch.`}
        list={async (page) => (await execute(BranchPeople, { id: branchId, ...page })).branch!.usersPage}
        find={async (search) => (await execute(PeopleForBranch, { id: branchId, search })).branch!.usersToAdd}
        add={async (user_ids) => {
          if (await confirmNarrowing({ user_ids, branch_ids: [branchId] }))
            await execute(AddPeopleToBranch, {
              userBranchInput: { user_ids, branch_ids: [branchId], role: "learner" },
            });
        }}
        remove={({ id }) => execute(RemovePersonFromBranch, { user_id: id, branch_id: branchId })}
        confirmation={(person) => (
          <>
            {t`Are you sure you want to remove this user from the branch?`}
            {person && <AccessNote branchId={branchId} userId={person.id} />}
          </>
        )}
      />
    </>
  );
}
