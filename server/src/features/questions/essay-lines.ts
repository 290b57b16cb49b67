import type { QuestionDraft } from "./question-form.ts";
import { type Criterion, findRubricProblem } from "./rubric.ts";
import { readRule } from "./rule-lines.ts";

/** What the markers of an essay go by. */
type Marking = Pick<QuestionDraft, "rubric" | "min_words" | "max_words" | "marker_note">;

/** The lines that are not part of a note. In a note, such a line has a backslash in front of it. */
const OWN = "(?:criterion|level|fewest\\s+words|most\\s+words|required\\s+points|contains|does\\s+not\\s+contain):";
const TO_ESCAPE = new RegExp(`^(\\s*)(\\\\*${OWN})`, "i");
const ESCAPED = new RegExp(`^(\\s*)\\\\(\\\\*${OWN})`, "i");

/** Writes a criterion with its levels: 'criterion: Clarity', and below it 'level: 2: Clear'. */
export const writeCriterion = ({ criterion, levels }: Criterion): string =>
  [`criterion: ${criterion}`, ...levels.map(({ text, points }) => `level: ${points}: ${text}`)].join("\n");

/** Reads criteria as `writeCriterion` writes them, and returns the other lines apart. */
export function readCriteria(lines: readonly string[]): { rubric: Criterion[]; others: string[] } {
  const rubric: Criterion[] = [];
  const others: string[] = [];
  for (const line of lines) {
    const criterion = /^\s*criterion:(.*)$/i.exec(line)?.[1]?.trim();
    const [, points, text = ""] = /^\s*level:\s*(\d{1,4})\s*:(.*)$/i.exec(line) ?? [];
    if (criterion) rubric.push({ criterion, levels: [] });
    else if (points && rubric.length > 0) rubric.at(-1)!.levels.push({ points: Number(points), text: text.trim() });
    else others.push(line);
  }
  return { rubric, others };
}

/** Writes the note, the rubric and, unless the file has them elsewhere, the limits of words as one text for markers. */
export function writeMarking({ marker_note = "", rubric = [], min_words, max_words }: Marking): string {
  return [
    ...(marker_note ? marker_note.split("\n").map((line) => line.replace(TO_ESCAPE, "$1\\$2")) : []),
    ...(min_words == null ? [] : [`fewest words: ${min_words}`]),
    ...(max_words == null ? [] : [`most words: ${max_words}`]),
    ...rubric.map(writeCriterion),
  ].join("\n");
}

/**
 * Reads a text for markers. One that `writeMarking` did not write is a note, whatever its lines look like.
 * @param points what the question is worth, which is what its rubric has to give
 */
export function readMarking(text: string, points: number): Marking {
  const { rubric, others } = readCriteria(text.split("\n"));
  const limits: { min_words?: number; max_words?: number } = {};
  const note = others.filter((line) => {
    const [, limit, words] = /^\s*(fewest|most)\s+words:\s*(\d{1,5})\s*$/i.exec(line) ?? [];
    if (limit) limits[limit.toLowerCase() === "fewest" ? "min_words" : "max_words"] = Number(words);
    return !limit;
  });
  if (findRubricProblem({ rubric, points, ...limits })) return toMarking({ note: text });
  return toMarking({ note: note.map((line) => line.replace(ESCAPED, "$1$2")).join("\n"), rubric, ...limits });
}

function toMarking({ note, rubric = [], ...limits }: { note: string } & Omit<Marking, "marker_note">): Marking {
  return {
    ...(note.trim() && { marker_note: note.trim() }),
    ...(rubric.length > 0 && { rubric }),
    ...limits,
  };
}

/**
 * Reads the rules of a Free Text that an export wrote as a text for graders.
 * @returns null for another text, which is that of an essay
 */
export function readRules(text: string): Pick<QuestionDraft, "rules" | "required_points"> | null {
  const lines = text.split("\n");
  const points = /^required points: (\d{1,5})$/.exec(lines[0]?.trim() ?? "")?.[1];
  const rules = lines.slice(points === undefined ? 0 : 1).map(readRule);
  if (rules.includes(null)) return null;
  return { rules: rules.flatMap((rule) => rule ?? []), required_points: Math.min(10_000, Number(points ?? 0)) };
}
