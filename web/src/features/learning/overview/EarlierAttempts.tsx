import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { longDate } from "../../../app/dates.ts";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { CourseAttemptsQuery } from "../../../gen/graphql.ts";
import { buttonClass } from "../../../ui/buttonClass.ts";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { CourseAttempts } from "../learning.documents.ts";
import { givenText } from "./givenText.ts";

type Attempt = CourseAttemptsQuery["courseAttempts"][number];

/** What one did in this course before one began it anew: when, which answers, and the certificate of then. */
export default function EarlierAttempts({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ["courseAttempts", courseId],
    queryFn: async () => (await execute(CourseAttempts, { course_id: courseId })).courseAttempts,
  });
  return (
    <Card title={t`Earlier attempts`}>
      {error && !data ? (
        <ErrorState
          title={t`Your earlier attempts could not be loaded.`}
          detail={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton className="h-20" />
      ) : (
        <ul className="divide-y divide-line">
          {data.map((attempt) => (
            <Row key={attempt.id} attempt={attempt} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ attempt }: { attempt: Attempt }) {
  const { t } = useLingui();
  const { attempt: number, certificate_url, answers } = attempt;
  const completed = longDate(attempt.completed_at);
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span className="min-w-0 flex-1 basis-48">
          <span className="font-medium">{t`Attempt ${number}`}</span>{" "}
          <span className="text-muted">{t`completed on ${completed}`}</span>
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
          <summary className="cursor-pointer text-brand-text">{t`What you answered`}</summary>
          <ul className="mt-2 grid gap-3">
            {answers.map((answer, at) => (
              <li key={at} className="border-l-2 border-line pl-3">
                <p className="break-words text-muted">{answer.question ?? answer.unit}</p>
                <p className="break-words">{givenText(answer.response)}</p>
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
