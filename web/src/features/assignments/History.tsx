import { useLingui } from "@lingui/react/macro";
import { Link } from "../../router/index.ts";
import { Card } from "../../ui/Card.tsx";
import type { Submission } from "./SubmissionScreen.tsx";
import { SubmissionStatus } from "./SubmissionStatus.tsx";

/** Everything this person handed in for the same assignment, the latest first; nothing while it is the only one. */
export function History({ submission }: { submission: Submission }) {
  const { t, i18n } = useLingui();
  if (submission.history.length < 2) return null;
  return (
    <Card title={t`History`}>
      <ol className="divide-y divide-line">
        {submission.history.map(({ id, state, comment, created_at }) => {
          const when = i18n.date(created_at, { dateStyle: "medium", timeStyle: "short" });
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
              {comment && <p className="mt-1 line-clamp-3 break-words text-muted">{comment}</p>}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
