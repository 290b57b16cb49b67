import { type Message, t } from "../../i18n/message.ts";
import { listQuestionFiles } from "./question-files.ts";
import type { QuestionDraft } from "./question-form.ts";

type Written = Omit<QuestionDraft, "id">;

/** The types of questions that files of questions can have. */
export type ExportableType = Exclude<Written["type"], "Hotspot">;

/** Returns the type of a question that is written to a file. @throws Error for one that `findExportProblem` finds */
export function toExportableType(type: Written["type"]): ExportableType {
  if (type === "Hotspot") throw new Error(`No file of questions has the type ${type}.`);
  return type;
}

const LONGEST_NAME = 80;

/**
 * Returns why a file of a format cannot have a question; null when it can. Without its pictures, a question would ask something
 * else.
 */
export function findExportProblem(question: Written, format: string): Message | null {
  const name = nameQuestion(question);
  const isTable = format === "csv" || format === "xlsx";
  if (question.type === "Hotspot")
    return t`"${name}" is left out: regions on a picture cannot be written to this file.`;
  if (isTable && question.type === "Match the Pairs" && question.pairs.some(({ left }) => left.includes("=>")))
    return t`"${name}" is left out: '=>' in the left side of a pair cannot be written to a table.`;
  const files = listQuestionFiles(question);
  return files.some(({ purpose }) => isTable || purpose === "audio")
    ? t`"${name}" is left out: its pictures and recordings cannot be written to this file.`
    : null;
}

/** Returns the beginning of a question's text, by which messages name it. */
export function nameQuestion(question: Pick<Written, "question">): string {
  const characters = [...question.question.replace(/\s+/g, " ").trim()];
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME).join("")}…` : characters.join("");
}
