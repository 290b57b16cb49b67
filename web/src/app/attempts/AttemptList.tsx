import { useLingui } from "@lingui/react/macro";
import type { CourseAttemptsQuery } from "../../gen/graphql.ts";
import { buttonClass } from "../../ui/buttonClass.ts";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { givenText } from "./givenText.ts";
import { formatLongDate } from "../../ui/format.ts";

type Attempt = CourseAttemptsQuery["courseAttempts"][number];

/** Lists former attempts at a course with their dates, answers and certificate. */
export function AttemptList({ attempts, isOwn }: { attempts: Attempt[]; isOwn: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {attempts.map((attempt) => (
        <Row key={attempt.id} attempt={attempt} isOwn={isOwn} />
      ))}
    </ul>
  );
}

function Row({ attempt, isOwn }: { attempt: Attempt; isOwn: boolean }) {
  const { t } = useLingui();
  const { attempt: number, certificate_url, answers } = attempt;
  const completed = attempt.completed_at && formatLongDate(attempt.completed_at);
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span className="min-w-0 flex-1 basis-48">
          <span className="font-medium">{t`Attempt ${number}`}</span>{" "}
          <span className="text-muted">
            {completed ? t`completed on ${completed}` : t`reset before it was complete`}
          </span>
        </span>
        {certificate_url && (
          <a
            href={certificate_url}
            aria-label={t`Certificate of attempt ${number}`}
            className={buttonClass({ kind: "quiet", size: "small" })}
          >
            {t`Certificate`}
          </a>
        )}
      </div>
      {answers.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="cursor-pointer text-brand-text">
            {isOwn ? t`What you answered` : t`What was answered`}
          </summary>
          <ul className="mt-2 grid gap-3">
            {answers.map((answer, at) => (
              <li key={at} className="border-l-2 border-line pl-3">
                <p className="text-muted">{answer.question ?? answer.unit}</p>
                <p>{givenText(answer.response)}</p>
                {answer.is_correct != null && (
                  <StatusDot
                    tone={answer.is_correct ? "ok" : "warn"}
                    label={answer.is_correct ? t`Correct` : t`Incorrect`}
                  />
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
