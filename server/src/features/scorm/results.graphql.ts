import { builder } from "../../graphql/builder.ts";
import * as results from "./results.service.ts";

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

builder.queryField("packageAttempts", (t) =>
  t.field({
    type: [PackageAttempt],
    args: {
      unit_id: t.arg.int({ required: true }),
      user_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { unit_id, user_id, branchUrl }, { actor }) =>
      results.listAttempts(actor, { unitId: unit_id, userId: user_id }, branchUrl),
  }),
);
