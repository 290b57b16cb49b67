import { useLingui } from "@lingui/react/macro";
import { roleLabel } from "../../app/roles.ts";
import type { UsersPageQuery } from "../../gen/graphql.ts";
import type { Column } from "../../ui/table/tableQuery.ts";
import { Tag } from "../../ui/Tag.tsx";
import { formatLongDate } from "../../ui/format.ts";

export type UserRow = UsersPageQuery["usersPage"]["rows"][number];

export const formatName = (user: { first_name: string; last_name: string }) => `${user.first_name} ${user.last_name}`;

export function useUserColumns(): Column<UserRow>[] {
  const { t } = useLingui();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: (user) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {formatName(user)}
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
      cell: (user) => (user.created_at ? formatLongDate(user.created_at) : t`N/A`),
    },
  ];
}
