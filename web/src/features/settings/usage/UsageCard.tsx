import { useLingui } from "@lingui/react/macro";
import { Card } from "../../../ui/Card.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import type { Usage } from "./usage.documents.ts";

type Props = {
  title: string;
  usage: Usage;
  format: (value: number) => string;
  unlimited: string;
  near: string;
  reached: string;
};

/** Shows how much of a limit is used, and what to do when it is near. */
export function UsageCard({ title, usage: { used, limit, state }, format, unlimited, near, reached }: Props) {
  const { t } = useLingui();
  const shown = format(used);
  const most = limit === null ? "" : format(limit);
  return (
    <Card title={title}>
      <p className="font-display text-2xl tabular-nums">{limit === null ? shown : t`${shown} of ${most}`}</p>
      {limit === null ? (
        <p className="mt-2 text-sm text-muted">{unlimited}</p>
      ) : (
        <div className="mt-3">
          <ProgressBar value={limit === 0 ? 100 : (used / limit) * 100} label={title} />
        </div>
      )}
      {state !== "free" && (
        <p role="status" className="mt-4 rounded-ctl bg-accent-soft px-4 py-3 text-sm text-accent-text">
          {state === "reached" ? reached : near}
        </p>
      )}
    </Card>
  );
}
