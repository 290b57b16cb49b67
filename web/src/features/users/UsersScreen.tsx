import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Eye } from "lucide-react";
import { useRef, useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { memberChoicesQuery } from "../../app/membership/memberChoices.ts";
import { useViewer } from "../../app/session.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { useExport } from "../../app/useExport.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { DeleteButton } from "../../app/RowActions.tsx";
import { BulkActions } from "./BulkActions.tsx";
import { ColumnMenu } from "./ColumnMenu.tsx";
import { DeleteUserDialog } from "./DeleteUserDialog.tsx";
import { UserFilters } from "./UserFilters.tsx";
import type { UserFilterInput, UsersPageQuery } from "../../gen/graphql.ts";
import { SelectableUsers } from "./filters.documents.ts";
import { UsersPage } from "./users.documents.ts";
import { UserViewsMenu } from "./UserViewsMenu.tsx";
import type { UserSearch } from "./userSearch.ts";
import { formatName, toUserRows, type UserRow, useUserColumns } from "./usersTable.tsx";

/** Renders `/users`: the users of this site. */
export function UsersScreen() {
  const { t } = useLingui();
  const viewer = useViewer();
  const [query, setQuery] = useUrlTable();
  const [doomed, setDoomed] = useState<UserRow | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // Whether all users whom the server selected by a filter may be changed.
  const [mayEditAll, setMayEditAll] = useState(true);
  const [fixed, setFixed] = useState<ReadonlySet<number>>(new Set());
  const exportTable = useExport();
  const found: UserSearch = useSearch({ strict: false });
  const { role, state, group, branch, idle, overdue, enrolment, course, field, value } = found;
  const choices = useQuery(memberChoicesQuery).data;
  const settings = choices?.user_list;
  const inAddress = found.columns?.split(".");
  const chosenColumns = inAddress ?? settings?.columns ?? null;
  const filters = {
    search: query.search,
    sort: sortArgument(query),
    role,
    state,
    group_id: group,
    branch_id: branch,
    idle_days: idle,
    is_overdue: overdue,
    ...(enrolment === "in" && course !== undefined && { enrolled_in: course }),
    ...(enrolment === "not_in" && course !== undefined && { not_enrolled_in: course }),
    ...(field !== undefined && value !== undefined && { field_id: field, field_value: value }),
  };
  const { sort: _, ...filter } = filters;
  // All whom this filter leaves are selected, on every page; another filter is another choice.
  const [allOf, setAllOf] = useState<string | null>(null);
  const isAllChosen = allOf === JSON.stringify(filter);
  // The filter whose users are being selected, until something else is chosen.
  const wanted = useRef<string | null>(null);
  const selectingAll = useMutation({
    mutationFn: async (users: UserFilterInput) => (await execute(SelectableUsers, { users })).selectableUsers,
    onSuccess: ({ ids, may_edit }, users) => {
      if (wanted.current !== JSON.stringify(filter)) return;
      setMayEditAll(may_edit);
      setChosen(new Set(ids));
      setAllOf(JSON.stringify(users));
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const users = useQuery({
    queryKey: ["usersPage", filters, query, found.columns],
    queryFn: () =>
      execute(UsersPage, { ...filters, ...pageArguments(query), field_ids: inAddress && toFieldIds(inAddress) }),
    select: toPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  const fields = choices?.fields ?? [];
  const columns = useUserColumns(fields, chosenColumns);
  const page = users.data;

  return (
    <>
      <PageHeader title={t`Users`}>
        {viewer.can("registration.manage") && (
          <ButtonLink to="/invitations" kind="quiet">
            {t`Invitations`}
          </ButtonLink>
        )}
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
        rows={page?.rows}
        total={page?.total ?? 0}
        rowKey={(user) => user.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users`}
        refreshing={users.isPlaceholderData}
        toolbar={
          <>
            <UserFilters search={found} fields={fields} />
            <div className="flex gap-1 max-sm:-ml-3 max-sm:w-full">
              <UserViewsMenu search={found} filters={filters} columns={chosenColumns} views={settings?.views ?? []} />
              <ColumnMenu fields={fields} shown={columns.map(({ key }) => key)} isInView={inAddress !== undefined} />
            </div>
          </>
        }
        selection={{
          chosen,
          onChange: choose,
          id: (user) => user.id,
          label: (user) => (user.in_reach && user.id !== viewer.id ? t`Select ${formatName(user)}` : null),
          matching: {
            total: isAllChosen ? chosen.size : (page?.total ?? 0),
            isChosen: isAllChosen,
            isBusy: selectingAll.isPending,
            onChoose: () => {
              wanted.current = JSON.stringify(filter);
              selectingAll.mutate(filter);
            },
          },
        }}
        bulkActions={
          <BulkActions
            userIds={[...chosen]}
            people={isAllChosen ? filter : { user_ids: [...chosen] }}
            mayEdit={mayEditAll && [...chosen].every((id) => !fixed.has(id))}
            onDone={clear}
          />
        }
        actions={(user) => actions(user)}
        onExport={(format) => exportTable({ kind: "users-list", ...filters, columns: chosenColumns }, format)}
        empty={{
          title: t`No users yet`,
          text: t`Add users one by one, or many at once from a CSV file.`,
          action: viewer.can("user.create") && <ButtonLink to="/adduser">{t`+ Add User`}</ButtonLink>,
          noMatch: { title: t`No Users Found`, text: t`Try adjusting your search or add a new user.` },
        }}
        error={
          users.error && {
            title: t`The users could not be loaded.`,
            detail: getMessage(users.error),
            onRetry: () => void users.refetch(),
          }
        }
      />
      <DeleteUserDialog user={doomed} onClose={() => setDoomed(null)} onDeleted={leaveOut} />
    </>
  );

  /** Remembers which users on this page may not be changed, because a selection can span several pages. */
  function choose(ids: ReadonlySet<number>) {
    const rows = page?.rows.filter((user) => !user.may_edit) ?? [];
    setFixed((known) => new Set([...known, ...rows.map((user) => user.id)]));
    setChosen(ids);
    setAllOf(null);
    wanted.current = null;
    if (ids.size === 0) setMayEditAll(true);
  }

  function clear() {
    choose(new Set());
  }

  /** Takes a deleted user out of the selection, which could not be changed any more with them. */
  function leaveOut(id: number) {
    setChosen((ids) => new Set([...ids].filter((each) => each !== id)));
  }

  function actions(user: UserRow) {
    if (!user.in_reach) return null;
    const name = formatName(user);
    return (
      <>
        <ButtonLink kind="ghost" size="small" aria-label={t`View ${name}`} to="/user/$id" params={{ id: user.id }}>
          <Eye size={15} aria-hidden />
          {t`View`}
        </ButtonLink>
        {user.may_edit && viewer.can("user.delete") && user.id !== viewer.id && (
          <DeleteButton name={name} onPress={() => setDoomed(user)} />
        )}
      </>
    );
  }
}

const toPage = ({ usersPage }: UsersPageQuery) => ({ total: usersPage.total, rows: toUserRows(usersPage) });

const toFieldIds = (columns: string[]) =>
  columns.flatMap((key) => (key.startsWith("field_") ? Number(key.slice("field_".length)) || [] : []));
