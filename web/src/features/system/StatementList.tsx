import { useLingui } from "@lingui/react/macro";
import type { SystemReportQuery } from "../../gen/graphql.ts";
import { Card } from "../../ui/Card.tsx";
import { formatNumber } from "../../ui/format.ts";

type Report = SystemReportQuery["systemReport"];

/** Shows statements that run for long now, and those that take the longest on average. */
export function StatementList({
  running,
  slowest,
}: {
  running: Report["running_statements"];
  slowest: Report["slowest_statements"];
}) {
  const { t } = useLingui();
  const formatSeconds = (seconds: number) =>
    t`${formatNumber(seconds, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} s`;
  return (
    <Card title={t`Slow statements`}>
      <h3 className="mb-2 text-sm font-semibold">{t`Running for more than a second`}</h3>
      {running.length === 0 ? (
        <p className="text-sm text-muted">{t`None at the moment.`}</p>
      ) : (
        <Statements statements={running.map(({ text, seconds }) => ({ text, note: formatSeconds(seconds) }))} />
      )}
      <h3 className="mt-5 mb-2 text-sm font-semibold">{t`Slowest on average`}</h3>
      {slowest === null || slowest === undefined ? (
        <p className="text-sm text-muted">
          {t`PostgreSQL collects these figures with its extension pg_stat_statements. Set shared_preload_libraries to pg_stat_statements, restart PostgreSQL, and run CREATE EXTENSION pg_stat_statements in this database.`}
        </p>
      ) : slowest.length === 0 ? (
        <p className="text-sm text-muted">{t`There are no figures yet.`}</p>
      ) : (
        <Statements
          statements={slowest.map(({ text, seconds, calls }) => ({
            text,
            note: t`${formatSeconds(seconds)}, called ${formatNumber(calls ?? 0)} times`,
          }))}
        />
      )}
    </Card>
  );
}

function Statements({ statements }: { statements: { text: string; note: string }[] }) {
  return (
    <ul className="divide-y divide-line text-sm">
      {statements.map(({ text, note }) => (
        <li key={text} className="py-2">
          <code className="block max-h-24 overflow-y-auto text-small whitespace-pre-wrap">{text}</code>
          <span className="text-muted tabular-nums">{note}</span>
        </li>
      ))}
    </ul>
  );
}
