import { useLingui } from "@lingui/react/macro";
import { Check, CircleDot, Clock, CornerUpLeft, Minus, X } from "lucide-react";
import type { CourseMatrixQuery } from "../../../gen/graphql.ts";
import { formatPercent, formatTableDate } from "../../../ui/format.ts";

type Cell = CourseMatrixQuery["courseReport"]["matrix"]["rows"][number]["cells"][number];

/** Renders what a learner did in a unit, with a shape and words beside the colour. */
export function MatrixCell({ cell }: { cell: Cell | undefined }) {
  const { t } = useLingui();
  if (!cell)
    return (
      <span className="flex w-max items-center gap-1.5 text-muted">
        <Minus size={14} aria-hidden className="shrink-0" />
        {t`Not begun`}
      </span>
    );
  const { state, date, score, result } = cell;
  const isComplete = state === "completed";
  const outcomes: Record<string, string> = {
    passed: t`Passed`,
    failed: t`Failed`,
    waiting: t`Waiting for a mark`,
    submitted: t`Waiting for review`,
    returned: t`Returned`,
    accepted: t`Accepted`,
  };
  const Icon = isComplete ? Check : CircleDot;
  const details = [result && outcomes[result], score !== null && formatPercent(score)].filter(Boolean).join(" · ");
  const DetailIcon = result ? icons[result as keyof typeof icons] : undefined;
  return (
    <span className="grid w-max gap-0.5">
      <span className="flex items-center gap-1.5">
        <Icon size={14} aria-hidden className={`shrink-0 ${isComplete ? "text-ok-text" : "text-muted"}`} />
        <span>{isComplete ? t`Completed` : t`Opened`}</span>
        {date && <span className="text-small text-muted tabular-nums">{formatTableDate(date)}</span>}
      </span>
      {details && (
        <span className="flex items-center gap-1.5 text-small text-muted tabular-nums">
          {DetailIcon && <DetailIcon size={13} aria-hidden className="shrink-0" />}
          {details}
        </span>
      )}
    </span>
  );
}

const icons = { passed: Check, failed: X, waiting: Clock, submitted: Clock, returned: CornerUpLeft, accepted: Check };
