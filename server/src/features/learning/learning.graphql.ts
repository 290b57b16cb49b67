import { builder } from "../../graphql/builder.ts";
import { Category } from "../categories/category-type.graphql.ts";
import { getUnitType, UNIT_TYPE_NAMES } from "../courses/courses.service.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import * as learning from "./learning.service.ts";
import * as previews from "./preview.service.ts";
import * as progress from "./progress.service.ts";

const DUE_STATUS = "overdue, due_soon (within a week) or due; null without a due date, or when complete.";

const MyCourse = builder.objectRef<progress.MyCourse>("MyCourse").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    thumbnail: t.string({
      nullable: true,
      resolve: (course, _, { actor }) => signedAddressOrNull(actor.platform.secret, course.thumbnail_key, "small"),
    }),
    categories: t.field({ type: [Category], resolve: (course) => course.categories }),
    progress: t.int({ resolve: (course) => course.progress ?? 0 }),
    date_assigned: t.string({ nullable: true, resolve: (course) => course.assigned_at?.toISOString() ?? null }),
    due_on: t.exposeString("due_on", { nullable: true, description: "The due date, yyyy-mm-dd." }),
    due_status: t.exposeString("due_status", { nullable: true, description: DUE_STATUS }),
  }),
});

type UnitState = Awaited<ReturnType<progress.Progress["unitsIn"]>>[number];

const UnitProgress = builder.objectRef<UnitState>("UnitProgress").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.string({ nullable: true, resolve: (unit) => unit.title || null }),
    is_complete: t.exposeBoolean("is_complete"),
    time_spent: t.exposeInt("time_spent", { description: "Seconds." }),
  }),
});

export const UnitsByType = builder.objectRef<UnitState[]>("UnitsByType").implement({
  fields: (t) =>
    Object.fromEntries(
      UNIT_TYPE_NAMES.map((type) => [
        getUnitType(type).list,
        t.field({ type: [UnitProgress], resolve: (units) => units.filter((unit) => unit.type === type) }),
      ]),
    ),
});

/** A course with the progress it was read with, so that the units of all courses are read at once. */
interface CourseInProgress {
  course: progress.Progress["courses"][number];
  progress: progress.Progress;
}

const LearnerCourse = builder.objectRef<CourseInProgress>("LearnerCourse").implement({
  fields: (t) => ({
    id: t.int({ resolve: ({ course }) => course.id }),
    title: t.string({ resolve: ({ course }) => course.title }),
    thumbnail: t.string({
      nullable: true,
      resolve: ({ course }, _, { actor }) => signedAddressOrNull(actor.platform.secret, course.thumbnail_key, "small"),
    }),
    completionPercentage: t.int({ resolve: ({ course }) => course.progress ?? 0 }),
    is_complete: t.boolean({
      description: "Whether the course's completion rule is met.",
      resolve: ({ course }) => course.is_complete ?? false,
    }),
    unitsCompleted: t.int({ resolve: ({ course }) => course.units_completed ?? 0 }),
    totalUnits: t.int({ resolve: ({ course }) => course.total_units ?? 0 }),
    timeSpent: t.int({ description: "Seconds.", resolve: ({ course }) => course.time_spent ?? 0 }),
    enrolledDate: t.string({ nullable: true, resolve: ({ course }) => course.assigned_at?.toISOString() ?? null }),
    due_on: t.string({
      nullable: true,
      description: "The due date, yyyy-mm-dd.",
      resolve: ({ course }) => course.due_on,
    }),
    due_status: t.string({ nullable: true, description: DUE_STATUS, resolve: ({ course }) => course.due_status }),
    units: t.field({ type: UnitsByType, resolve: ({ course, progress }) => progress.unitsIn(course.id) }),
  }),
});

const UnenrolledCourse = builder
  .objectRef<{ id: number; title: string; thumbnail_key: string | null }>("UnenrolledCourse")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      title: t.exposeString("title"),
      thumbnail: t.string({
        nullable: true,
        resolve: (course, _, { actor }) => signedAddressOrNull(actor.platform.secret, course.thumbnail_key, "small"),
      }),
    }),
  });

