import { useLingui } from "@lingui/react/macro";
import { useExport } from "../../../app/useExport.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import { sortArgument } from "../../../app/urlTable.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage, useTableQuery } from "../../../ui/table/tableQuery.ts";
import { findGroups } from "../choices.ts";
import { AddUserToGroup, RemoveUserFromGroup } from "../users.documents.ts";
import { RemovalDialog } from "../../../app/membership/RemovalDialog.tsx";
import { SearchPicker } from "../../../app/membership/SearchPicker.tsx";
import { useMembership } from "../../../app/membership/useMembership.ts";
import type { ViewedUser } from "../users.documents.ts";

type Group = ViewedUser["groups"][number];

const page = { text: (row: Group) => row.name, value: (row: Group) => row.name };

/** Renders the Groups tab of a user. */
export function GroupsTab({ user }: { user: ViewedUser }) {
  const { t } = useLingui();
  const mayManage = useViewer().can("group.manage");
  const [query, setQuery] = useTableQuery();
  const exportTable = useExport();
  const { rows, total } = useLocalPage(user.groups, query, page);
  const { picker, removal } = useMembership<Group>({
    add: (group_ids) => execute(AddUserToGroup, { user_id: user.id, group_ids }),
    remove: ({ id }) => execute(RemoveUserFromGroup, { user_id: user.id, group_id: id }),
  });

  return (
    <>
      <DataTable
        label={t`Groups`}
        columns={[{ key: "name", header: t`Name`, sortable: true, cell: (row) => row.name }]}
        rows={rows}
        total={total}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search groups`}
        toolbar={
          mayManage && (
            <Button size="small" onClick={picker.onOpen}>
              {t`Add to Group`}
            </Button>
          )
        }
        {...(mayManage && {
          actions: (row: Group) => (
            <Button kind="ghost" size="small" aria-label={t`Remove ${row.name}`} onClick={() => removal.ask(row)}>
              {t`Remove`}
            </Button>
          ),
        })}
        onExport={(format) =>
          exportTable(
            { kind: "user-groups-list", user_id: user.id, search: query.search, sort: sortArgument(query) },
            format,
          )
        }
        empty={{ title: t`This user is not part of any groups.` }}
      />
      <SearchPicker
        {...picker}
        kind="groups"
        find={findGroups}
        title={t`Add User to Groups`}
        searchLabel={t`Search groups...`}
        empty={t`No groups available for selection.`}
        without={user.groups.map(({ id }) => id)}
      />
      <RemovalDialog removal={removal} name={(row) => row.name}>
        {t`Are you sure you want to remove this user from this group?`}
      </RemovalDialog>
    </>
  );
}
