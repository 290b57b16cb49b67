import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { Ban, ExternalLink, RotateCcw } from "lucide-react";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { useChangeFilters } from "../../app/urlTable.ts";
import { useListTable } from "../../app/useListTable.ts";
import type { BadgeAwardsQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonClass } from "../../ui/buttonClass.ts";
import { formatDateTime } from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { BadgeAwards } from "./badges.documents.ts";
import { RevokeBadgeDialog, useRestoreBadge } from "./RevokeBadgeDialog.tsx";

type Row = BadgeAwardsQuery["badgeAwards"]["rows"][number];

/** Lists who has a badge, and whose was revoked. */
export function BadgeAwardList({ id }: { id: number }) {
  const { t } = useLingui();
  const changeFilters = useChangeFilters();
  const { state } = useSearch({ from: "/signed-in/shell/back-office/badges/$id" });
  const [revoked, setRevoked] = useState<Row | null>(null);
  const restoring = useRestoreBadge();
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["badgeAwards", id, state],
    load: async (page) => (await execute(BadgeAwards, { id, state: state ?? null, ...page })).badgeAwards,
    failure: t`The people could not be loaded.`,
    exported: { kind: "badge-awards", badge_id: id, state: state ?? null },
  });
  return (
    <>
      <h2 className="mb-4 text-large font-semibold">{t`People`}</h2>
      <DataTable
        {...list}
        label={t`People`}
        columns={columns}
        searchLabel={t`Search people`}
        rowHref={({ user_id }) => `/user/${user_id}`}
        toolbar={
          <Select
            compact
            label={t`Status`}
            value={state ?? ""}
            onChange={({ target }) => changeFilters({ state: target.value || undefined })}
            options={[
              { value: "", label: t`Every status` },
              { value: "valid", label: t`Valid` },
              { value: "revoked", label: t`Revoked` },
            ]}
          />
        }
        actions={(row) => (
          <>
            <a
              href={row.address}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ kind: "ghost", size: "small" })}
              aria-label={t`Open the badge of ${row.user_name}`}
            >
              <ExternalLink size={15} aria-hidden />
              {t`Open the badge`}
            </a>
            {row.revoked_at ? (
              <Button
                kind="ghost"
                size="small"
                aria-label={t`Restore the badge of ${row.user_name}`}
                disabled={restoring.isPending}
                onClick={() => restoring.mutate(row)}
              >
                <RotateCcw size={15} aria-hidden />
                {t`Restore`}
              </Button>
            ) : (
              <Button
                kind="ghost"
                size="small"
                aria-label={t`Revoke the badge of ${row.user_name}`}
                onClick={() => setRevoked(row)}
              >
                <Ban size={15} aria-hidden />
                {t`Revoke`}
              </Button>
            )}
          </>
        )}
        empty={{
          title: t`Nobody has this badge yet`,
          text: t`People who earn it are listed here.`,
          noMatch: { title: t`No people found`, text: t`Try another search or another status.` },
        }}
      />
      {revoked && <RevokeBadgeDialog award={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  const sources: Record<string, string> = {
    person: t`Awarded by a person`,
    automation: t`Awarded by an automation`,
    course: t`Course completed`,
    path: t`Learning path completed`,
  };
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: ({ user_name, email }) => (
        <>
          {user_name}
          <span className="block text-small text-muted">{email}</span>
        </>
      ),
    },
    {
      key: "source",
      header: t`Why`,
      cell: ({ source, awarded_by }) => (
        <>
          {sources[source] ?? source}
          {awarded_by && <span className="block text-small text-muted">{awarded_by}</span>}
        </>
      ),
    },
    { key: "awarded", header: t`Awarded`, sortable: true, cell: (row) => formatDateTime(row.awarded_at) },
    {
      key: "state",
      header: t`Status`,
      sortable: true,
      cell: ({ revoked_at, revoke_reason }) =>
        revoked_at ? (
          <>
            <StatusDot tone="rest" label={t`Revoked`} />
            <span className="block max-w-prose text-small text-muted">{revoke_reason}</span>
          </>
        ) : (
          <StatusDot tone="ok" label={t`Valid`} />
        ),
    },
  ];
}
