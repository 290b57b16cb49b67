import { builder } from "../../graphql/builder.ts";
import { Category } from "../categories/category-type.graphql.ts";
import { signedAddress, signedAddressOrNull } from "../files/files.service.ts";
import { readResponses } from "../learning/learning.service.ts";
import * as units from "../learning/units.service.ts";
import { getRetakeDay } from "../learning/retakes.service.ts";
import * as courses from "./courses.service.ts";
import { COURSE_FIELD_NAMES, COURSE_FIELDS, type CourseFieldName } from "./course-fields.ts";
import { Prerequisite, Resource, ResourceCategory, UnitResponse } from "./course-parts.graphql.ts";
import { CourseUnit, createUnitLists, OpenedUnit } from "./units.graphql.ts";

type ListedCourse = Awaited<ReturnType<typeof courses.listCourses>>[number];

const CourseSummary = builder.objectRef<ListedCourse>("CourseSummary").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    thumbnail: t.string({
      nullable: true,
      resolve: (course, _, { actor }) => signedAddressOrNull(actor.platform.secret, course.thumbnail_key, "small"),
    }),
    price: t.exposeFloat("price"),
    status: t.exposeString("status", { description: "draft or published" }),
    hide_from_catalog: t.exposeBoolean("hide_from_catalog"),
    category: t.field({ type: Category, nullable: true, resolve: (course) => course.categories[0] ?? null }),
    categories: t.field({ type: [Category], resolve: (course) => course.categories }),
    date: t.string({
      description: "When the course was created, ISO 8601.",
      resolve: (course) => course.created_at.toISOString(),
    }),
    updated_at: t.string({ resolve: (course) => course.updated_at.toISOString() }),
  }),
});

type AuthoredCourse = Awaited<ReturnType<typeof courses.listCoursePage>>["rows"][number];

const AuthoredCourse = builder.objectRef<AuthoredCourse>("AuthoredCourse").implement({
  description: "A course in the list of authors.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    thumbnail: t.string({
      nullable: true,
      resolve: (course, _, { actor }) => signedAddressOrNull(actor.platform.secret, course.thumbnail_key, "small"),
    }),
    price: t.exposeFloat("price"),
    status: t.exposeString("status", { description: "draft or published" }),
    hide_from_catalog: t.exposeBoolean("hide_from_catalog"),
    categories: t.field({ type: [Category], resolve: (course) => course.categories }),
    learners: t.exposeInt("learners", { description: "How many people are enrolled." }),
    may_edit: t.exposeBoolean("may_edit", { description: "Whether the viewer may change and delete it." }),
    owning_branch: t.exposeString("owning_branch", {
      nullable: true,
      description: "The name of the branch that owns it; null: the main site.",
    }),
    date: t.string({ resolve: (course) => course.created_at.toISOString() }),
    updated_at: t.string({ resolve: (course) => course.updated_at.toISOString() }),
  }),
});

const CoursePage = builder.objectRef<{ total: number; rows: AuthoredCourse[] }>("CoursePage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [AuthoredCourse] }) }),
});

/** Creates an output field for each field of a course (`COURSE_FIELDS`). */
function createCourseFields<Field>(
  createField: (
    name: CourseFieldName,
    options: { type: "String" | "Int" | "Float" | "Boolean"; nullable: boolean },
  ) => Field,
): Record<CourseFieldName, Field> {
  const fields = COURSE_FIELD_NAMES.map((name) => {
    const { api, isNullable } = COURSE_FIELDS[name];
    return [name, createField(name, { type: api, nullable: isNullable })];
  });
  return Object.fromEntries(fields) as Record<CourseFieldName, Field>;
}

/** A course with its units and its outline, which are read once for all fields. */
interface CourseParent {
  course: courses.Course;
  units: () => Promise<units.LearnerUnit[]>;
  outline: () => Promise<units.OutlineUnit[]>;
}

