import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Returns the colour and label of a user's status in a course. A course can be complete below 100 percent, by its rule. */
export function courseStatus(percent: number, isComplete: boolean): { tone: "ok" | "warn" | "rest"; label: string } {
  if (isComplete || percent >= 100) return { tone: "ok", label: i18n._(msg`Completed`) };
  if (percent > 0) return { tone: "warn", label: i18n._(msg`In Progress`) };
  return { tone: "rest", label: i18n._(msg`Not Started`) };
}
