import { builder } from "../../graphql/builder.ts";
import * as compliance from "./compliance.service.ts";
import { populationFilters } from "./filters.graphql.ts";
import type { FilteredReach } from "./filters.service.ts";
import type { PathCell, TrainingCell } from "./statements/training-matrix.statement.ts";

type Course = compliance.CourseCompliance["rows"][number];
type Branch = compliance.BranchCompliance["rows"][number];
type Counts = Pick<Course, "assigned" | "compliant" | "due" | "overdue" | "expired">;
type Path = compliance.PathCompliance["rows"][number];
type PathPerson = compliance.PathTrainingPage["rows"][number];
type CompliancePerson = compliance.CompliancePeople["rows"][number];
type Person = compliance.TrainingPage["rows"][number];

const STATES = "compliant (completed, with a valid certificate), due, overdue or expired (also revoked)";

const ComplianceCounts = builder.objectRef<Counts>("ComplianceCounts").implement({
  description: "Numbers of enrolments, each in exactly one state.",
  fields: (t) => ({
    assigned: t.exposeInt("assigned", { description: "All of them." }),
    compliant: t.exposeInt("compliant", { description: "Completed, and the certificate is valid today." }),
    due: t.exposeInt("due", { description: "Not completed yet, and not overdue." }),
    overdue: t.exposeInt("overdue", { description: "Not completed, and the due date has passed." }),
    expired: t.exposeInt("expired", { description: "Completed once; the certificate has expired or was revoked." }),
  }),
});

const CourseComplianceRow = builder.objectRef<Course>("CourseComplianceRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    category: t.exposeString("category", { nullable: true }),
    counts: t.field({ type: ComplianceCounts, resolve: (row) => row }),
  }),
});

const BranchComplianceRow = builder.objectRef<Branch>("BranchComplianceRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id", { nullable: true, description: "Null: people without a branch." }),
    name: t.exposeString("name", { nullable: true }),
    url: t.exposeString("url", { nullable: true }),
    counts: t.field({ type: ComplianceCounts, resolve: (row) => row }),
  }),
});

const PathComplianceRow = builder.objectRef<Path>("PathComplianceRow").implement({
  description: "A learning path, with the people who are assigned to it.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    counts: t.field({ type: ComplianceCounts, resolve: (row) => row }),
  }),
});

const PathCompliancePage = builder.objectRef<compliance.PathCompliance>("PathCompliancePage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [PathComplianceRow] }) }),
});

const CompliancePersonRow = builder.objectRef<CompliancePerson>("CompliancePerson").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    email: t.exposeString("email"),
    state: t.exposeString("state", { description: STATES }),
    progress: t.exposeInt("progress"),
    isComplete: t.exposeBoolean("isComplete", { description: "In the present attempt." }),
    due: t.exposeString("due", { nullable: true, description: "yyyy-mm-dd" }),
    completed: t.string({
      nullable: true,
      description: "The time of the present completion, ISO 8601.",
      resolve: ({ completed }) => completed?.toISOString() ?? null,
    }),
    expires: t.exposeString("expires", {
      nullable: true,
      description:
        "The last day of the certificate, or on which a path has as many valid certificates as it needs; yyyy-mm-dd.",
    }),
  }),
});

const CompliancePeople = builder.objectRef<compliance.CompliancePeople>("CompliancePeople").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [CompliancePersonRow] }) }),
});

const CourseCompliancePage = builder.objectRef<compliance.CourseCompliance>("CourseCompliancePage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [CourseComplianceRow] }) }),
});

const BranchCompliancePage = builder.objectRef<compliance.BranchCompliance>("BranchCompliancePage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [BranchComplianceRow] }) }),
});

const ComplianceMonth = builder
  .objectRef<Awaited<ReturnType<typeof compliance.listMonths>>[number]>("ComplianceMonth")
  .implement({
    fields: (t) => ({
      day: t.exposeString("day", { description: "The last day of the month, or today; yyyy-mm-dd." }),
      assigned: t.exposeInt("assigned"),
      compliant: t.exposeInt("compliant"),
      overdue: t.exposeInt("overdue"),
    }),
  });

const pageArguments = builder.args((t) => ({
  search: t.string(),
  sort: t.string(),
  limit: t.int(),
  offset: t.int(),
}));

const Compliance = builder.objectRef<compliance.OpenCompliance>("Compliance").implement({
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description: "The title of the course or learning path; null for all courses.",
      resolve: ({ subject }) => subject.name,
    }),
    totals: t.field({ type: ComplianceCounts, resolve: (report) => compliance.countCompliance(report) }),
    courses: t.field({
      type: CourseCompliancePage,
      description: "Sort: name, assigned, share, compliant, due, overdue, expired; start with '-' for descending.",
      args: pageArguments,
      resolve: (report, options) => compliance.getPageOfCourses(report, options),
    }),
    paths: t.field({
      type: PathCompliancePage,
      description: "The learning paths that anybody is assigned to; sorted like the courses.",
      args: pageArguments,
      resolve: (report, options) => compliance.getPageOfPaths(report, options),
    }),
    people: t.field({
      type: CompliancePeople,
      description: `The people of the course or learning path. State: ${STATES}. Sort: name, state, progress, dueDate, expires; start with '-' for descending.`,
      args: {
        search: t.arg.string(),
        state: t.arg.string(),
        sort: t.arg.string(),
        limit: t.arg.int(),
        offset: t.arg.int(),
      },
      resolve: (report, options) => compliance.getPageOfCompliancePeople(report, options),
    }),
    branches: t.field({
      type: BranchCompliancePage,
      description: "The members of each branch; sorted like the courses.",
      args: pageArguments,
      resolve: (report, options) => compliance.getPageOfBranches(report, options),
    }),
    months: t.field({
      type: [ComplianceMonth],
      description: "The last twelve months, worked out from the dates of the present enrolments or assignments.",
      resolve: (report) => compliance.listMonths(report),
    }),
  }),
});

