import { useLingui } from "@lingui/react/macro";
import { formatDateTime } from "../../../../../ui/format.ts";
import { StatusDot } from "../../../../../ui/StatusDot.tsx";
import { Tag } from "../../../../../ui/Tag.tsx";
import { type Attempt, formatScore } from "./attempt.ts";
import { ReviewList } from "./AttemptReview.tsx";

/** Lists all attempts at a test with their scores, the latest first; earlier ones can be opened. */
export function AttemptHistory({ attempts, lastId }: { attempts: Attempt[]; lastId: number }) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Your attempts`} className="rounded-card border border-line bg-surface p-6 sm:p-8">
      <h2 className="text-large font-semibold">{t`Your attempts`}</h2>
      <ul className="mt-3 divide-y divide-line">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="py-3">
            <Row attempt={attempt} />
            {attempt.review && attempt.id !== lastId && (
              <details className="mt-2 text-sm">
                <summary className="cursor-pointer text-brand-text">{t`What you answered`}</summary>
                <ReviewList questions={attempt.review} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ attempt }: { attempt: Attempt }) {
  const { t } = useLingui();
  const { number, score, is_passed, is_waiting, counts, submitted_at } = attempt;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-medium">{t`Attempt ${number}`}</span>{" "}
        {submitted_at && <span className="text-muted">{formatDateTime(submitted_at)}</span>}
      </span>
      {counts && <Tag tone="brand">{t`Counts`}</Tag>}
      <span className="tabular-nums">{score == null ? null : formatScore(score)}</span>
      {is_waiting && <StatusDot tone="rest" label={t`Waiting for a mark`} />}
      {is_passed != null && (
        <StatusDot tone={is_passed ? "ok" : "warn"} label={is_passed ? t`Passed` : t`Not passed`} />
      )}
    </div>
  );
}
