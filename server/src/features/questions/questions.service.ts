import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { questionForm, questionProblem } from "./question-form.ts";
import { runInThread } from "../../platform/threads.ts";
import { CSV_TEMPLATE } from "./read-csv.ts";
import type { ReadProblem, ReadQuestion } from "./read-gift.ts";
import type { QuestionText } from "./read-questions.thread.ts";
import { t } from "../../i18n/message.ts";

export type { ReadProblem } from "./read-gift.ts";
export { readKeyNumber, readNumbers } from "./numbers.ts";
export { type QuestionDraft, questionForm, type QuestionInput, questionProblem } from "./question-form.ts";

/** 500 questions of two thousand characters. */
const LONGEST_FILE = 1_000_000;

/** The questions of a file; with any problem, nothing may be saved. */
export interface QuestionFile {
  questions: ReadQuestion[];
  problems: ReadProblem[];
}

/**
 * Reads a file of questions for an author to review. Stores nothing.
 * @param format gift or csv
 */
export async function readQuestions(
  actor: Actor,
  { format, content }: { format: string; content: string },
  branchUrl?: string | null,
): Promise<QuestionFile> {
  await actor.reach("course.author", branchUrl);
  if (format !== "gift" && format !== "csv") throw new Invalid({ format: [t`Choose a GIFT or a CSV file.`] });
  if (content.length > LONGEST_FILE)
    throw new Invalid({ content: [t`This file is larger than 1 MB. Divide it into several.`] });
  const { questions, problems } = await runInThread<QuestionText, QuestionFile>(
    new URL("./read-questions.thread.ts", import.meta.url),
    { format, content },
    "content",
  );
  const refused = [...problems, ...questions.flatMap(listProblems)];
  if (questions.length + problems.length === 0)
    refused.push({ line: 1, message: t`There are no questions in this file.` });
  const inOrder = refused.toSorted((a, b) => a.line - b.line);
  return { questions: inOrder.length > 0 ? [] : questions, problems: inOrder };
}

/** Returns a template file for authors. */
export async function questionTemplate(actor: Actor): Promise<string> {
  await actor.reach("course.author");
  return CSV_TEMPLATE;
}

/** Lists what the form rejects and what cannot be answered. */
function listProblems({ line, question }: ReadQuestion): ReadProblem[] {
  const parsed = questionForm.safeParse(question);
  if (!parsed.success) return [{ line, message: t`This question is too long or has too many answers.` }];
  const problem = questionProblem(parsed.data);
  return problem ? [{ line, message: t`This question ${problem}.` }] : [];
}
