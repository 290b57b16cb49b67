import { getPageOfSubmissions } from "../../assignments/assignments.service.ts";
import { getPageOfCategories } from "../../categories/editing.service.ts";
import { listCoursePage } from "../../courses/courses.service.ts";
import { getPageOfBank } from "../../questions/bank.service.ts";
import { defineTable, fromPages } from "../table.ts";

const coursesList = defineTable({
  kind: "courses-list",
  title: "userCoursesTitle",
  fileName: "courses",
  permission: "course.author",
  filters: ["search"],
  open: async (actor, { branchUrl, search, sort }) =>
    fromPages((page) => listCoursePage(actor, { branchUrl: branchUrl ?? null, search, sort, ...page })),
  columns: [
    { label: "title", value: (course) => course.title },
    { label: "categories", value: ({ categories }) => categories.map(({ name }) => name).join("; ") },
    { label: "status", value: ({ status }) => `${status}_status`, format: "term" },
    { label: "price", value: (course) => course.price },
    { label: "learners", value: (course) => course.learners, format: "number" },
    { label: "updated", value: (course) => course.updated_at, format: "day" },
  ],
});

const categoriesList = defineTable({
  kind: "categories-list",
  title: "categoriesTitle",
  fileName: "categories",
  permission: "category.manage",
  filters: ["search"],
  open: async (actor, { branchUrl, search, sort }) =>
    fromPages((page) => getPageOfCategories(actor, { branchUrl: branchUrl ?? null, search, sort, ...page })),
  columns: [
    { label: "categoryName", value: (category) => category.name },
    { label: "parentCategory", value: ({ parent_name }, { text }) => parent_name ?? text("none") },
  ],
});

const questionBankList = defineTable({
  kind: "question-bank",
  title: "questionBankTitle",
  fileName: "question-bank",
  permission: "course.author",
  filters: ["category", "search"],
  open: async (actor, { branchUrl, category, search, sort }) =>
    fromPages((page) => getPageOfBank(actor, { category, search, sort, ...page }, branchUrl)),
  columns: [
    { label: "question", value: (row) => row.question },
    { label: "type", value: (row) => row.type, format: "term" },
    { label: "category", value: (row) => row.category },
    { label: "drawnBy", value: ({ drawn_in }) => drawn_in.map(({ title }) => title).join(", ") },
  ],
});

const submissionsList = defineTable({
  kind: "submissions",
  title: "submissionsTitle",
  fileName: "submissions",
  permission: "submission.review",
  filters: ["course_id", "state", "search"],
  open: async (actor, { branchUrl, course_id: courseId, state, search, sort }) =>
    fromPages(async (page) => {
      const inbox = await getPageOfSubmissions(actor, { branchUrl, courseId, state, search, sort, ...page });
      return { total: await inbox.total(), rows: await inbox.rows() };
    }),
  columns: [
    { label: "learner", value: (row) => row.user_name },
    { label: "email", value: (row) => row.email },
    { label: "course", value: (row) => row.course_title },
    { label: "assignment", value: (row) => row.unit_title },
    { label: "handedIn", value: (row) => row.created_at, format: "minute" },
    { label: "state", value: (row) => `${row.state}_state`, format: "term" },
    { label: "reviewed", value: (row) => row.reviewed_at, format: "minute" },
  ],
});

export const courseLists = [coursesList, categoriesList, questionBankList, submissionsList];
