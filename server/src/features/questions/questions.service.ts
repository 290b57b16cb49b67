import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { questionForm, type QuestionInput, questionProblem } from "./question-form.ts";
import { runInThread } from "../../platform/threads.ts";
import type { QuestionFile } from "./check-read.ts";
import { FORMATS, MOST_QUESTIONS } from "./file-formats.ts";
import type { QuestionText } from "./read-questions.thread.ts";
import { checkFormat, type QuestionExport, withKeys, writeFile } from "./write-file.ts";
import { t } from "../../i18n/message.ts";

export type { QuestionFile } from "./check-read.ts";
export type { ReadPicture } from "./question-files.ts";
export type { ReadProblem } from "./read-gift.ts";
export type { QuestionExport } from "./write-file.ts";
export { listGaps, parseGaps, printGaps } from "./gaps.ts";
export {
  buildQuestion,
  listQuestionContent,
  QUESTION_CONTENT,
  QUESTION_CONTENT_NAMES,
  selectQuestion,
  toQuestionContent,
  withOptionalContent,
} from "./question-columns.ts";
export {
  listPicturedTexts,
  listQuestionFiles,
  mapQuestionFiles,
  type Media,
  type Picture,
  type PicturedText,
} from "./question-files.ts";
export {
  type AcceptedAnswer,
  QUESTION_TYPES,
  type QuestionOption,
  type QuestionPair,
  type QuestionType,
  type QuestionRule,
} from "./question-types.ts";
export type { Region } from "./regions.ts";
export { countWords, type Criterion, type MarkedLevel, type ReachedLevel, scoreRubric } from "./rubric.ts";
export { isEachRight, isWeighted, weighOption } from "./weights.ts";
export { readKeyNumber, readNumbers } from "./numbers.ts";
export { type QuestionDraft, questionForm, type QuestionInput, questionProblem } from "./question-form.ts";

/** 500 questions of two thousand characters. */
const LONGEST_FILE = 1_000_000;
const LONGEST_TITLE = 200;
/**
 * Reads a file of questions for an author to review. Stores nothing.
 * @param format gift, csv, moodle_xml, qti, or in base64 qti_package or xlsx
 */
export async function readQuestions(
  actor: Actor,
  { format, content }: { format: string; content: string },
  branchUrl?: string | null,
): Promise<QuestionFile> {
  await actor.reach("course.author", branchUrl);
  const known = FORMATS.find((each) => each === format);
  if (!known) throw new Invalid({ format: [t`Choose a CSV, Excel, GIFT, Moodle XML or QTI file.`] });
  if (content.length > LONGEST_FILE)
    throw new Invalid({ content: [t`This file is larger than 1 MB. Divide it into several.`] });
  return runInThread<QuestionText, QuestionFile>(
    new URL("./read-questions.thread.ts", import.meta.url),
    { format: known, content },
    "content",
  );
}

/**
 * Writes questions that an author has before them, as those of a test, as a file. Stores nothing.
 * @param title the category in the file
 * @throws Invalid for another format, and for `questions` that are too many or not of the expected form
 */
export async function writeQuestions(
  actor: Actor,
  { format, title, questions }: { format: string; title: string; questions: QuestionInput[] },
  branchUrl?: string | null,
): Promise<QuestionExport> {
  const reach = await actor.reach("course.author", branchUrl);
  checkFormat(format);
  if (questions.length === 0 || questions.length > MOST_QUESTIONS)
    throw new Invalid({ questions: [t`Choose from 1 to ${MOST_QUESTIONS} questions.`] });
  const category = title.trim().slice(0, LONGEST_TITLE) || "Questions";
  const drafts = questions.map((question, index) => ({ ...checkQuestion(question, index + 1), category }));
  return writeFile(actor, format, await withKeys(reach, drafts));
}

function checkQuestion(question: QuestionInput, number: number) {
  const parsed = questionForm.safeParse(question);
  if (!parsed.success) throw new Invalid({ questions: [t`Question ${number} is not of the expected form.`] });
  const problem = questionProblem(parsed.data);
  if (problem) throw new Invalid({ questions: [t`Question ${number} ${problem}`] });
  return parsed.data;
}

/**
 * Returns a template file for authors.
 * @param format csv or xlsx, which is in base64
 */
export async function questionTemplate(actor: Actor, format: string): Promise<string> {
  await actor.reach("course.author");
  if (format === "csv") return (await import("./read-csv.ts")).CSV_TEMPLATE;
  if (format !== "xlsx") throw new Invalid({ format: [t`Choose a CSV or Excel template.`] });
  const { writeXlsxTemplate } = await import("./read-xlsx.ts");
  return (await writeXlsxTemplate()).toString("base64");
}
