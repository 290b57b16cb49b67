import { builder } from "../../graphql/builder.ts";
import { MarkedLevelType } from "../learning/test-attempts.graphql.ts";
import { QuestionMedia, RubricCriterion } from "../questions/question-types.graphql.ts";
import * as essays from "./essays.service.ts";

const EssayKey = builder.objectRef<essays.EssayKey>("EssayKey").implement({
  fields: (t) => ({ attempt_id: t.exposeInt("attempt_id"), question_id: t.exposeInt("question_id") }),
});

const EssayNeighbours = builder
  .objectRef<{ previous: essays.EssayKey | null; next: essays.EssayKey | null }>("EssayNeighbours")
  .implement({
    fields: (t) => ({
      previous: t.expose("previous", { type: EssayKey, nullable: true, description: "The waiting one before it." }),
      next: t.expose("next", { type: EssayKey, nullable: true, description: "The waiting one after it." }),
    }),
  });

const Essay = builder.objectRef<essays.Essay>("Essay").implement({
  description: "An essay of a submitted attempt at a test, for those who mark it.",
  fields: (t) => ({
    attempt_id: t.exposeInt("attempt_id"),
    question_id: t.exposeInt("question_id"),
    user_id: t.exposeInt("user_id"),
    user_name: t.exposeString("user_name"),
    email: t.exposeString("email"),
    course_id: t.exposeInt("course_id"),
    course_title: t.exposeString("course_title"),
    unit_id: t.exposeInt("unit_id"),
    unit_title: t.exposeString("unit_title"),
    question: t.exposeString("question"),
    media: t.field({ type: [QuestionMedia], resolve: ({ media }) => media }),
    rubric: t.expose("rubric", { type: [RubricCriterion], description: "Empty where the marker gives points." }),
    points: t.exposeInt("points", { description: "What the question is worth." }),
    min_words: t.exposeInt("min_words", { nullable: true }),
    max_words: t.exposeInt("max_words", { nullable: true }),
    marker_note: t.exposeString("marker_note"),
    answer: t.exposeString("answer"),
    words: t.exposeInt("words", { description: "How many words the answer has." }),
    number: t.exposeInt("number", { description: "Of the attempt at the test, from 1." }),
    submitted_at: t.string({ resolve: ({ submitted_at }) => submitted_at.toISOString() }),
    score: t.exposeFloat("score", { nullable: true, description: "Of the attempt; null while an essay waits." }),
    is_passed: t.exposeBoolean("is_passed", { nullable: true }),
    pass_mark: t.exposeInt("pass_mark", { description: "Percent." }),
    is_complete: t.exposeBoolean("is_complete", { description: "Whether the learner has completed the unit." }),
    others_waiting: t.exposeInt("others_waiting", { description: "How many other essays of the attempt wait." }),
    mark_points: t.exposeInt("mark_points", { nullable: true }),
    mark_levels: t.expose("mark_levels", { type: [MarkedLevelType], nullable: true }),
    mark_comment: t.exposeString("mark_comment", { nullable: true }),
    marker: t.exposeString("marker", { nullable: true }),
    marked_at: t.string({ nullable: true, resolve: ({ marked_at }) => marked_at?.toISOString() ?? null }),
    neighbours: t.field({ type: EssayNeighbours, resolve: ({ neighbours }) => neighbours() }),
  }),
});

const ReachedLevelInput = builder.inputType("ReachedLevelInput", {
  description: "The level that an essay reached in a criterion of its rubric, by their texts.",
  fields: (t) => ({ criterion: t.string({ required: true }), level: t.string({ required: true }) }),
});

builder.queryField("essay", (t) =>
  t.field({
    type: Essay,
    args: {
      attempt_id: t.arg.int({ required: true }),
      question_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...key }, { actor }) => essays.getEssay(actor, key, branchUrl),
  }),
);

builder.mutationField("markEssay", (t) =>
  t.field({
    type: Essay,
    description:
      "Marks an essay, or marks it again. With the last essay of an attempt at a test, the attempt is graded and the learner notified.",
    args: {
      attempt_id: t.arg.int({ required: true }),
      question_id: t.arg.int({ required: true }),
      points: t.arg.int({ description: "For an essay without a rubric." }),
      levels: t.arg({ type: [ReachedLevelInput], description: "One of each criterion, for an essay with a rubric." }),
      comment: t.arg.string(),
      replaces: t.arg.string({ description: "marked_at of the mark that the caller has seen; null without one." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...input }, { actor }) => essays.markEssay(actor, input, branchUrl),
  }),
);