const Course = builder.objectRef<CourseParent>("Course").implement({
  fields: (t) => ({
    id: t.int({ resolve: ({ course }) => course.id }),
    ...createCourseFields((name, options) => t.field({ ...options, resolve: ({ course }) => course[name]! })),
    category: t.field({ type: Category, nullable: true, resolve: ({ course }) => course.categories[0] ?? null }),
    categories: t.field({ type: [Category], resolve: ({ course }) => course.categories }),
    thumbnail: t.string({
      nullable: true,
      resolve: ({ course }, _, { actor }) => signedAddressOrNull(actor.platform.secret, course.thumbnail_key),
    }),
    status: t.string({ description: "draft or published", resolve: ({ course }) => course.status }),
    may_edit: t.boolean({
      description: "Whether the viewer may change and delete it.",
      resolve: ({ course }) => course.may_edit,
    }),
    owning_branch: t.string({
      nullable: true,
      description: "The name of the branch that owns it; null: the main site.",
      resolve: ({ course }) => course.owning_branch,
    }),
    version: t.int({
      description: "Rises with each save; sent back with an edit so that two authors do not overwrite each other.",
      resolve: ({ course }) => course.version,
    }),
    date: t.string({
      description: "When the course was created, ISO 8601.",
      resolve: ({ course }) => course.created_at.toISOString(),
    }),
    updated_at: t.string({ resolve: ({ course }) => course.updated_at.toISOString() }),
    learning_path: t.intList({
      description: "All prerequisites, for authors.",
      resolve: ({ course }) => course.learning_path,
    }),
    prerequisites: t.field({
      type: [Prerequisite],
      description: "Those that are published: nobody can take the others, and the course does not wait for them.",
      resolve: ({ course }) => course.prerequisites,
    }),
    resources: t.field({
      type: [Resource],
      resolve: async ({ course }, _, { actor }) =>
        (await courses.listResources(course)).map((each) => ({
          ...each,
          file_path: signedAddress(actor.platform.secret, each.file_key),
          pdf_path: signedAddressOrNull(actor.platform.secret, each.pdf_key),
        })),
    }),
    units: t.field({ type: [CourseUnit], resolve: ({ outline }) => outline() }),
    openedUnit: t.field({
      type: OpenedUnit,
      nullable: true,
      description: "One unit with its content. Without arguments: the unit with which the viewer continues.",
      args: {
        unit_id: t.arg.int(),
        order: t.arg.int({ description: "The position; the first unit for an unknown position." }),
        starts: t.arg.boolean({
          description: "Whether the viewer works in it from now on: starts its clock, as a first report of time does.",
        }),
      },
      resolve: ({ course, outline }, choice) => units.openUnit(course, choice, outline),
    }),
    is_enrolled: t.boolean({
      description: "Whether the viewer is.",
      resolve: ({ course }) => course.enrolled_user_id !== null,
    }),
    progress: t.int({ description: "The viewer's own, 0 to 100.", resolve: ({ course }) => course.progress ?? 0 }),
    units_completed: t.int({ resolve: ({ course }) => course.units_completed ?? 0 }),
    total_units: t.int({ resolve: ({ course }) => course.unit_count }),
    units_needed: t.int({
      description: "How many complete units make the course complete.",
      resolve: ({ course }) => courses.countUnitsNeeded(course),
    }),
    is_complete: t.boolean({
      description: "Whether the viewer has met the course's completion rule.",
      resolve: ({ course }) => course.is_complete ?? false,
    }),
    due_on: t.string({
      nullable: true,
      description: "The viewer's due date, yyyy-mm-dd.",
      resolve: ({ course }) => course.due_on,
    }),
    due_status: t.string({
      nullable: true,
      description: "overdue, due_soon (within a week) or due; null without a due date, or when complete.",
      resolve: ({ course }) => course.due_status,
    }),
    completed_date: t.string({ nullable: true, resolve: ({ course }) => course.completed_at?.toISOString() ?? null }),
    retake_from: t.string({
      nullable: true,
      description: "The first day, yyyy-mm-dd, on which the viewer may take the completed course again.",
      resolve: ({ course }, _, { actor }) => getRetakeDay(actor, course),
    }),
    last_unit_id: t.int({
      nullable: true,
      description: "The unit in which the viewer was last.",
      resolve: ({ course }) => course.last_unit_id,
    }),
    attempt: t.int({ description: "The viewer's own, from 1.", resolve: ({ course }) => course.attempt ?? 1 }),
    userResponses: t.field({ type: [UnitResponse], resolve: ({ course }) => readResponses(course) }),
    ...createUnitLists(t),
  }),
});

const CourseImpact = builder.objectRef<{ learners: number; inProgress: number }>("CourseImpact").implement({
  description: "Whom a change to a course touches.",
  fields: (t) => ({ learners: t.exposeInt("learners"), inProgress: t.exposeInt("inProgress") }),
});

builder.queryFields((t) => ({
  courses: t.field({
    type: [CourseSummary],
    args: {
      branchUrl: t.arg.string(),
      includeHidden: t.arg.boolean(),
      search: t.arg.string(),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, args, { actor }) => courses.listCourses(actor, args),
  }),
  coursesPage: t.field({
    type: CoursePage,
    description:
      "The list of authors, drafts and hidden courses too. Sort: title, status, price, learners, updated or date, '-' in front for descending.",
    args: {
      branchUrl: t.arg.string(),
      search: t.arg.string(),
      editable: t.arg.boolean({ description: "Only courses that the caller may change." }),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, args, { actor }) => courses.listCoursePage(actor, args),
  }),
  course: t.field({
    type: Course,
    nullable: true,
    args: {
      id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
      asLearner: t.arg.boolean({ description: "Without the answer key, also for authors." }),
      preview: t.arg.boolean({
        description: "For authors: as a learner who has just begun would see it, drafts too. Nothing is stored.",
      }),
    },
    resolve: async (_, { id, branchUrl, asLearner, preview }, { actor }) => {
      const course = await courses.getCourse(actor, id, branchUrl, {
        asLearner: asLearner ?? false,
        isPreview: preview ?? false,
      });
      let all: Promise<units.LearnerUnit[]> | undefined;
      let outline: Promise<units.OutlineUnit[]> | undefined;
      return {
        course,
        units: () => (all ??= units.listUnits(course)),
        outline: () => (outline ??= units.listOutline(course)),
      };
    },
  }),
  courseImpact: t.field({
    type: CourseImpact,
    args: {
      id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ description: "Only those who have progress in this unit of the course." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { id, unit_id, branchUrl }, { actor }) => courses.measureImpact(actor, id, unit_id, branchUrl),
  }),
  resourceCategories: t.field({
    type: [ResourceCategory],
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => courses.listResourceCategories(actor, branchUrl),
  }),
  certificateTypes: t.stringList({ resolve: (_, __, { actor }) => courses.listCertificateTypes(actor) }),
}));
