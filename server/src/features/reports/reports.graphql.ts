import { builder } from "../../graphql/builder.ts";
import * as reports from "./reports.service.ts";

type AllCourses = Awaited<ReturnType<typeof reports.reportAllCourses>>;
type People = Awaited<ReturnType<typeof reports.listPeople>>;

const CourseReportRow = builder.objectRef<AllCourses["courses"][number]>("CourseReportRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    category: t.exposeString("category", { nullable: true }),
    assignedLearners: t.exposeInt("assignedLearners"),
    completedLearners: t.exposeInt("completedLearners"),
    learnersInProgress: t.exposeInt("learnersInProgress"),
    learnersNotStarted: t.exposeInt("learnersNotStarted"),
    trainingTime: t.exposeString("trainingTime", { description: "text 'Xh Ym Zs'" }),
    progress: t.exposeInt("progress", { description: "The average progress of the assigned learners, 0 to 100." }),
    date_assigned: t.exposeString("date_assigned", {
      nullable: true,
      description: "When it was last assigned to somebody, ISO 8601.",
    }),
  }),
});

const AllCoursesReport = builder.objectRef<AllCourses>("AllCoursesReport").implement({
  fields: (t) => ({
    totalCourses: t.exposeInt("totalCourses"),
    courses: t.expose("courses", { type: [CourseReportRow] }),
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

const WeekActivity = builder.objectRef<reports.CourseReport["activityOverTime"][number]>("WeekActivity").implement({
  fields: (t) => ({
    weekStart: t.exposeString("weekStart"),
    weekEnd: t.exposeString("weekEnd"),
    assignedCount: t.exposeInt("assignedCount"),
    completedCount: t.exposeInt("completedCount"),
  }),
});

const WeekTime = builder.objectRef<reports.CourseReport["timeSpentWeekly"][number]>("WeekTime").implement({
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
    people: t.exposeInt("people", { description: "How many have chosen it." }),
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
    correct: t.exposeInt("correct", { description: "How many of them are right by now." }),
    tries: t.exposeInt("tries", { description: "How often it was answered in all." }),
    options: t.expose("options", { type: [OptionResult], description: "Of multiple choice; without the key." }),
  }),
});

const CourseReport = builder.objectRef<reports.CourseReport>("CourseReport").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    category: t.exposeString("category", { nullable: true }),
    thumbnail: t.exposeString("thumbnail", { nullable: true }),
    createdAt: t.exposeString("createdAt"),
    updatedAt: t.exposeString("updatedAt"),
    stats: t.expose("stats", { type: CourseReportStats }),
    activityOverTime: t.expose("activityOverTime", { type: [WeekActivity] }),
    timeSpentWeekly: t.expose("timeSpentWeekly", { type: [WeekTime] }),
    users: t.field({
      type: [CourseReportUser],
      resolve: async (report) => (await reports.listPeople(report, {})).rows,
    }),
    questions: t.field({ type: [QuestionResult], resolve: (report) => reports.listQuestions(report) }),
    usersPage: t.field({
      type: CourseReportUserPage,
      description: "Sort: name, role, progress, assignedDate, completionDate, timeSpent; '-' in front for descending.",
      args: { search: t.arg.string(), sort: t.arg.string(), limit: t.arg.int(), offset: t.arg.int() },
      resolve: (report, options) => reports.pageOfPeople(report, options),
    }),
  }),
});

type ReportUser = Awaited<ReturnType<typeof reports.listReportUsers>>[number];

const UsersReportStats = builder.objectRef<reports.UsersReport["stats"]>("UsersReportStats").implement({
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
    stats: t.expose("stats", { type: UsersReportStats }),
    users: t.field({ type: [UserReportRow], resolve: (report) => reports.listReportUsers(report) }),
    usersPage: t.field({
      type: UserReportPage,
      description: "Sort: name, email, completed, inProgress, notStarted; '-' in front for descending.",
      args: { search: t.arg.string(), sort: t.arg.string(), limit: t.arg.int(), offset: t.arg.int() },
      resolve: (report, options) => reports.pageOfReportUsers(report, options),
    }),
  }),
});

builder.queryField("reportsAllUsers", (t) =>
  t.field({
    type: UsersReport,
    args: { branchUrl: t.arg.string(), branchUrls: t.arg.stringList() },
    resolve: (_, { branchUrl, branchUrls }, { actor }) => reports.reportAllUsers(actor, branchUrl, branchUrls),
  }),
);

builder.queryField("reportsAllCourses", (t) =>
  t.field({
    type: AllCoursesReport,
    args: { branchUrl: t.arg.string(), branchUrls: t.arg.stringList() },
    resolve: (_, { branchUrl, branchUrls }, { actor }) => reports.reportAllCourses(actor, branchUrl, branchUrls),
  }),
);

builder.queryField("courseReport", (t) =>
  t.field({
    type: CourseReport,
    args: { courseId: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { courseId, branchUrl }, { actor }) => reports.reportCourse(actor, courseId, branchUrl),
  }),
);
