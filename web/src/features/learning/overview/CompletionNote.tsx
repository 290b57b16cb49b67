import { useLingui } from "@lingui/react/macro";
import type { Overview } from "./overviewQuery.ts";
import { formatPercent } from "../../../ui/format.ts";

/** Shows the learner's progress by the completion rule of the course. */
export function CompletionNote({ course }: { course: Overview }) {
  const { t } = useLingui();
  const { units_completed: done, total_units: all, units_needed: needed, completion_percentage } = course;
  const share = formatPercent(completion_percentage);
  if (all === 0) return null;
  const isShare = course.completion_rules === "percentage";
  const left = needed - done;
  return (
    <p className="mt-4 text-muted">
      {isShare
        ? t`${done} of ${all} units; this course counts as complete at ${share}.`
        : t`${done} of ${all} units; this course counts as complete when all are.`}{" "}
      {course.is_complete ? t`You have completed it.` : leftText()}
    </p>
  );

  function leftText() {
    if (left <= 0) return null;
    return left === 1 ? t`1 more unit completes it.` : t`${left} more units complete it.`;
  }
}
