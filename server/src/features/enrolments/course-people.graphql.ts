import { builder } from "../../graphql/builder.ts";
import { pageArguments } from "../../graphql/page.ts";
import { DueInput } from "../due-dates/due.graphql.ts";
import * as people from "./course-people.service.ts";
import * as runs from "./runs.service.ts";

type Source = people.CoursePerson["sources"][number];

const EnrolmentSource = builder.objectRef<Source>("EnrolmentSource").implement({
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "self, person or group." }),
    group: t.exposeString("group", { nullable: true, description: "The group's name." }),
  }),
});

const CoursePerson = builder.objectRef<people.CoursePerson>("CoursePerson").implement({
  description: "A person who is enrolled in a course.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    is_active: t.exposeBoolean("is_active"),
    status: t.exposeString("status", { description: "completed, in_progress or not_started." }),
    progress: t.exposeInt("progress", { description: "0 to 100." }),
    assigned_at: t.string({ resolve: ({ assigned_at }) => assigned_at.toISOString() }),
    completed_at: t.string({ nullable: true, resolve: ({ completed_at }) => completed_at?.toISOString() ?? null }),
    last_active_on: t.exposeString("last_active_on", {
      nullable: true,
      description: "The last day with time in the course, yyyy-mm-dd.",
    }),
    due_on: t.exposeString("due_on", { nullable: true, description: "The due date, yyyy-mm-dd." }),
    due_status: t.exposeString("due_status", {
      nullable: true,
      description: "overdue, due_soon (within a week) or due; null without a due date, or when complete.",
    }),
    is_due_by_hand: t.exposeBoolean("is_due_by_hand", {
      description: "Whether staff set the due date for this person; otherwise it follows the rules.",
    }),
    may_manage: t.exposeBoolean("may_manage", { description: "Whether the viewer may end their enrolment." }),
    sources: t.expose("sources", { type: [EnrolmentSource], description: "Why the person is enrolled." }),
  }),
});

const CoursePeoplePage = builder
  .objectRef<{ total: number; rows: people.CoursePerson[] }>("CoursePeoplePage")
  .implement({
    fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [CoursePerson] }) }),
  });

export const CoursePeopleFilter = builder.inputType("CoursePeopleFilter", {
  description: "Which of the people of a course are meant: all whom the caller may see, if empty.",
  fields: (t) => ({
    user_ids: t.intList(),
    search: t.string(),
    status: t.string({ description: "completed, in_progress or not_started." }),
    source: t.string({ description: "self, person or group." }),
    group_id: t.int(),
    branch_id: t.int(),
    due: t.string({ description: "overdue, due_soon, due or none." }),
  }),
});

const PeopleFilter = builder.inputType("PeopleFilter", {
  description:
    "Which people are meant: those chosen, and those of the groups and branches; everybody, if that is chosen. search and role leave others out. Inactive people are never meant.",
  fields: (t) => ({
    user_ids: t.intList(),
    group_ids: t.intList(),
    branch_ids: t.intList(),
    everybody: t.boolean(),
    search: t.string(),
    role: t.string(),
  }),
});

const EnrolmentRun = builder.objectRef<runs.EnrolmentRun>("EnrolmentRun").implement({
  description: "One enrolment of many people in a course.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    course_id: t.exposeInt("course_id"),
    total: t.exposeInt("total"),
    done: t.exposeInt("done", { description: "How many people it has handled." }),
    enrolled: t.int({
      description: "How many of them were not enrolled before.",
      resolve: ({ enrolled }) => enrolled ?? 0,
    }),
    state: t.exposeString("state", { description: "working, done, failed or undone." }),
    problem: t.exposeString("problem", { nullable: true, description: "Why it failed." }),
  }),
});

const MeantPeople = builder.objectRef<{ total: number; enrolled: number }>("MeantPeople").implement({
  fields: (t) => ({
    total: t.exposeInt("total"),
    enrolled: t.exposeInt("enrolled", { description: "Of these, how many are enrolled already." }),
  }),
});

