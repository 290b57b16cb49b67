import { builder } from "../../graphql/builder.ts";
import { pageArguments } from "../../graphql/page.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import { listOwnSubmissions } from "../learning/submissions.service.ts";
import * as assignments from "./assignments.service.ts";

const SubmissionRow = builder
  .objectRef<Awaited<ReturnType<assignments.SubmissionPage["rows"]>>[number]>("SubmissionRow")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      user_id: t.exposeInt("user_id"),
      user_name: t.exposeString("user_name"),
      email: t.exposeString("email"),
      course_id: t.exposeInt("course_id"),
      course_title: t.exposeString("course_title"),
      unit_id: t.exposeInt("unit_id"),
      unit_title: t.exposeString("unit_title"),
      kind: t.exposeString("kind", { description: "AssignmentText, AssignmentFile or Essay" }),
      question_id: t.exposeInt("question_id", {
        nullable: true,
        description: "The question that an essay answers; its id is that of the attempt at the test.",
      }),
      question: t.exposeString("question", { nullable: true, description: "What an essay answers." }),
      state: t.exposeString("state", {
        description: "submitted, accepted or returned; of an essay submitted or marked",
      }),
      created_at: t.string({ resolve: (row) => row.created_at.toISOString() }),
      reviewed_at: t.string({ nullable: true, resolve: (row) => row.reviewed_at?.toISOString() ?? null }),
    }),
  });

const SubmissionCourse = builder.objectRef<{ id: number; title: string }>("SubmissionCourse").implement({
  fields: (t) => ({ id: t.exposeInt("id"), title: t.exposeString("title") }),
});

const SubmissionPage = builder.objectRef<assignments.SubmissionPage>("SubmissionPage").implement({
  fields: (t) => ({
    total: t.int({ resolve: ({ total }) => total() }),
    rows: t.field({ type: [SubmissionRow], resolve: ({ rows }) => rows() }),
    waiting: t.int({
      description: "How many wait for a review, in all courses.",
      resolve: (page) => assignments.countWaiting(page),
    }),
    courses: t.field({
      type: [SubmissionCourse],
      description: "All courses in which something was handed in, by title: what the list can be narrowed to.",
      resolve: (page) => assignments.listCourses(page),
    }),
  }),
});

const SubmissionEvent = builder
  .objectRef<Awaited<ReturnType<typeof assignments.listHistory>>[number]>("SubmissionEvent")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      kind: t.exposeString("kind"),
      state: t.exposeString("state"),
      comment: t.exposeString("comment", { nullable: true }),
      created_at: t.string({ resolve: (row) => row.created_at.toISOString() }),
      reviewed_at: t.string({ nullable: true, resolve: (row) => row.reviewed_at?.toISOString() ?? null }),
    }),
  });

const Submission = builder.objectRef<assignments.Submission>("Submission").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    user_id: t.exposeInt("user_id"),
    user_name: t.exposeString("user_name"),
    email: t.exposeString("email"),
    course_id: t.exposeInt("course_id"),
    course_title: t.exposeString("course_title"),
    unit_id: t.exposeInt("unit_id"),
    unit_title: t.exposeString("unit_title"),
    assignment: t.exposeString("assignment", {
      nullable: true,
      description: "What was asked for, a Delta as JSON text.",
    }),
    kind: t.exposeString("kind"),
    content: t.exposeString("content", { nullable: true, description: "The text handed in." }),
    file_path: t.exposeString("file_path", { nullable: true }),
    download_path: t.exposeString("download_path", { nullable: true }),
    file_name: t.exposeString("file_name", { nullable: true }),
    file_type: t.exposeString("file_type", { nullable: true }),
    state: t.exposeString("state"),
    comment: t.exposeString("comment", { nullable: true }),
    reviewer: t.exposeString("reviewer", { nullable: true }),
    created_at: t.string({ resolve: (row) => row.created_at.toISOString() }),
    reviewed_at: t.string({ nullable: true, resolve: (row) => row.reviewed_at?.toISOString() ?? null }),
    previous: t.exposeInt("previous", { nullable: true, description: "The waiting one before it." }),
    next: t.exposeInt("next", { nullable: true, description: "The waiting one after it." }),
    history: t.field({ type: [SubmissionEvent], resolve: (submission) => assignments.listHistory(submission) }),
  }),
});

const OwnSubmission = builder
  .objectRef<Awaited<ReturnType<typeof listOwnSubmissions>>[number]>("OwnSubmission")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      unit_id: t.exposeInt("unit_id"),
      kind: t.exposeString("kind"),
      content: t.exposeString("content", { nullable: true }),
      file_path: t.string({
        nullable: true,
        resolve: (row, _, { actor }) => signedAddressOrNull(actor.platform.secret, row.file_key),
      }),
      file_name: t.exposeString("file_name", { nullable: true }),
      state: t.exposeString("state"),
      comment: t.exposeString("comment", { nullable: true }),
      created_at: t.string({ resolve: (row) => row.created_at.toISOString() }),
      reviewed_at: t.string({ nullable: true, resolve: (row) => row.reviewed_at?.toISOString() ?? null }),
    }),
  });

builder.queryFields((t) => ({
  submissionsPage: t.field({
    type: SubmissionPage,
    description:
      "Sort: name, course, state, created; '-' in front for descending. State: submitted, accepted, returned or marked.",
    args: { course_id: t.arg.int(), state: t.arg.string(), branchUrl: t.arg.string(), ...pageArguments },
    resolve: (_, { course_id, ...options }, { actor }) =>
      assignments.getPageOfSubmissions(actor, { ...options, courseId: course_id }),
  }),
  submission: t.field({
    type: Submission,
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => assignments.getSubmission(actor, id, branchUrl),
  }),
  mySubmissions: t.field({
    type: [OwnSubmission],
    description: "What one has handed in in a course and what became of it, the latest first.",
    args: { course_id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { course_id, branchUrl }, { actor }) => listOwnSubmissions(actor, course_id, branchUrl),
  }),
}));

builder.mutationFields((t) => ({
  reviewSubmission: t.field({
    type: Submission,
    description: "Accepts a submission, or returns it with a comment.",
    args: {
      id: t.arg.int({ required: true }),
      accept: t.arg.boolean({ required: true }),
      comment: t.arg.string(),
      branchUrl: t.arg.string(),
    },
    resolve: (_, options, { actor }) => assignments.review(actor, options),
  }),
  withdrawAcceptance: t.field({
    type: Submission,
    description:
      "Makes an accepted submission wait for a review again; a unit or course that it completed is open again.",
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => assignments.withdrawAcceptance(actor, id, branchUrl),
  }),
}));
