import { builder } from "../../graphql/builder.ts";
import { peopleFilters, populationFilters } from "./filters.graphql.ts";
import { type FilteredReach, listFilterChoices } from "./filters.service.ts";
import * as reports from "./reports.service.ts";

type CourseRow = Awaited<ReturnType<typeof reports.listReportCourses>>[number];
type CoursePage = Awaited<ReturnType<typeof reports.getPageOfReportCourses>>;
type People = Awaited<ReturnType<typeof reports.listPeople>>;

const CourseReportRow = builder.objectRef<CourseRow>("CourseReportRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    category: t.exposeString("category", { nullable: true }),
    assignedLearners: t.exposeInt("assignedLearners"),
    completedLearners: t.exposeInt("completedLearners"),
    learnersInProgress: t.exposeInt("learnersInProgress"),
    learnersNotStarted: t.exposeInt("learnersNotStarted"),
    trainingTime: t.exposeString("trainingTime", { description: "text 'Xh Ym Zs'" }),
    progress: t.int({
      description: "The average progress of the assigned learners, 0 to 100.",
      resolve: async ({ averages }) => (await averages()).progress,
    }),
    date_assigned: t.string({
      nullable: true,
      description: "When it was last assigned, ISO 8601.",
      resolve: async ({ averages }) => (await averages()).lastAssigned,
    }),
  }),
});

const CoursesReportStats = builder.objectRef<CoursePage["stats"]>("CoursesReportStats").implement({
  fields: (t) => ({
    completionRate: t.exposeFloat("completionRate", {
      description: "Completed of all assignments in percent, one decimal at most.",
    }),
    completed: t.exposeInt("completed"),
    inProgress: t.exposeInt("inProgress"),
    notStarted: t.exposeInt("notStarted"),
    trainingTime: t.exposeString("trainingTime", { description: "text 'Xh Ym Zs'" }),
  }),
});

const CourseReportPage = builder.objectRef<CoursePage>("CourseReportPage").implement({
  fields: (t) => ({
    total: t.exposeInt("total"),
    rows: t.expose("rows", { type: [CourseReportRow] }),
    stats: t.expose("stats", {
      type: CoursesReportStats,
      description: "Of all courses that are found, not of the page.",
    }),
  }),
});

const AllCoursesReport = builder.objectRef<FilteredReach>("AllCoursesReport").implement({
  fields: (t) => ({
    totalCourses: t.field({
      type: "Int",
      resolve: async (report) => (await reports.getPageOfReportCourses(report, { limit: 0 })).total,
    }),
    courses: t.field({ type: [CourseReportRow], resolve: (report) => reports.listReportCourses(report) }),
    coursesPage: t.field({
      type: CourseReportPage,
      description: "Sort: title, category, assigned, completed; start with '-' for descending.",
      args: { search: t.arg.string(), sort: t.arg.string(), limit: t.arg.int(), offset: t.arg.int() },
      resolve: (report, options) => reports.getPageOfReportCourses(report, options),
    }),
  }),
});

const CourseReportStats = builder.objectRef<reports.CourseReport["stats"]>("CourseReportStats").implement({
  fields: (t) => ({
    assignedLearners: t.exposeInt("assignedLearners"),
    completedLearners: t.exposeInt("completedLearners"),
    completionRate: t.exposeFloat("completionRate", {
      description: "Completed of assigned in percent, one decimal at most.",
    }),
    learnersInProgress: t.exposeInt("learnersInProgress"),
    learnersNotStarted: t.exposeInt("learnersNotStarted"),
    trainingTime: t.exposeInt("trainingTime", { description: "seconds" }),
  }),
});

type Weeks = Awaited<ReturnType<reports.CourseReport["weeks"]>>;

const WeekActivity = builder.objectRef<Weeks["activity"][number]>("WeekActivity").implement({
  fields: (t) => ({
    weekStart: t.exposeString("weekStart"),
    weekEnd: t.exposeString("weekEnd"),
    assignedCount: t.exposeInt("assignedCount"),
    completedCount: t.exposeInt("completedCount"),
  }),
});

const WeekTime = builder.objectRef<Weeks["time"][number]>("WeekTime").implement({
  fields: (t) => ({
    weekStart: t.exposeString("weekStart"),
    averageTimeSpent: t.exposeInt("averageTimeSpent", { description: "seconds" }),
  }),
});

const CourseReportUser = builder.objectRef<People["rows"][number]>("CourseReportUser").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    role: t.exposeString("role"),
    progress: t.exposeInt("progress"),
    assignedDate: t.exposeString("assignedDate", { nullable: true }),
    completionDate: t.exposeString("completionDate", { nullable: true }),
    dueDate: t.exposeString("dueDate", { nullable: true, description: "yyyy-mm-dd" }),
    dueStatus: t.exposeString("dueStatus", {
      nullable: true,
      description: "overdue, due_soon (within a week) or due; null without a due date, or when complete.",
    }),
    timeSpent: t.exposeInt("timeSpent", { description: "seconds" }),
  }),
});

const CourseReportUserPage = builder.objectRef<People>("CourseReportUserPage").implement({
  fields: (t) => ({
    rows: t.expose("rows", { type: [CourseReportUser] }),
    total: t.exposeInt("total"),
  }),
});

type QuestionResult = Awaited<ReturnType<typeof reports.listQuestions>>[number];

const OptionResult = builder.objectRef<QuestionResult["options"][number]>("OptionResult").implement({
  fields: (t) => ({
    text: t.exposeString("text"),
    people: t.exposeInt("people", { description: "How many people have chosen it." }),
  }),
});

