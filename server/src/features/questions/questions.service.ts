import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { questionForm, questionProblem } from "./question-form.ts";
import { CSV_TEMPLATE, readCsv } from "./read-csv.ts";
import { readGift, type ReadProblem, type ReadQuestion } from "./read-gift.ts";

export { type QuestionDraft, questionForm, type QuestionInput, questionProblem } from "./question-form.ts";

const MOST_QUESTIONS = 500;

/** What a file of questions holds; when there is any problem, nothing of it is to be taken. */
export interface QuestionFile {
  questions: ReadQuestion[];
  problems: ReadProblem[];
}

/**
 * Reads a file of questions for an author, who looks at them before they are saved anywhere. Nothing is stored.
 * @param format gift or csv
 */
export async function readQuestions(
  actor: Actor,
  { format, content }: { format: string; content: string },
  branchUrl?: string | null,
): Promise<QuestionFile> {
  await actor.reach("course.author", branchUrl);
  if (format !== "gift" && format !== "csv") throw new Invalid({ format: ["Choose a GIFT or a CSV file."] });
  const { questions, problems } = format === "gift" ? readGift(content) : readCsv(content);
  const refused = [...problems, ...questions.flatMap(problemsOf)];
  if (questions.length + problems.length === 0)
    refused.push({ line: 1, message: "There are no questions in this file." });
  const excess = questions[MOST_QUESTIONS];
  if (excess) refused.push({ line: excess.line, message: `A file may have ${MOST_QUESTIONS} questions at most.` });
  const inOrder = refused.toSorted((a, b) => a.line - b.line);
  return { questions: inOrder.length > 0 ? [] : questions, problems: inOrder };
}

/** A file for authors to begin from. */
export async function questionTemplate(actor: Actor): Promise<string> {
  await actor.reach("course.author");
  return CSV_TEMPLATE;
}

/** What the form does not take, and what nobody could answer. */
function problemsOf({ line, question }: ReadQuestion): ReadProblem[] {
  const parsed = questionForm.safeParse(question);
  if (!parsed.success) return [{ line, message: "This question is too long or has too many answers." }];
  const problem = questionProblem(parsed.data);
  return problem ? [{ line, message: `This question ${problem}.` }] : [];
}
