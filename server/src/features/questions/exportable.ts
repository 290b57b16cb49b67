import { type Message, t } from "../../i18n/message.ts";
import { listQuestionFiles } from "./question-files.ts";
import type { QuestionDraft } from "./question-form.ts";
import type { ReadProblem } from "./read-gift.ts";

type Written = Omit<QuestionDraft, "id">;

/** The types of questions that files of questions can have. */
export type ExportableType = Exclude<Written["type"], "Hotspot">;

/** Returns the type of a question that is written to a file. @throws Error for one that `findExportProblem` finds */
export function toExportableType(type: Written["type"]): ExportableType {
  if (type === "Hotspot") throw new Error("No file of questions has regions.");
  return type;
}

const LONGEST_NAME = 80;

/**
 * Divides questions into those that a file can have, and why it cannot have the others. Without its pictures, a question would
 * ask something else.
 */
export function divideForExport<Question extends Written>(
  questions: readonly Question[],
  format: string,
): { written: Question[]; leftOut: ReadProblem[] } {
  const problems = questions.map((question, index) => {
    const message = findExportProblem(question, format);
    return message === null ? null : { line: index + 1, message };
  });
  return { written: questions.filter((_, index) => !problems[index]), leftOut: problems.flatMap((each) => each ?? []) };
}

function findExportProblem(question: Written, format: string): Message | null {
  const characters = [...question.question.replace(/\s+/g, " ").trim()];
  const name =
    characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME).join("")}…` : characters.join("");
  if (question.type === "Hotspot")
    return t`"${name}" is left out: regions on a picture cannot be written to this file.`;
  const isTable = format === "csv" || format === "xlsx";
  if (isTable && question.type === "Match the Pairs" && question.pairs.some(({ left }) => left.includes("=>")))
    return t`"${name}" is left out: '=>' in the left side of a pair cannot be written to a table.`;
  return listQuestionFiles(question).length > 0
    ? t`"${name}" is left out: its pictures and recordings cannot be written to this file.`
    : null;
}
