import { builder } from "../../graphql/builder.ts";
import * as retakes from "./retakes.service.ts";

const FormerAnswer = builder
  .objectRef<Awaited<ReturnType<retakes.CourseAttempt["answers"]>>[number]>("FormerAnswer")
  .implement({
    fields: (t) => ({
      unit: t.exposeString("unit_title", { nullable: true }),
      question: t.exposeString("question", { nullable: true }),
      response: t.string({ description: "JSON text.", resolve: ({ response }) => JSON.stringify(response) }),
      is_correct: t.exposeBoolean("is_correct", { nullable: true }),
    }),
  });

const CourseAttempt = builder.objectRef<retakes.CourseAttempt>("CourseAttempt").implement({
  description: "An attempt at a course that is over, since the course was begun anew.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    attempt: t.exposeInt("attempt", { description: "From 1." }),
    started_at: t.string({ nullable: true, resolve: ({ started_at }) => started_at?.toISOString() ?? null }),
    completed_at: t.string({ resolve: ({ completed_at }) => completed_at.toISOString() }),
    units_completed: t.exposeInt("units_completed"),
    total_units: t.exposeInt("total_units"),
    time_spent: t.exposeInt("time_spent", { description: "Seconds." }),
    certificate_url: t.exposeString("certificate_url", { nullable: true }),
    answers: t.field({ type: [FormerAnswer], resolve: (attempt) => attempt.answers() }),
  }),
});

const BegunAgain = builder.objectRef<{ id: number; title: string; attempt: number }>("BegunAgain").implement({
  fields: (t) => ({ id: t.exposeInt("id"), title: t.exposeString("title"), attempt: t.exposeInt("attempt") }),
});

builder.queryField("courseAttempts", (t) =>
  t.field({
    type: [CourseAttempt],
    args: { course_id: t.arg.int({ required: true }), user_id: t.arg.int(), branchUrl: t.arg.string() },
    resolve: (_, { branchUrl, ...which }, { actor }) => retakes.listAttempts(actor, which, branchUrl),
  }),
);

builder.mutationField("retakeCourse", (t) =>
  t.field({
    type: BegunAgain,
    description: "Begins a completed course anew; what was done before stays to be read.",
    args: { course_id: t.arg.int({ required: true }), user_id: t.arg.int(), branchUrl: t.arg.string() },
    resolve: (_, { branchUrl, ...which }, { actor }) => retakes.retakeCourse(actor, which, branchUrl),
  }),
);
