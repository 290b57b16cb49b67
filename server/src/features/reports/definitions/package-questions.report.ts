import { toLikePattern } from "../../../db/like.ts";
import { NotFound } from "../../../errors.ts";
import { openPackageReport } from "../package-reports.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { packageQuestionsStatement } from "../statements/package-questions.statement.ts";
import { defineTable, fromRows } from "../table.ts";
import { sortsOfQuestions } from "./subjects.ts";

/** Returns the text of a question. SCORM 1.2 has only the id that the package gives it. */
const nameQuestion = ({ description, question }: { description: string | null; question: string }) =>
  description || question;

export const packageQuestionsReport = defineTable({
  kind: "package-questions",
  title: "packageQuestionsTitle",
  fileName: "package-questions",
  permission: "package.report",
  filters: ["course_id", ...PEOPLE_FILTERS, "search"],
  open: async (actor, request) => {
    if (!request.course_id) throw new NotFound("Course");
    const { reach, params } = await openPackageReport(actor, request.course_id, request);
    const questions = await packageQuestionsStatement.run(reach, { ...params, search: toLikePattern(request.search) });
    return fromRows(questions, request.sort, {
      ...sortsOfQuestions,
      question: nameQuestion,
    });
  },
  columns: [
    { label: "unit", sort: "unit", value: (row) => row.unit },
    { label: "question", sort: "question", value: nameQuestion },
    { label: "type", sort: "type", value: (row) => row.type, format: "term" },
    { label: "answered", sort: "answered", value: (row) => row.answered, format: "number", explanation: "answered" },
    { label: "correct", sort: "correct", value: (row) => row.correct, format: "number", explanation: "correct" },
    { label: "tries", sort: "tries", value: (row) => row.tries, format: "number", explanation: "tries" },
  ],
});
