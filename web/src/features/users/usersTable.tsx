import { useLingui } from "@lingui/react/macro";
import type { ListedField } from "../../app/membership/memberChoices.ts";
import { roleLabel } from "../../app/roles.ts";
import { useFieldValueText } from "../../app/userFields/useFieldValueText.ts";
import type { UsersPageQuery } from "../../gen/graphql.ts";
import { formatTableDate } from "../../ui/format.ts";
import { useSmall } from "../../ui/useNarrow.ts";
import { StatusDot } from "../../ui/StatusDot.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";

type UsersPage = UsersPageQuery["usersPage"];
export type UserRow = UsersPage["rows"][number] & {
  /** The values of the user fields that the page has, by the id of the field. */
  fields: Readonly<Record<number, string | null | undefined>>;
};

/** Returns the users of a page, each with the values of their fields, which the server sends by field. */
export const toUserRows = ({ rows, field_columns }: UsersPage): UserRow[] =>
  rows.map((row, at) => ({
    ...row,
    fields: Object.fromEntries(Object.entries(field_columns).map(([id, values]) => [id, values[at]])),
  }));

export const formatName = (user: { first_name: string; last_name: string }) => `${user.first_name} ${user.last_name}`;

/**
 * Returns the columns of the users list.
 * @param chosen the keys of those to show besides the name, in every window; the usual ones that fit without them
 */
export function useUserColumns(fields: readonly ListedField[], chosen: readonly string[] | null): Column<UserRow>[] {
  const all = useAllColumns(fields);
  const isSmall = useSmall();
  const hidden = new Set([
    ...fields.flatMap(({ id, is_listed }) => (is_listed ? [] : `field_${id}`)),
    ...(isSmall ? [...MINOR, ...fields.map(({ id }) => `field_${id}`)] : []),
  ]);
  return all.filter(({ key }) => key === "name" || (chosen ? chosen.includes(key) : !hidden.has(key)));
}

/** The usual columns that a small window leaves out, with the user fields. */
const MINOR = ["groups", "active", "created"];

/** Returns all columns that the users list can show. */
export function useAllColumns(fields: readonly ListedField[]): Column<UserRow>[] {
  const { t } = useLingui();
  const format = useFieldValueText();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: formatName,
    },
    { key: "email", header: t`Email`, sortable: true, cell: (user) => user.email },
    { key: "role", header: t`Role`, sortable: true, cell: (user) => roleLabel(user.role) },
    {
      key: "status",
      header: t`Status`,
      cell: ({ is_active }) => (
        <StatusDot tone={is_active ? "ok" : "rest"} label={is_active ? t`Active` : t`Inactive`} />
      ),
    },
    { key: "groups", header: t`Groups`, cell: ({ groups }) => groups.join(", ") || "–" },
    ...fields.map(({ id, name, type }): Column<UserRow> => ({
      key: `field_${id}`,
      header: name,
      cell: (user) => format(type, user.fields[id]),
    })),
    {
      key: "active",
      header: t`Last active`,
      cell: ({ last_active_on }) => (last_active_on ? formatTableDate(last_active_on) : "–"),
    },
    {
      key: "created",
      header: t`Created At`,
      sortable: true,
      cell: ({ created_at }) => formatTableDate(created_at),
    },
  ];
}
