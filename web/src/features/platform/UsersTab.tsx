import { useLingui } from "@lingui/react/macro";
import { Eye } from "lucide-react";
import { execute } from "../../app/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DeleteButton, EditLink } from "../../app/RowActions.tsx";
import type { Doomed } from "./DeletePartDialog.tsx";
import { PartTable } from "./PartTable.tsx";
import { InstanceUsers } from "./platform.documents.ts";

type Props = { instanceId: number; onDelete: (doomed: Doomed) => void };

/** Renders the users of an instance. */
export function UsersTab({ instanceId, onDelete }: Props) {
  const { t } = useLingui();
  const formatName = (user: { first_name: string; last_name: string }) => `${user.first_name} ${user.last_name}`;
  return (
    <PartTable
      label={t`Users`}
      queryKey={["instanceUsers", instanceId]}
      fetchPage={async (part) => (await execute(InstanceUsers, { id: instanceId, ...part })).lmsInstance.usersPage}
      columns={[
        {
          key: "name",
          header: t`Name`,
          sortable: true,
          cell: (user) => (
            <span className="inline-flex flex-wrap items-center gap-2">
              {formatName(user)}
              {user.is_owner && <Tag tone="brand">{t`Owner`}</Tag>}
              {!user.is_active && <Tag>{t`Inactive`}</Tag>}
            </span>
          ),
        },
        { key: "email", header: t`Email`, sortable: true, cell: (user) => user.email },
      ]}
      actions={(user) => {
        const name = formatName(user);
        const params = { id: instanceId, user: user.id };
        return (
          <>
            <ButtonLink
              kind="ghost"
              size="small"
              aria-label={t`View ${name}`}
              to="/admin/instance/$id/user/$user"
              params={params}
            >
              <Eye size={15} aria-hidden />
              {t`View`}
            </ButtonLink>
            <EditLink name={name} to="/admin/instance/$id/user/$user/edit" params={params} />
            <DeleteButton name={name} onPress={() => onDelete({ type: "user", id: user.id, name })} />
          </>
        );
      }}
      searchLabel={t`Search users`}
      empty={t`No users found.`}
      error={t`The users could not be loaded.`}
      export={{ kind: "instance-users", instance_id: instanceId }}
      add={
        <ButtonLink to="/admin/instance/$id/users/create" params={{ id: instanceId }}>
          {t`+ Create User`}
        </ButtonLink>
      }
    />
  );
}
