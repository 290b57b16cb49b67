import { useLingui } from "@lingui/react/macro";
import type { SystemReportQuery } from "../../gen/graphql.ts";
import { Card } from "../../ui/Card.tsx";
import { formatNumber } from "../../ui/format.ts";

type Queue = SystemReportQuery["systemReport"]["queues"][number];

/** Shows the kinds of jobs that wait, run or failed within the last day. */
export function QueueTable({ queues }: { queues: Queue[] }) {
  const { t } = useLingui();
  const headings = [t`Job`, t`Waiting`, t`Running`, t`Failed`, t`Longest wait`];
  return (
    <Card title={t`Jobs`}>
      {queues.length === 0 ? (
        <p className="text-sm text-muted">{t`No job is waiting, and none failed within the last day.`}</p>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={t`Jobs`}>
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-line text-muted">
                {headings.map((heading, at) => (
                  <th key={heading} scope="col" className={`py-2 pr-4 font-medium ${at ? "text-right" : "text-left"}`}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line tabular-nums">
              {queues.map((queue) => (
                <tr key={queue.name}>
                  <th scope="row" className="py-2 pr-4 text-left font-normal">
                    {queue.name}
                  </th>
                  <td className="py-2 pr-4 text-right">{formatNumber(queue.waiting)}</td>
                  <td className="py-2 pr-4 text-right">{formatNumber(queue.active)}</td>
                  <td className="py-2 pr-4 text-right">{formatNumber(queue.failed)}</td>
                  <td className="py-2 pr-4 text-right">{t`${formatNumber(Math.round(queue.longest_wait))} s`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
