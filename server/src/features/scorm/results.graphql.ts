import { builder } from "../../graphql/builder.ts";
import * as results from "./results.service.ts";

type Page = Awaited<ReturnType<typeof results.pageOfResults>>;

const PackageResult = builder.objectRef<Page["rows"][number]>("PackageResult").implement({
  fields: (t) => ({
    user_id: t.exposeInt("user_id"),
    name: t.exposeString("name"),
    unit_id: t.exposeInt("unit_id"),
    unit: t.exposeString("unit"),
    kind: t.exposeString("kind", { description: "scorm_1_2, scorm_2004, xapi or cmi5." }),
    completion_status: t.exposeString("completion_status", { description: "unknown, incomplete or completed." }),
    success_status: t.exposeString("success_status", { description: "unknown, passed or failed." }),
    score: t.exposeFloat("score", { nullable: true, description: "0 to 100." }),
    seconds: t.exposeFloat("seconds", { description: "As the package has reported them." }),
    updated_at: t.string({ resolve: (row) => row.updated_at.toISOString() }),
  }),
});

const PackageResultPage = builder.objectRef<Page>("PackageResultPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [PackageResult] }) }),
});

type Question = Awaited<ReturnType<typeof results.listQuestions>>[number];

const PackageQuestion = builder.objectRef<Question>("PackageQuestion").implement({
  description: "A question that a package has asked: an 'interaction' of SCORM.",
  fields: (t) => ({
    unit_id: t.exposeInt("unit_id"),
    unit: t.exposeString("unit"),
    question: t.exposeString("question", { description: "The id that the package gives it." }),
    description: t.exposeString("description", { nullable: true }),
    type: t.exposeString("type", { nullable: true }),
    answered: t.exposeInt("answered", { description: "How many people have answered." }),
    correct: t.exposeInt("correct", { description: "How many of them were right at last." }),
    tries: t.exposeInt("tries", { description: "How often it was answered in all." }),
  }),
});

const Interaction = builder.objectRef<results.Interaction>("PackageInteraction").implement({
  fields: (t) => ({
    id: t.exposeString("id"),
    type: t.exposeString("type", { nullable: true }),
    description: t.exposeString("description", { nullable: true }),
    response: t.exposeString("response", { nullable: true }),
    result: t.exposeString("result", { nullable: true }),
    latency: t.exposeString("latency", { nullable: true }),
  }),
});

type Call = Awaited<ReturnType<results.ReportedAttempt["calls"]>>[number];

const PackageCall = builder.objectRef<Call>("PackageCall").implement({
  description: "An entry of the flight recorder: what the content called, and what came of it.",
  fields: (t) => ({
    called_at: t.string({ resolve: (call) => call.called_at.toISOString() }),
    call: t.exposeString("call"),
    element: t.exposeString("element", { nullable: true }),
    value: t.exposeString("value", { nullable: true }),
    result: t.exposeString("result", { nullable: true }),
    error_code: t.exposeInt("error_code"),
  }),
});

const PackageAttempt = builder.objectRef<results.ReportedAttempt>("PackageAttempt").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    sco: t.exposeString("sco", { nullable: true }),
    attempt: t.exposeInt("attempt"),
    completion_status: t.exposeString("completion_status", { nullable: true }),
    success_status: t.exposeString("success_status", { nullable: true }),
    score: t.exposeFloat("score", { nullable: true }),
    total_seconds: t.exposeFloat("total_seconds"),
    location: t.exposeString("location", { nullable: true }),
    created_at: t.string({ resolve: (attempt) => attempt.created_at.toISOString() }),
    updated_at: t.string({ resolve: (attempt) => attempt.updated_at.toISOString() }),
    interactions: t.expose("interactions", { type: [Interaction] }),
    calls: t.field({ type: [PackageCall], resolve: (attempt) => attempt.calls() }),
  }),
});

builder.queryFields((t) => ({
  packageResultsPage: t.field({
    type: PackageResultPage,
    description: "Sort: name, unit, completion, success, score, seconds, updated; '-' in front for descending.",
    args: {
      course_id: t.arg.int({ required: true }),
      search: t.arg.string(),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, ...options }, { actor }) =>
      results.pageOfResults(actor, { courseId: course_id, ...options }),
  }),
  packageQuestions: t.field({
    type: [PackageQuestion],
    args: { course_id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { course_id, branchUrl }, { actor }) => results.listQuestions(actor, course_id, branchUrl),
  }),
  packageAttempts: t.field({
    type: [PackageAttempt],
    args: {
      unit_id: t.arg.int({ required: true }),
      user_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { unit_id, user_id, branchUrl }, { actor }) =>
      results.listAttempts(actor, { unitId: unit_id, userId: user_id }, branchUrl),
  }),
}));
