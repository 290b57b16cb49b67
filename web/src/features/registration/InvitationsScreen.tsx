import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useListTable } from "../../app/useListTable.ts";
import type { InvitationsPageQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { formatList, formatTableDate } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { InvitationDialog } from "./InvitationDialog.tsx";
import { InvitationsPage, RevokeInvitation } from "./registration.documents.ts";

type Row = InvitationsPageQuery["invitationsPage"]["rows"][number];

/** Renders `/invitations`: the links by which people register. */
export function InvitationsScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["invitationsPage"],
    load: async (page) => (await execute(InvitationsPage, page)).invitationsPage,
    failure: t`The invitations could not be loaded.`,
    exported: { kind: "invitations" },
  });
  const revoking = useMutation({
    mutationFn: ({ id }: Row) => execute(RevokeInvitation, { id }),
    onSuccess: async (_, { name }) => {
      setDoomed(null);
      toast({ kind: "success", text: t`${name} was revoked.` });
      await client.invalidateQueries({ queryKey: ["invitationsPage"] });
    },
  });
  const create = <Button onClick={() => setCreating(true)}>{t`+ Create invitation`}</Button>;
  return (
    <>
      <BackLink to="/users">{t`Back to users`}</BackLink>
      <PageHeader title={t`Invitations`} text={t`Links by which people register on their own.`}>
        <ButtonLink to="/registrations" kind="quiet">
          {t`Registrations`}
        </ButtonLink>
        {create}
      </PageHeader>
      <DataTable
        {...list}
        label={t`Invitations`}
        columns={columns}
        searchLabel={t`Search invitations`}
        actions={(row) =>
          row.state === "revoked" ? null : (
            <Button kind="ghost" size="small" aria-label={t`Revoke ${row.name}`} onClick={() => setDoomed(row)}>
              {t`Revoke`}
            </Button>
          )
        }
        empty={{
          title: t`No invitations yet`,
          text: t`An invitation is a link that you share. It says who invites, and puts people into a branch, groups and a course.`,
          action: create,
          noMatch: { title: t`No invitations found`, text: t`Try adjusting your search.` },
        }}
      />
      {isCreating && <InvitationDialog onClose={() => setCreating(false)} />}
      <Confirm
        open={doomed !== null}
        onClose={() => {
          revoking.reset();
          setDoomed(null);
        }}
        onConfirm={() => doomed && revoking.mutate(doomed)}
        title={t`Revoke invitation`}
        confirm={t`Revoke`}
        busy={revoking.isPending}
        error={revoking.error ? getMessage(revoking.error) : undefined}
      >
        {t`Nobody can register by this link any more. Accounts that exist stay. A revoked link cannot be used again; create a new one instead.`}
      </Confirm>
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  const states: Record<string, string> = {
    open: t`Open`,
    expired: t`Expired`,
    used: t`Used up`,
    revoked: t`Revoked`,
  };
  return [
    { key: "name", header: t`Name`, sortable: true, cell: (row) => row.name },
    { key: "state", header: t`Status`, cell: (row) => states[row.state] ?? row.state },
    {
      key: "places",
      header: t`Invites to`,
      cell: (row) => formatList([row.branch ?? t`Main site`, ...row.groups, ...(row.course ? [row.course] : [])]),
    },
    {
      key: "uses",
      header: t`Uses`,
      sortable: true,
      align: "right",
      cell: (row) => (row.most_uses === null ? String(row.uses) : t`${row.uses} of ${row.most_uses}`),
    },
    { key: "expires", header: t`Valid until`, sortable: true, cell: (row) => formatTableDate(row.expires_at) },
    { key: "by", header: t`Created by`, cell: (row) => row.created_by },
  ];
}
