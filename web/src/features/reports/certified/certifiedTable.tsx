import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { CertifiedPageQuery } from "../../../gen/graphql.ts";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import type { Column } from "../../../ui/table/tableQuery.ts";
import { useReportColumns } from "../useReportDefinitions.tsx";
import { formatTableDate } from "../../../ui/format.ts";

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

/** Returns the columns of the list of certificates. */
export function useCertifiedColumns(): Column<Certified>[] {
  const { t } = useLingui();
  return useReportColumns<Certified>("certified", {
    name: (row) => row.user_name,
    course: (row) => (
      <>
        {row.course_title}
        {row.path_id != null && <span className="block text-small text-muted">{t`Learning path`}</span>}
      </>
    ),
    completed: (row) => formatTableDate(row.completed_on),
    expiresAt: (row) => formatTableDate(row.expires_on),
    status: (row) => (
      <>
        <StatusDot tone={isState(row.state) ? states[row.state].tone : "rest"} label={stateText(row)} />
        {row.revoke_reason && <span className="block text-small text-muted">{row.revoke_reason}</span>}
        {row.is_again && <span className="block text-small text-muted">{t`Is taking it again`}</span>}
      </>
    ),
  });
}
