import { builder } from "../../graphql/builder.ts";
import type * as assigning from "./assigning.service.ts";
import type * as paths from "./learning-paths.service.ts";

export type ListedPath = Awaited<ReturnType<typeof paths.getPageOfPaths>>["rows"][number];

export const LearningPathSummary = builder.objectRef<ListedPath>("LearningPathSummary").implement({
  description: "A learning path in a list.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    description: t.exposeString("description"),
    status: t.exposeString("status", { description: "draft or published" }),
    in_catalogue: t.exposeBoolean("in_catalogue"),
    due_days: t.exposeInt("due_days", { nullable: true }),
    owning_branch: t.exposeString("owning_branch", { nullable: true, description: "Null for the main site." }),
    may_edit: t.exposeBoolean("may_edit"),
    courses: t.exposeInt("courses"),
    people: t.exposeInt("people", { description: "How many are assigned." }),
    completed: t.exposeInt("completed", { description: "How many of them have completed it." }),
    updated_at: t.string({ resolve: (path) => path.updated_at.toISOString() }),
  }),
});

const PathCourse = builder.objectRef<paths.SectionRow["courses"][number]>("LearningPathCourse").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    is_published: t.exposeBoolean("is_published"),
  }),
});
export { PathCourse };

export const PathSection = builder.objectRef<paths.SectionRow>("LearningPathSection").implement({
  fields: (t) => ({
    title: t.exposeString("title"),
    needed: t.exposeInt("needed", {
      nullable: true,
      description: "How many of its courses complete it; null for all.",
    }),
    in_order: t.exposeBoolean("in_order", {
      description: "Whether each course opens when the one before is complete.",
    }),
    courses: t.expose("courses", { type: [PathCourse] }),
  }),
});

const PathReason = builder.objectRef<assigning.PathPerson["sources"][number]>("LearningPathReason").implement({
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "self, person, group or branch" }),
    name: t.exposeString("name", { nullable: true, description: "Of the group or branch." }),
  }),
});

export const PathPerson = builder.objectRef<assigning.PathPerson>("LearningPathPerson").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.string({ resolve: (person) => `${person.first_name} ${person.last_name}` }),
    email: t.exposeString("email"),
    status: t.exposeString("status", { description: "not_started, in_progress or completed" }),
    progress: t.exposeInt("progress", { description: "Percent of the courses that are needed." }),
    courses_done: t.exposeInt("courses_done"),
    courses_needed: t.exposeInt("courses_needed"),
    is_met: t.exposeBoolean("is_met", {
      description: "Whether the rules are met now; false for completed people if courses were added since.",
    }),
    due_on: t.exposeString("due_on", { nullable: true }),
    due_status: t.exposeString("due_status", { nullable: true, description: "overdue, due_soon or due" }),
    assigned_at: t.string({ resolve: (person) => person.assigned_at.toISOString() }),
    completed_at: t.string({ nullable: true, resolve: (person) => person.completed_at?.toISOString() ?? null }),
    sources: t.expose("sources", { type: [PathReason] }),
  }),
});

export const PathPeoplePage = builder
  .objectRef<{ total: number; rows: assigning.PathPerson[] }>("LearningPathPeoplePage")
  .implement({
    fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [PathPerson] }) }),
  });

export const PathFigures = builder
  .objectRef<Awaited<ReturnType<typeof assigning.readFigures>>>("LearningPathFigures")
  .implement({
    description: "The people who are assigned, those of the viewer's reach.",
    fields: (t) => ({
      people: t.exposeInt("people"),
      completed: t.exposeInt("completed"),
      in_progress: t.exposeInt("in_progress"),
      overdue: t.exposeInt("overdue"),
    }),
  });

export const PathMember = builder
  .objectRef<Awaited<ReturnType<typeof assigning.listMembers>>[number]>("LearningPathMember")
  .implement({
    description: "A group or branch to which a path is assigned.",
    fields: (t) => ({
      kind: t.exposeString("kind", { description: "group or branch" }),
      id: t.exposeInt("id"),
      name: t.exposeString("name"),
      people: t.exposeInt("people"),
    }),
  });

type Choices = Awaited<ReturnType<typeof assigning.listChoices>>;

const PathChoice = builder.objectRef<Choices["people"][number]>("LearningPathChoice").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    detail: t.exposeString("detail", { nullable: true }),
  }),
});

export const PathChoices = builder.objectRef<Choices>("LearningPathChoices").implement({
  description: "To whom a path may be assigned, at most fifty of each.",
  fields: (t) => ({
    people: t.expose("people", { type: [PathChoice] }),
    groups: t.expose("groups", { type: [PathChoice] }),
    branches: t.expose("branches", { type: [PathChoice] }),
  }),
});

export const PathEffect = builder.objectRef<paths.Effect>("LearningPathEffect").implement({
  description: "What a change of the courses and rules means for the people who are assigned.",
  fields: (t) => ({
    people: t.exposeInt("people"),
    gain: t.exposeInt("gain", { description: "Who will be enrolled in courses that they are not in." }),
    keep: t.exposeInt("keep", {
      description: "Who keeps courses that leave the path, started or given for another reason.",
    }),
    lose: t.exposeInt("lose", { description: "Who will not be in a course any more." }),
    complete: t.exposeInt("complete", { description: "Who will have completed the path by the change." }),
    stay_complete: t.exposeInt("stay_complete", {
      description: "Who has completed the path and stays so, although the new rules are not met.",
    }),
  }),
});

export const PathRemoval = builder
  .objectRef<Awaited<ReturnType<typeof assigning.measureRemoval>>>("LearningPathRemoval")
  .implement({
    description: "What would become of the enrolments that a path gave.",
    fields: (t) => ({ ends: t.exposeInt("ends"), keeps: t.exposeInt("keeps") }),
  });

const SectionInput = builder.inputType("LearningPathSectionInput", {
  fields: (t) => ({
    title: t.string(),
    needed: t.int({ description: "How many of its courses complete it; all without a number." }),
    in_order: t.boolean(),
    course_ids: t.intList({ required: true }),
  }),
});

export const PathInput = builder.inputType("LearningPathInput", {
  fields: (t) => ({
    title: t.string({ required: true }),
    description: t.string(),
    cover: t.string({ description: "The address of an uploaded picture, or the one that was returned." }),
    status: t.string({ required: true, description: "draft or published" }),
    in_catalogue: t.boolean({ description: "Whether learners may enrol themselves." }),
    is_sequential: t.boolean({ description: "Whether a section opens when the one before is complete." }),
    due_days: t.int({ description: "Days after the assignment; applies to people who are assigned from then on." }),
    certificate_months: t.int({ description: "How long its certificate is valid, 1 to 120; none without a number." }),
    certificate_template_id: t.int(),
    sections: t.field({ type: [SectionInput], required: true }),
  }),
});

export const AssignmentInput = builder.inputType("LearningPathAssignmentInput", {
  fields: (t) => ({ user_ids: t.intList(), group_ids: t.intList(), branch_ids: t.intList() }),
});
