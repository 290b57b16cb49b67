import { t } from "../../i18n/message.ts";
import { questionForm, questionProblem } from "./question-form.ts";
import { listReadPictures, type ReadPicture, withoutQuestionFiles } from "./question-files.ts";
import type { Read, ReadProblem, ReadQuestion } from "./read-gift.ts";

/** Each of them is uploaded by the author before the questions are saved. */
const MOST_PICTURES = 200;

/** The questions of a file that can be taken, and why the others cannot. */
export interface QuestionFile {
  questions: (ReadQuestion & { pictures: ReadPicture[] })[];
  problems: ReadProblem[];
  /** What is left out of the questions that can be taken. */
  notes: ReadProblem[];
}

/** Divides what was read of a file into the questions that can be taken, and the problems of the others. */
export function checkRead({ questions, problems, notes = [] }: Read): QuestionFile {
  let left = MOST_PICTURES;
  const taken: QuestionFile["questions"] = [];
  const refused = [...problems];
  for (const { question, ...at } of questions) {
    const pictures = listReadPictures(question);
    left -= pictures.length;
    const isAbove = left < 0 && pictures.length > 0;
    const problem = isAbove
      ? { ...at, message: t`A file may have ${MOST_PICTURES} pictures at most.` }
      : findProblem({ ...at, question });
    if (problem) refused.push(problem);
    // What a file names was not uploaded here: the name must not become an address.
    else taken.push({ ...at, question: withoutQuestionFiles(question), pictures });
  }
  if (questions.length + problems.length === 0)
    refused.push({ line: 1, message: t`There are no questions in this file.` });
  return { questions: taken, problems: refused.toSorted((a, b) => a.line - b.line), notes };
}

/** Returns why the form rejects a question or nobody can answer it; null when neither is the case. */
function findProblem({ question, ...at }: ReadQuestion): ReadProblem | null {
  const parsed = questionForm.safeParse(question);
  if (!parsed.success) return { ...at, message: t`This question is too long or has too many answers.` };
  const problem = questionProblem(parsed.data);
  return problem && { ...at, message: t`This question ${problem}.` };
}