const UserProgress = builder.objectRef<progress.OpenProgress>("UserProgress").implement({
  fields: (t) => ({
    totalCourses: t.int({ resolve: async ({ read }) => (await read()).totalCourses }),
    completedCourses: t.int({ resolve: async ({ read }) => (await read()).completedCourses }),
    inProgressCourses: t.int({ resolve: async ({ read }) => (await read()).inProgressCourses }),
    notStartedCourses: t.int({ resolve: async ({ read }) => (await read()).notStartedCourses }),
    averageCompletionRate: t.int({
      description: "Percent.",
      resolve: async ({ read }) => (await read()).averageCompletionRate,
    }),
    courses: t.field({
      type: [LearnerCourse],
      description: "The latest assigned first.",
      args: { limit: t.arg.int() },
      resolve: async ({ read }, { limit }) => {
        const progress = await read();
        return progress.courses.slice(0, limit ?? undefined).map((course) => ({ course, progress }));
      },
    }),
    unenrolledCourses: t.field({
      type: [UnenrolledCourse],
      args: { limit: t.arg.int() },
      resolve: ({ listUnenrolled }, { limit }) => listUnenrolled(limit ?? null),
    }),
  }),
});

const EnrolledCourse = builder.objectRef<{ id: number; title: string }>("EnrolledCourse").implement({
  fields: (t) => ({ id: t.exposeInt("id"), title: t.exposeString("title") }),
});

const StoredResponse = builder.objectRef<{ id: number; response: string }>("StoredResponse").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    response: t.exposeString("response", {
      description: "The same JSON object that was sent, with isCorrect decided by the server.",
    }),
  }),
});

export const CompletedUnit = builder
  .objectRef<Awaited<ReturnType<typeof learning.completeUnit>>>("CompletedUnit")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      is_complete: t.exposeBoolean("is_complete"),
      unit_id: t.exposeInt("unit_id"),
      unit_type: t.exposeString("unit_type"),
      progress: t.exposeInt("progress", { description: "The course's progress after it, 0 to 100." }),
      course_complete: t.exposeBoolean("course_complete"),
    }),
  });

const CourseEnrollmentInput = builder.inputType("CourseEnrollmentInput", {
  fields: (t) => ({ course_id: t.int({ required: true }) }),
});

const StoreUnitResponseInput = builder.inputType("StoreUnitResponseInput", {
  fields: (t) => ({
    course_id: t.int({ required: true }),
    unit_id: t.int({ required: true }),
    unit_type: t.string({ required: true }),
    input_type: t.string({
      required: true,
      description:
        "question, time, place (of a film or recording), CompletionWithNoTest, AssignmentText or AssignmentFile",
    }),
    input_key: t.string({ description: "The question's id, or timeSpent." }),
    response: t.string({ required: true, description: "JSON text." }),
  }),
});

const MarkUnitCompleteInput = builder.inputType("MarkUnitCompleteInput", {
  fields: (t) => ({
    course_id: t.int({ required: true }),
    unit_id: t.int({ required: true }),
    unit_type: t.string({ required: true }),
  }),
});

builder.queryFields((t) => ({
  gradePreview: t.string({
    description: "Grades an answer in an author's preview of a course; nothing is stored. JSON text, with isCorrect.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({
        description: "The test that asks it: its settings decide what is shown while an attempt is open.",
      }),
      question_id: t.arg.int({ required: true }),
      response: t.arg.string({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...input }, { actor }) => previews.gradePreview(actor, input, branchUrl),
  }),
  myCourses: t.field({
    type: [MyCourse],
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => progress.listMyCourses(actor, branchUrl),
  }),
  userProgress: t.field({
    type: UserProgress,
    args: {
      userId: t.arg.int(),
      branchUrl: t.arg.string(),
      category_id: t.arg.int({ description: "Of the courses of this category and those below it alone." }),
      from: t.arg.string({ description: "Of what was assigned on this day or later, yyyy-mm-dd." }),
      to: t.arg.string({ description: "Of what was assigned on this day or before, yyyy-mm-dd." }),
    },
    resolve: (_, { userId, ...options }, { actor }) => progress.openProgress(actor, userId, options),
  }),
}));

builder.mutationFields((t) => ({
  courseEnrollment: t.field({
    type: EnrolledCourse,
    args: { input: t.arg({ type: CourseEnrollmentInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) => learning.enrol(actor, input.course_id, branchUrl),
  }),
  storeUnitResponse: t.field({
    type: StoredResponse,
    args: { input: t.arg({ type: StoreUnitResponseInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) =>
      learning.storeResponse(actor, { ...input, input_key: input.input_key ?? "timeSpent" }, branchUrl),
  }),
  markUnitComplete: t.field({
    type: CompletedUnit,
    args: { input: t.arg({ type: MarkUnitCompleteInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) => learning.completeUnit(actor, input, branchUrl),
  }),
}));
