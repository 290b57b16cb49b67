import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatNumber } from "../../../ui/format.ts";

/** Returns the label and colour of a user's status in a package: passed or failed say more than completed. */
export function getStatus(row: { completion_status?: string | null; success_status?: string | null }) {
  if (row.success_status === "failed") return { tone: "danger", label: i18n._(msg`Failed`) } as const;
  if (row.success_status === "passed") return { tone: "ok", label: i18n._(msg`Passed`) } as const;
  if (row.completion_status === "completed") return { tone: "ok", label: i18n._(msg`Completed`) } as const;
  if (row.completion_status === "incomplete") return { tone: "warn", label: i18n._(msg`In Progress`) } as const;
  return { tone: "rest", label: i18n._(msg`Started`) } as const;
}

/** Formats a score as '85' or '66.67'; a dash without a score. */
export const scoreText = (score: number | null | undefined) =>
  score == null ? "–" : formatNumber(score, { maximumFractionDigits: 2 });
