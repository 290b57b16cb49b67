import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { longDate } from "../../app/dates.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { roleLabel } from "../../app/roles.ts";
import type { UsersPageQuery } from "../../gen/graphql.ts";
import type { SheetFormat } from "../../ui/table/ExportButtons.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { Tag } from "../../ui/Tag.tsx";
import { UsersPage } from "./users.documents.ts";

export type UserRow = UsersPageQuery["usersPage"]["rows"][number];

export const nameOf = (user: { first_name: string; last_name: string }) => `${user.first_name} ${user.last_name}`;

export function useUserColumns(): Column<UserRow>[] {
  const { t } = useLingui();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: (user) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {nameOf(user)}
          {!user.is_active && <Tag>{t`Inactive`}</Tag>}
        </span>
      ),
    },
    { key: "email", header: t`Email`, sortable: true, cell: (user) => user.email },
    { key: "role", header: t`Role`, sortable: true, cell: (user) => roleLabel(user.role) },
    {
      key: "created",
      header: t`Created At`,
      sortable: true,
      cell: (user) => (user.created_at ? longDate(user.created_at) : "N/A"),
    },
  ];
}

type Filters = { search: string; sort: string | null };

/** Offers everybody whom the search finds, on all pages and in their order, as a file. */
export const exportUsers = (format: SheetFormat, filters: Filters) =>
  exportTable(
    format,
    "users",
    [msg`Name`, msg`Email`, msg`Role`, msg`Active`, msg`Created At`].map((name) => i18n._(name)),
    async (window) => (await execute(UsersPage, { ...filters, ...window })).usersPage,
    (user) => [
      nameOf(user),
      user.email,
      roleLabel(user.role),
      i18n._(user.is_active ? msg`Yes` : msg`No`),
      user.created_at.slice(0, 10),
    ],
  );
