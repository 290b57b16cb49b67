import { inBranch, opened, url, type Operation } from "./operation.ts";

/** The operations on files of questions, on the question bank and on essays. */
export const QUESTION_OPERATIONS: Record<string, Operation> = {
  essay: opened("submission.review", (at) => `attempt_id: ${at.essayAttempt}, question_id: ${at.question}, ${url(at)}`),
  markEssay: opened(
    "submission.review",
    (at) => `attempt_id: ${at.essayAttempt}, question_id: ${at.question}, points: 0, ${url(at)}`,
  ),
  bankCategories: inBranch("course.author"),
  bankQuestions: inBranch("course.author"),
  exportQuestions: opened("course.author", (at) => `format: "moodle_xml", ${url(at)}`),
  readQuestions: opened("course.author", (at) => `format: "csv", content: "", ${url(at)}`),
  writeQuestions: opened(
    "course.author",
    (at) => `format: "moodle_xml", title: "Ropes", questions: [{ type: "Free Text", question: "Why?" }], ${url(at)}`,
  ),
  saveToBank: opened(
    "course.author",
    (at) => `category: "Rope work", questions: [{ type: "Free Text", question: "Why?" }], ${url(at)}`,
  ),
  deleteBankQuestions: opened("course.author", (at) => `ids: [${at.bankQuestion}], ${url(at)}`),
  questionTemplate: opened("course.author"),
  updateBankQuestion: opened(
    "course.author",
    (at) => `id: ${at.bankQuestion}, category: "Ropes", question: { type: "Free Text", question: "Why?" }, ${url(at)}`,
  ),
};
