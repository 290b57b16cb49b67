import type { Standing } from "./attempt.ts";
import type { Result } from "./runtime.queries.ts";

/**
 * Rolls up the status of a unit from all its SCOs (P43): complete when each of them is completed or passed; a failed
 * one counts as attempted. The score is the mean of the SCOs that have one.
 * @param parts each SCO or asset with the status of its latest attempt; null without one
 */
export function rollUp(
  kind: "scorm_1_2" | "scorm_2004",
  parts: { isAsset: boolean; standing: Standing | null }[],
): Omit<Result, "seconds" | "sequencing"> {
  const standings = parts.map(({ standing }) => standing);
  const isDone = (standing: Standing | null) =>
    standing !== null &&
    standing.success !== "failed" &&
    (standing.completion === "completed" || standing.success === "passed");
  const successes = standings.map((standing) => standing?.success ?? "unknown");
  const scores = standings.flatMap((standing) => (standing ? toPercent(kind, standing) : []));
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return {
    completion_status: standings.every(isDone) ? "completed" : standings.some(Boolean) ? "incomplete" : "unknown",
    success_status: successes.includes("failed")
      ? "failed"
      : parts.every(({ isAsset }, index) => isAsset || successes[index] === "passed")
        ? "passed"
        : "unknown",
    score: scores.length === 0 ? null : Math.round(mean * 100) / 100,
  };
}

/** 0 to 100. */
function toPercent(kind: "scorm_1_2" | "scorm_2004", { raw, scaled }: Standing): number[] {
  const score = kind === "scorm_2004" && scaled !== null ? scaled * 100 : raw;
  return score === null ? [] : [Math.min(100, Math.max(0, score))];
}
