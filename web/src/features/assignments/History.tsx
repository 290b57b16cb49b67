import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Card } from "../../ui/Card.tsx";
import type { Submission } from "./assignments.documents.ts";
import { SubmissionStatus } from "./SubmissionStatus.tsx";
import { formatDateTime } from "../../ui/format.ts";

/** Lists everything the user submitted for the same assignment, the latest first; nothing for a single submission. */
export function History({ submission }: { submission: Submission }) {
  const { t } = useLingui();
  if (submission.history.length < 2) return null;
  return (
    <Card title={t`History`}>
      <ol className="divide-y divide-line">
        {submission.history.map(({ id, state, comment, created_at }) => {
          const when = formatDateTime(created_at);
          return (
            <li key={id} className="py-3 text-sm first:pt-0 last:pb-0">
              <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
                {id === submission.id ? (
                  <span aria-current="true" className="font-medium">
                    {when}
                  </span>
                ) : (
                  <Link
                    to="/submissions/$id"
                    params={{ id }}
                    className="font-medium text-brand-text underline-offset-4 hover:underline"
                  >
                    {when}
                  </Link>
                )}
                <SubmissionStatus state={state} />
              </div>
              {comment && (
                <p className="mt-1 line-clamp-3 text-muted" title={comment}>
                  {comment}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