const EndedCourseEnrolments = builder.objectRef<number[]>("EndedCourseEnrolments").implement({
  fields: (t) => ({
    count: t.int({ resolve: (ids) => ids.length }),
    ended_ids: t.intList({ description: "For restoreEnrolments, for 30 days.", resolve: (ids) => ids }),
  }),
});

builder.queryFields((t) => ({
  coursePeople: t.field({
    type: CoursePeoplePage,
    description: "Sort: name, email, status, progress, assigned, completed or due, '-' in front for descending.",
    args: {
      course_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
      status: t.arg.string(),
      source: t.arg.string(),
      group_id: t.arg.int(),
      branch_id: t.arg.int(),
      due: t.arg.string(),
      ...pageArguments,
    },
    resolve: (_, { course_id, branchUrl, ...options }, { actor }) =>
      people.listCoursePeople(actor, course_id, options, branchUrl),
  }),
  peopleToEnrol: t.field({
    type: MeantPeople,
    description: "Counts whom enrolByFilter would enrol.",
    args: {
      course_id: t.arg.int({ required: true }),
      people: t.arg({ type: PeopleFilter, required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, people: filter, branchUrl }, { actor }) =>
      runs.countMeant(actor, course_id, filter, branchUrl),
  }),
  enrolmentRun: t.field({
    type: EnrolmentRun,
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => runs.readRun(actor, id, branchUrl),
  }),
}));

builder.mutationFields((t) => ({
  enrolByFilter: t.field({
    type: EnrolmentRun,
    description:
      "Enrols the people whom the filter means now: many of them in a job, whose progress enrolmentRun tells.",
    args: {
      course_id: t.arg.int({ required: true }),
      people: t.arg({ type: PeopleFilter, required: true }),
      due: t.arg({ type: DueInput, description: "Without it, the course's own rule applies." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, people: filter, due, branchUrl }, { actor }) =>
      runs.enrolByFilter(actor, course_id, { filter, due }, branchUrl),
  }),
  undoEnrolmentRun: t.int({
    description: "Ends the enrolments that it made, and stops it. Tells how many ended.",
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => runs.undoRun(actor, id, branchUrl),
  }),
  endCourseEnrolments: t.field({
    type: EndedCourseEnrolments,
    args: {
      course_id: t.arg.int({ required: true }),
      people: t.arg({ type: CoursePeopleFilter, required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, people: filter, branchUrl }, { actor }) =>
      people.endCourseEnrolments(actor, course_id, filter, branchUrl),
  }),
  setDueDate: t.int({
    description:
      "Sets the due date of people of a course, which then no rule changes; without `due`, it follows the rules again. Tells for how many.",
    args: {
      course_id: t.arg.int({ required: true }),
      people: t.arg({ type: CoursePeopleFilter, required: true }),
      due: t.arg({ type: DueInput, description: "Days count from each enrolment." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, people: filter, due, branchUrl }, { actor }) =>
      people.setDueDate(actor, course_id, { filter, due: due ?? null }, branchUrl),
  }),
  restoreEnrolments: t.int({
    description: "Restores ended enrolments of people who are not enrolled again. Tells how many.",
    args: { ids: t.arg.intList({ required: true, description: "The ended_ids of endCourseEnrolments." }) },
    resolve: (_, { ids }, { actor }) => people.restoreEnrolments(actor, ids),
  }),
  completeCourseForPeople: t.int({
    description: "Marks the course as complete with a reason. Tells for how many it was not complete before.",
    args: {
      course_id: t.arg.int({ required: true }),
      people: t.arg({ type: CoursePeopleFilter, required: true }),
      reason: t.arg.string({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: async (_, { course_id, people: filter, reason, branchUrl }, { actor }) =>
      (await people.completeForPeople(actor, course_id, { filter, reason }, branchUrl)).user_ids.length,
  }),
}));
