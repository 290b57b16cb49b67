import { useLingui } from "@lingui/react/macro";
import { StatusDot } from "../../../../../ui/StatusDot.tsx";
import type { Attempt } from "./attempt.ts";

type Question = NonNullable<Attempt["review"]>[number];

/** Shows the mark of an essay: the levels that it reached, and the comment; or that it waits for a mark. */
export function EssayMark({ is_waiting, levels, comment, answer }: Question) {
  const { t } = useLingui();
  if (is_waiting) return <StatusDot tone="rest" label={t`Waiting for a mark`} />;
  if (answer.length === 0) return <StatusDot tone="warn" label={t`Not answered`} />;
  return (
    <>
      <StatusDot tone="ok" label={t`Marked`} />
      {levels && (
        <dl className="mt-2 grid gap-1.5">
          {levels.map(({ criterion, level, points, most }) => (
            <div key={criterion}>
              <dt className="inline font-medium">{criterion}: </dt>
              <dd className="inline">
                {level} <span className="text-muted tabular-nums">{t`(${points} of ${most})`}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {comment && (
        <span className="mt-2 block whitespace-pre-line">
          <span className="text-muted">{t`Comment:`}</span> {comment}
        </span>
      )}
    </>
  );
}
