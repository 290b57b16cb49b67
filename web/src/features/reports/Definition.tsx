import type { Stat } from "../../ui/Stats.tsx";
import { Explanation } from "./Explanation.tsx";
import { useExplanation } from "./useReportDefinitions.tsx";

/** The figures of cards and charts. The server explains them. */
export type Figure =
  | "completionRate"
  | "averageProgress"
  | "completed"
  | "inProgress"
  | "notStarted"
  | "assigned"
  | "courses"
  | "time"
  | "activity"
  | "weeklyTime"
  | "progress"
  | "timeOfOne"
  | "distribution"
  | "status"
  | "answered"
  | "correct"
  | "tries"
  | "compliant"
  | "stillDue"
  | "overdue"
  | "expired";

/** Returns a figure for a row of cards, with its explanation. */
export const defined = (figure: Figure, label: string, value: Stat["value"]): Stat => ({
  label,
  value,
  hint: <Definition of={figure} name={label} />,
});

/** Explains a figure of a card or chart. */
export function Definition({ of, name }: { of: Figure; name: string }) {
  return <Explanation name={name} text={useExplanation(of)} />;
}
