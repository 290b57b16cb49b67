import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { BulkActions } from "./BulkActions.tsx";
import { DeleteUserDialog } from "./DeleteUserDialog.tsx";
import { UsersPage } from "./users.documents.ts";
import { exportUsers, nameOf, type UserRow, useUserColumns } from "./usersTable.tsx";

/** `/users`: the people of this site. */
export function UsersScreen() {
  const { t } = useLingui();
  const viewer = useViewer();
  const [query, setQuery] = useUrlTable();
  const [doomed, setDoomed] = useState<UserRow | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const columns = useUserColumns();
  const filters = { search: query.search, sort: sortArgument(query) };
  const users = useQuery({
    queryKey: ["usersPage", query],
    queryFn: async () => (await execute(UsersPage, { ...filters, ...pageArguments(query) })).usersPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`Users`}>
        {viewer.can("user.bulk") && (
          <ButtonLink to="/bulkcreateusers" kind="quiet">
            {t`+ Bulk Create Users`}
          </ButtonLink>
        )}
        {viewer.can("user.create") && <ButtonLink to="/adduser">{t`+ Add User`}</ButtonLink>}
      </PageHeader>
      <DataTable
        label={t`Users`}
        columns={columns}
        rows={users.data?.rows}
        total={users.data?.total ?? 0}
        rowKey={(user) => user.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users`}
        refreshing={users.isPlaceholderData}
        selection={{
          chosen,
          onChange: setChosen,
          id: (user) => user.id,
          label: (user) => (user.in_reach && user.id !== viewer.id ? t`Select ${nameOf(user)}` : null),
        }}
        bulkActions={<BulkActions userIds={[...chosen]} onDone={() => setChosen(new Set())} />}
        actions={(user) => actions(user)}
        onExport={(format) => exportUsers(format, filters)}
        empty={{ title: t`No Users Found`, text: t`Try adjusting your search or add a new user.` }}
        error={
          users.error && {
            title: t`The users could not be loaded.`,
            detail: messageOf(users.error),
            onRetry: () => void users.refetch(),
          }
        }
      />
      <DeleteUserDialog user={doomed} onClose={() => setDoomed(null)} />
    </>
  );

  function actions(user: UserRow) {
    if (!user.in_reach) return null;
    const name = nameOf(user);
    return (
      <>
        <ButtonLink kind="ghost" size="small" aria-label={t`View ${name}`} to="/user/$id" params={{ id: user.id }}>
          <Eye size={15} aria-hidden />
          {t`View`}
        </ButtonLink>
        {viewer.can("user.delete") && user.id !== viewer.id && (
          <Button kind="ghost" size="small" aria-label={t`Delete ${name}`} onClick={() => setDoomed(user)}>
            <Trash2 size={15} aria-hidden />
            {t`Delete`}
          </Button>
        )}
      </>
    );
  }
}
