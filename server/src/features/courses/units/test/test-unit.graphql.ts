import { builder } from "../../../../graphql/builder.ts";
import { TestAttempt } from "../../../learning/test-attempts.graphql.ts";
import type { LearnerUnit, TestOfLearner as Test } from "../../../learning/units.service.ts";
import type { UnitApi } from "../unit-type.graphql.ts";

const QuestionDrawInput = builder.inputType("QuestionDrawInput", {
  description: "Draws questions from a category of the question bank.",
  fields: (t) => ({
    category: t.string({ required: true }),
    count: t.int({ description: "So many at random for each attempt; left out: all of the category." }),
  }),
});

const QuestionDraw = builder.objectRef<LearnerUnit["draws"][number]>("QuestionDraw").implement({
  fields: (t) => ({
    category: t.exposeString("category"),
    count: t.exposeInt("count", { nullable: true, description: "So many at random; null: all of the category." }),
  }),
});

const OpenTestAttempt = builder.objectRef<NonNullable<Test["open"]>>("OpenTestAttempt").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    number: t.exposeInt("number"),
    started_at: t.string({ resolve: ({ started_at }) => new Date(started_at).toISOString() }),
    seconds_left: t.exposeFloat("seconds_left", {
      nullable: true,
      description: "Until the server submits it; null without a time limit.",
    }),
    carried: t.int({
      description: "How many right answers were taken over from the attempt before; their questions are not asked.",
      resolve: ({ answers }) => answers.filter(({ is_carried }) => is_carried).length,
    }),
  }),
});

const TestOfLearner = builder.objectRef<Test>("TestOfLearner").implement({
  description:
    "What the viewer has done and may do in a test that is taken in attempts. Its questions are those of the open attempt.",
  fields: (t) => ({
    questions: t.exposeInt("questions", { description: "How many questions the next attempt asks." }),
    attempts_used: t.exposeInt("attempts_used"),
    attempts_left: t.exposeInt("attempts_left", { nullable: true, description: "Null for no limit." }),
    seconds_to_wait: t.exposeInt("seconds_to_wait", { description: "Until the next attempt may start; 0: now." }),
    is_passed: t.exposeBoolean("is_passed"),
    is_waiting: t.exposeBoolean("is_waiting", {
      description: "Whether the last attempt waits for its essays to be marked; no other may start before.",
    }),
    open: t.expose("open", { type: OpenTestAttempt, nullable: true }),
    attempts: t.field({ type: [TestAttempt], description: "The latest first.", resolve: ({ attempts }) => attempts() }),
  }),
});

export const testUnitApi: UnitApi = {
  description: "The test units; their questions are in unit_tests.",
  input: (t) => ({ draws: t.field({ type: [QuestionDrawInput] }) }),
  output: (t) => ({
    test: t.field({
      type: TestOfLearner,
      nullable: true,
      description: "For learners, of a test that has settings of its own or an essay; null for other tests.",
      resolve: (unit) => unit.readTest(),
    }),
    draws: t.expose("draws", {
      type: [QuestionDraw],
      description: "What it draws from the question bank for each attempt, after its own questions.",
    }),
  }),
};
