import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { User } from "../users/user-type.graphql.ts";
import * as assigning from "./assigning.service.ts";
import type { Pair } from "./enrolments.service.ts";

const EndedEnrolment = builder.objectRef<{ id: number; ended_id: number }>("EndedEnrolment").implement({
  fields: (t) => ({
    id: t.exposeInt("id", { description: "The person's." }),
    ended_id: t.exposeInt("ended_id", { description: "For restoreEnrolment, for 30 days." }),
  }),
});

type Ended = Awaited<ReturnType<typeof assigning.listEndedEnrolments>>[number];

const RestorableEnrolment = builder.objectRef<Ended>("RestorableEnrolment").implement({
  fields: (t) => ({
    id: t.exposeInt("id", { description: "For restoreEnrolment." }),
    course_id: t.exposeInt("course_id"),
    course_title: t.exposeString("course_title"),
    ended_at: t.string({ resolve: ({ ended_at }) => ended_at.toISOString() }),
  }),
});

builder.objectField(User, "endedEnrolments", (t) =>
  t.field({
    type: [RestorableEnrolment],
    description: "Courses taken from them in the last 30 days; empty for who may not restore.",
    resolve: (person, _, { actor }) => assigning.listEndedEnrolments(actor, person),
  }),
);

const Enrolment = builder.objectRef<Pair>("Enrolment").implement({
  fields: (t) => ({ user_id: t.exposeInt("user_id"), course_id: t.exposeInt("course_id") }),
});

const NewEnrolments = builder.objectRef<Pair[]>("NewEnrolments").implement({
  fields: (t) => ({
    count: t.int({ resolve: (pairs) => pairs.length }),
    enrolments: t.field({ type: [Enrolment], resolve: (pairs) => pairs }),
  }),
});

const EnrolmentInput = builder.inputType("EnrolmentInput", {
  fields: (t) => ({ user_id: t.int({ required: true }), course_id: t.int({ required: true }) }),
});

const Ends = builder.objectRef<{ count: number }>("EndedEnrolments").implement({
  fields: (t) => ({ count: t.exposeInt("count") }),
});

builder.mutationFields((t) => ({
  adminCourseEnrollment: t.field({
    type: User,
    args: {
      user_id: t.arg.int({ required: true }),
      course_ids: t.arg.intList({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { user_id, course_ids, branchUrl }, { actor }) =>
      assigning.enrolUser(actor, user_id, course_ids, branchUrl),
  }),
  enrolUsers: t.field({
    type: NewEnrolments,
    description: "Several people in several courses: all of it, or nothing. Tells the enrolments that are new.",
    args: {
      user_ids: t.arg.intList({ required: true }),
      course_ids: t.arg.intList({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { user_ids, course_ids, branchUrl }, { actor }) =>
      assigning.enrolUsers(actor, user_ids, course_ids, branchUrl),
  }),
  endEnrolments: t.field({
    type: Ends,
    description: "Takes back what enrolUsers did. Enrolments that have got another reason since stay for it alone.",
    args: { enrolments: t.arg({ type: [EnrolmentInput], required: true }), branchUrl: t.arg.string() },
    resolve: async (_, { enrolments, branchUrl }, { actor }) => ({
      count: await assigning.unenrolUsers(actor, enrolments, branchUrl),
    }),
  }),
  courseUnenrollment: t.field({
    type: EndedEnrolment,
    args: {
      user_id: t.arg.int({ required: true }),
      course_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { user_id, course_id, branchUrl }, { actor }) =>
      assigning.unenrolUser(actor, user_id, course_id, branchUrl),
  }),
  restoreEnrolment: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true, description: "The ended_id of courseUnenrollment." }) },
    resolve: (_, { id }, { actor }) => assigning.restoreUserEnrolment(actor, id),
  }),
}));
