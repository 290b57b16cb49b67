import { builder } from "../../graphql/builder.ts";
import { CoursePeopleFilter } from "../enrolments/course-people.graphql.ts";
import { resetProgress } from "./resets.service.ts";
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
    completed_at: t.string({
      nullable: true,
      description: "Null for progress that was reset before the course was complete.",
      resolve: ({ completed_at }) => completed_at?.toISOString() ?? null,
    }),
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

builder.mutationFields((t) => ({
  retakeCourse: t.field({
    type: BegunAgain,
    description: "Begins a completed course anew; what was done before stays to be read.",
    args: { course_id: t.arg.int({ required: true }), user_id: t.arg.int(), branchUrl: t.arg.string() },
    resolve: (_, { branchUrl, ...which }, { actor }) => retakes.retakeCourse(actor, which, branchUrl),
  }),
  resetProgress: t.int({
    description:
      "People of a course take it again with nothing done, whether or not it was complete; what was done before stays to be read. Tells how many had begun it; the others stay as they are.",
    args: {
      course_id: t.arg.int({ required: true }),
      people: t.arg({ type: CoursePeopleFilter, required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, people, branchUrl }, { actor }) => resetProgress(actor, course_id, people, branchUrl),
  }),
}));
