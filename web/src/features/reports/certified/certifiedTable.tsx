import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { tableDate } from "../../../app/dates.ts";
import type { CertifiedPageQuery } from "../../../gen/graphql.ts";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import type { Column } from "../../../ui/table/tableQuery.ts";

export type Certified = CertifiedPageQuery["certifiedPage"]["rows"][number];

export const states = {
  due: { label: msg`Expires within 30 days`, tone: "warn" },
  expired: { label: msg`Expired`, tone: "danger" },
  valid: { label: msg`Valid`, tone: "ok" },
  revoked: { label: msg`Revoked`, tone: "rest" },
} as const;
export type State = keyof typeof states;

export const isState = (text: unknown): text is State => typeof text === "string" && Object.hasOwn(states, text);

const stateText = ({ state }: Certified) => (isState(state) ? i18n._(states[state].label) : state);

export function useCertifiedColumns(): Column<Certified>[] {
  const { t } = useLingui();
  return [
    { key: "name", header: t`Name`, cell: (row) => row.user_name, sortable: true },
    { key: "course", header: t`Course`, cell: (row) => row.course_title, sortable: true },
    { key: "completed", header: t`Completed`, cell: (row) => tableDate(row.completed_on), sortable: true },
    { key: "expires", header: t`Expires`, cell: (row) => tableDate(row.expires_on), sortable: true },
    {
      key: "state",
      header: t`Status`,
      sortable: true,
      cell: (row) => (
        <>
          <StatusDot tone={isState(row.state) ? states[row.state].tone : "rest"} label={stateText(row)} />
          {row.revoke_reason && <span className="block text-small text-muted">{row.revoke_reason}</span>}
          {row.is_again && <span className="block text-small text-muted">{t`Is taking it again`}</span>}
        </>
      ),
    },
  ];
}
