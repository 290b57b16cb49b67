import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { questionForm, questionProblem } from "./question-form.ts";
import { runInThread } from "../../platform/threads.ts";
import { withoutQuestionFiles } from "./question-files.ts";
import { CSV_TEMPLATE } from "./read-csv.ts";
import type { ReadProblem, ReadQuestion } from "./read-gift.ts";
import type { QuestionText } from "./read-questions.thread.ts";
import { t } from "../../i18n/message.ts";

export type { ReadProblem } from "./read-gift.ts";
export { listGaps, parseGaps, printGaps } from "./gaps.ts";
export {
  buildQuestion,
  listQuestionContent,
  QUESTION_CONTENT,
  QUESTION_CONTENT_NAMES,
  selectQuestion,
  toQuestionContent,
} from "./question-columns.ts";
export {
  listPicturedTexts,
  listQuestionFiles,
  mapQuestionFiles,
  type Media,
  type Picture,
  type PicturedText,
} from "./question-files.ts";
export { readKeyNumber, readNumbers } from "./numbers.ts";
export { type QuestionDraft, questionForm, type QuestionInput, questionProblem } from "./question-form.ts";

/** 500 questions of two thousand characters. */
const LONGEST_FILE = 1_000_000;

/** The questions of a file that can be taken, and why the others cannot. */
export interface QuestionFile {
  questions: ReadQuestion[];
  problems: ReadProblem[];
}

/**
 * Reads a file of questions for an author to review. Stores nothing.
 * @param format gift, csv or moodle_xml
 */
export async function readQuestions(
  actor: Actor,
  { format, content }: { format: string; content: string },
  branchUrl?: string | null,
): Promise<QuestionFile> {
  await actor.reach("course.author", branchUrl);
  if (format !== "gift" && format !== "csv" && format !== "moodle_xml")
    throw new Invalid({ format: [t`Choose a GIFT, CSV or Moodle XML file.`] });
  if (content.length > LONGEST_FILE)
    throw new Invalid({ content: [t`This file is larger than 1 MB. Divide it into several.`] });
  const { questions, problems } = await runInThread<QuestionText, QuestionFile>(
    new URL("./read-questions.thread.ts", import.meta.url),
    { format, content },
    "content",
  );
  const checked = questions.map(({ line, question }) => {
    // What a file names was not uploaded here.
    const read = { line, question: withoutQuestionFiles(question) };
    return { read, problem: findProblem(read) };
  });
  const refused = [...problems, ...checked.flatMap(({ problem }) => problem ?? [])];
  if (questions.length + problems.length === 0)
    refused.push({ line: 1, message: t`There are no questions in this file.` });
  return {
    questions: checked.flatMap(({ read, problem }) => (problem ? [] : read)),
    problems: refused.toSorted((a, b) => a.line - b.line),
  };
}

/** Returns a template file for authors. */
export async function questionTemplate(actor: Actor): Promise<string> {
  await actor.reach("course.author");
  return CSV_TEMPLATE;
}

/** Returns why the form rejects a question or nobody can answer it; null when neither is the case. */
function findProblem({ line, question }: ReadQuestion): ReadProblem | null {
  const parsed = questionForm.safeParse(question);
  if (!parsed.success) return { line, message: t`This question is too long or has too many answers.` };
  const problem = questionProblem(parsed.data);
  return problem && { line, message: t`This question ${problem}.` };
}
