import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Where somebody stands with a package, in a word and a colour: what was passed or failed says more than what was completed. */
export function standing(row: { completion_status?: string | null; success_status?: string | null }) {
  if (row.success_status === "failed") return { tone: "danger", label: i18n._(msg`Failed`) } as const;
  if (row.success_status === "passed") return { tone: "ok", label: i18n._(msg`Passed`) } as const;
  if (row.completion_status === "completed") return { tone: "ok", label: i18n._(msg`Completed`) } as const;
  if (row.completion_status === "incomplete") return { tone: "warn", label: i18n._(msg`In Progress`) } as const;
  return { tone: "rest", label: i18n._(msg`Started`) } as const;
}

/** '85' or '66.67'; a dash where there is none. */
export const scoreText = (score: number | null | undefined) =>
  score == null ? "–" : i18n.number(score, { maximumFractionDigits: 2 });
