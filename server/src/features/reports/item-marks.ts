import type { ItemRow } from "./statements/item-analysis.statement.ts";

/** From where on a question is marked as weak. The screen and the guide show these figures. */
export const THRESHOLDS = {
  /** With fewer answers, figures are shown and nothing is marked. */
  least_answers: 20,
  /** Below this share of points a question is too hard, and above that one too easy. */
  too_hard: 0.25,
  too_easy: 0.95,
  /** Below this correlation with the rest of the test, a question does not discriminate. */
  discriminates: 0.2,
};

/** Why a question is weak. */
export interface Mark {
  kind: "too_hard" | "too_easy" | "negative" | "no_discrimination" | "unused_option" | "preferred_option";
  /** The wrong option that is meant. */
  option: string | null;
}

/** Lists why a question is weak; nothing while too few people have answered it. */
export function listMarks({
  answered,
  facility,
  discrimination,
  options,
}: Pick<ItemRow, "answered" | "facility" | "discrimination" | "options">): Mark[] {
  if (answered < THRESHOLDS.least_answers || facility === null) return [];
  const marks: Mark[] = [];
  const mark = (kind: Mark["kind"], option: string | null = null) => marks.push({ kind, option });
  if (facility < THRESHOLDS.too_hard) mark("too_hard");
  if (facility > THRESHOLDS.too_easy) mark("too_easy");
  if (discrimination !== null && discrimination < 0) mark("negative");
  else if (discrimination !== null && discrimination < THRESHOLDS.discriminates) mark("no_discrimination");
  const best = Math.max(0, ...options.filter(({ is_right }) => is_right).map(({ upper }) => upper));
  for (const { text, is_right, chosen, upper } of options) {
    if (is_right) continue;
    if (chosen === 0) mark("unused_option", text);
    if (upper > best) mark("preferred_option", text);
  }
  return marks;
}

/** Lists why a question is weak for callers who must not see which options are wrong: each reason once. */
export function listMarksWithoutKey(row: Parameters<typeof listMarks>[0]): Mark[] {
  const kinds = new Set(listMarks(row).map(({ kind }) => kind));
  return [...kinds].map((kind) => ({ kind, option: null }));
}
