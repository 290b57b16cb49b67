import { useLingui } from "@lingui/react/macro";
import type { SystemReportQuery } from "../../gen/graphql.ts";
import { Card } from "../../ui/Card.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";

type Check = SystemReportQuery["systemReport"]["checks"][number];

const TONES = { ok: "ok", warning: "warn", failure: "danger", unknown: "rest" } as const;

/** Lists what was inspected, with what to do about each problem. */
export function CheckList({ checks }: { checks: Check[] }) {
  const { t } = useLingui();
  const states = { ok: t`OK`, warning: t`Warning`, failure: t`Failure`, unknown: t`Unknown` };
  return (
    <Card title={t`State`}>
      <ul className="divide-y divide-line">
        {checks.map(({ part, title, state, detail, remedy }) => {
          const known = state as keyof typeof states;
          return (
            <li key={part} className="py-3 first:pt-0 last:pb-0">
              <div className="flex items-baseline justify-between gap-4">
                <h3 className="text-sm font-semibold">{title}</h3>
                <span className="text-sm">
                  <StatusDot tone={TONES[known]} label={states[known]} />
                </span>
              </div>
              <p className="mt-1 text-sm text-muted">{detail}</p>
              {remedy && <p className="mt-1 text-sm">{remedy}</p>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
