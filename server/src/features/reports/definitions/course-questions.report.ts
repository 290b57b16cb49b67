import { PEOPLE_FILTERS } from "../request.ts";
import { courseQuestionsStatement } from "../statements/course-questions.statement.ts";
import { defineTable, fromRows } from "../table.ts";
import { matches, openCourse, sortsOfQuestions } from "./subjects.ts";

export const courseQuestionsReport = defineTable({
  kind: "course-questions",
  title: "courseQuestionsTitle",
  fileName: "course-questions",
  permission: "report.view",
  filters: ["course_id", ...PEOPLE_FILTERS, "search"],
  open: async (actor, request, whole) => {
    const { reach, params } = await openCourse(actor, request, whole);
    const questions = await courseQuestionsStatement.run(reach, params);
    const found = questions.filter(({ question, unit }) => matches(request, `${question} ${unit}`));
    return fromRows(found, request.sort, sortsOfQuestions);
  },
  columns: [
    { label: "unit", sort: "unit", value: (question) => question.unit },
    { label: "question", value: (question) => question.question },
    { label: "type", sort: "type", value: (question) => question.type, format: "term" },
    {
      label: "answered",
      sort: "answered",
      value: (question) => question.answered,
      format: "number",
      explanation: "answered",
    },
    {
      label: "correct",
      sort: "correct",
      value: (question) => question.correct,
      format: "number",
      explanation: "correct",
    },
    { label: "tries", sort: "tries", value: (question) => question.tries, format: "number", explanation: "tries" },
    {
      label: "answers",
      value: ({ options }) => options.map(({ text, people }) => `${text}: ${people}`).join("; "),
      only: "files",
    },
  ],
});