const TrainingMatrixCell = builder.objectRef<TrainingCell>("TrainingMatrixCell").implement({
  fields: (t) => ({
    courseId: t.exposeInt("courseId"),
    state: t.exposeString("state", { description: STATES }),
    progress: t.exposeInt("progress"),
    isComplete: t.exposeBoolean("isComplete", {
      description: "In the present attempt: someone who takes the course again may be compliant and not complete.",
    }),
    due: t.exposeString("due", { nullable: true, description: "yyyy-mm-dd" }),
    expires: t.exposeString("expires", { nullable: true, description: "The last day of the certificate, yyyy-mm-dd." }),
  }),
});

const TrainingMatrixRow = builder.objectRef<Person>("TrainingMatrixRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    cells: t.expose("cells", { type: [TrainingMatrixCell], description: "Of the courses the person is enrolled in." }),
  }),
});

const TrainingMatrixPage = builder.objectRef<compliance.TrainingPage>("TrainingMatrixPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [TrainingMatrixRow] }) }),
});

const TrainingMatrixPathCell = builder.objectRef<PathCell>("TrainingMatrixPathCell").implement({
  fields: (t) => ({
    pathId: t.exposeInt("pathId"),
    state: t.exposeString("state", { description: STATES }),
    progress: t.exposeInt("progress"),
    isComplete: t.exposeBoolean("isComplete"),
    due: t.exposeString("due", { nullable: true, description: "yyyy-mm-dd" }),
    expires: t.exposeString("expires", {
      nullable: true,
      description: "The last day on which the path has as many valid certificates as it needs, yyyy-mm-dd.",
    }),
  }),
});

const TrainingMatrixPathRow = builder.objectRef<PathPerson>("TrainingMatrixPathRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    cells: t.expose("cells", {
      type: [TrainingMatrixPathCell],
      description: "Of the learning paths the person is assigned to.",
    }),
  }),
});

const TrainingMatrixPathPage = builder.objectRef<compliance.PathTrainingPage>("TrainingMatrixPathPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [TrainingMatrixPathRow] }) }),
});

const TrainingMatrix = builder.objectRef<FilteredReach>("TrainingMatrix").implement({
  fields: (t) => ({
    courses: t.field({
      type: [CourseComplianceRow],
      description: "The courses that anybody of the reach is enrolled in, by title; 500 at most.",
      resolve: (report) => compliance.listMatrixCourses(report),
    }),
    people: t.field({
      type: TrainingMatrixPage,
      description: `People who are enrolled in a course. State: only people with a course that is ${STATES}. Sort: name, -name.`,
      args: {
        search: t.arg.string(),
        state: t.arg.string(),
        sort: t.arg.string(),
        limit: t.arg.int(),
        offset: t.arg.int(),
      },
      resolve: (report, options) => compliance.getPageOfTraining(report, options),
    }),
    paths: t.field({
      type: [PathComplianceRow],
      description: "The learning paths that anybody of the reach is assigned to, by title; 500 at most.",
      resolve: (report) => compliance.listMatrixPaths(report),
    }),
    path_people: t.field({
      type: TrainingMatrixPathPage,
      description: `People who are assigned to a learning path. State: only people with a path that is ${STATES}. Sort: name, -name.`,
      args: {
        search: t.arg.string(),
        state: t.arg.string(),
        sort: t.arg.string(),
        limit: t.arg.int(),
        offset: t.arg.int(),
      },
      resolve: (report, options) => compliance.getPageOfPathTraining(report, options),
    }),
  }),
});

builder.queryFields((t) => ({
  compliance: t.field({
    type: Compliance,
    description:
      "How many enrolments are compliant, due, overdue and expired, by course, branch and month; or those of one course, or the assignments of one learning path.",
    args: {
      ...populationFilters,
      course_id: t.arg.int({ description: "Only this course." }),
      path_id: t.arg.int({ description: "Only this learning path, in place of courses." }),
    },
    resolve: (_, filters, { actor }) => compliance.openCompliance(actor, filters),
  }),
  trainingMatrix: t.field({
    type: TrainingMatrix,
    description: "People and their courses, or learning paths, with state, due date and expiry.",
    args: populationFilters,
    resolve: (_, filters, { actor }) => compliance.openMatrix(actor, filters),
  }),
}));