const QuestionResult = builder.objectRef<QuestionResult>("QuestionResult").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    question: t.exposeString("question"),
    type: t.exposeString("type"),
    unitId: t.exposeInt("unitId"),
    unit: t.exposeString("unit"),
    answered: t.exposeInt("answered", { description: "How many people have answered." }),
    correct: t.exposeInt("correct", { description: "How many of them are correct by now." }),
    tries: t.exposeInt("tries", { description: "How often it was answered in total." }),
    options: t.expose("options", { type: [OptionResult], description: "Of multiple choice; without the answer key." }),
  }),
});

/** The report on one course; other files add its larger parts. */
export const CourseReport = builder.objectRef<reports.CourseReport>("CourseReport").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    category: t.exposeString("category", { nullable: true }),
    thumbnail: t.exposeString("thumbnail", { nullable: true }),
    createdAt: t.exposeString("createdAt"),
    updatedAt: t.exposeString("updatedAt"),
    stats: t.expose("stats", { type: CourseReportStats }),
    activityOverTime: t.field({ type: [WeekActivity], resolve: async ({ weeks }) => (await weeks()).activity }),
    timeSpentWeekly: t.field({ type: [WeekTime], resolve: async ({ weeks }) => (await weeks()).time }),
    users: t.field({
      type: [CourseReportUser],
      resolve: async (report) => (await reports.listPeople(report, {})).rows,
    }),
    questions: t.field({ type: [QuestionResult], resolve: (report) => reports.listQuestions(report) }),
    usersPage: t.field({
      type: CourseReportUserPage,
      description:
        "Sort: name, role, progress, assignedDate, dueDate, completionDate, timeSpent; start with '-' for descending.",
      args: { search: t.arg.string(), sort: t.arg.string(), limit: t.arg.int(), offset: t.arg.int() },
      resolve: (report, options) => reports.getPageOfPeople(report, options),
    }),
  }),
});

type ReportUser = Awaited<ReturnType<typeof reports.listReportUsers>>[number];

const UsersReportStats = builder
  .objectRef<Awaited<ReturnType<typeof reports.getStatsOfReportUsers>>>("UsersReportStats")
  .implement({
    fields: (t) => ({
      completionRate: t.exposeFloat("completionRate", {
        description: "Completed of all assigned courses in percent, one decimal at most.",
      }),
      completedCourses: t.exposeInt("completedCourses"),
      coursesInProgress: t.exposeInt("coursesInProgress"),
      coursesNotStarted: t.exposeInt("coursesNotStarted"),
      trainingTime: t.exposeInt("trainingTime", { description: "seconds" }),
    }),
  });

const UserReportRow = builder.objectRef<ReportUser>("UserReportRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    email: t.exposeString("email"),
    completedCourses: t.exposeInt("completedCourses"),
    coursesInProgress: t.exposeInt("coursesInProgress"),
    coursesNotStarted: t.exposeInt("coursesNotStarted"),
  }),
});

const UserReportPage = builder.objectRef<{ total: number; rows: ReportUser[] }>("UserReportPage").implement({
  fields: (t) => ({ rows: t.expose("rows", { type: [UserReportRow] }), total: t.exposeInt("total") }),
});

const UsersReport = builder.objectRef<reports.UsersReport>("UsersReport").implement({
  fields: (t) => ({
    stats: t.field({ type: UsersReportStats, resolve: (report) => reports.getStatsOfReportUsers(report) }),
    users: t.field({ type: [UserReportRow], resolve: (report) => reports.listReportUsers(report) }),
    usersPage: t.field({
      type: UserReportPage,
      description: "Sort: name, email, completed, inProgress, notStarted; start with '-' for descending.",
      args: { search: t.arg.string(), sort: t.arg.string(), limit: t.arg.int(), offset: t.arg.int() },
      resolve: (report, options) => reports.getPageOfReportUsers(report, options),
    }),
  }),
});

builder.queryField("reportsAllUsers", (t) =>
  t.field({
    type: UsersReport,
    args: populationFilters,
    resolve: (_, filters, { actor }) => reports.reportAllUsers(actor, filters),
  }),
);

builder.queryField("reportsAllCourses", (t) =>
  t.field({
    type: AllCoursesReport,
    args: populationFilters,
    resolve: (_, filters, { actor }) => reports.reportAllCourses(actor, filters),
  }),
);

builder.queryField("courseReport", (t) =>
  t.field({
    type: CourseReport,
    args: { courseId: t.arg.int({ required: true }), ...peopleFilters },
    resolve: (_, { courseId, ...filters }, { actor }) => reports.reportCourse(actor, courseId, filters),
  }),
);

type Choices = Awaited<ReturnType<typeof listFilterChoices>>;

const ReportChoice = builder.objectRef<Choices["groups"][number]>("ReportChoice").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

const BranchChoice = builder.objectRef<Choices["branches"][number]>("BranchChoice").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name"), url: t.exposeString("url") }),
});

const ReportChoices = builder.objectRef<Choices>("ReportChoices").implement({
  fields: (t) => ({
    branches: t.expose("branches", { type: [BranchChoice] }),
    groups: t.expose("groups", { type: [ReportChoice] }),
    categories: t.expose("categories", {
      type: [ReportChoice],
      description: "By their paths, as 'Health > First aid'.",
    }),
  }),
});

builder.queryField("reportChoices", (t) =>
  t.field({
    type: ReportChoices,
    description: "The branches, groups and categories that reports can be filtered by.",
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => listFilterChoices(actor, branchUrl),
  }),
);
