import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import type { MarkedLevel } from "../questions/questions.service.ts";
import { PicturedTextType, QuestionMedia, QuestionRegion } from "../questions/question-types.graphql.ts";
import * as allowances from "./test-allowances.service.ts";
import * as attempts from "./test-attempts.service.ts";
import type { Feedback } from "./feedback.ts";
import * as history from "./test-history.service.ts";

const AnswerFeedback = builder.objectRef<Feedback>("AnswerFeedback").implement({
  fields: (t) => ({
    about: t.exposeString("about", { nullable: true, description: "The option; null for the answer as a whole." }),
    text: t.exposeString("text"),
  }),
});

export const MarkedLevelType = builder.objectRef<MarkedLevel>("MarkedLevel").implement({
  description: "A level of a rubric that an essay reached, as the rubric was when it was marked.",
  fields: (t) => ({
    criterion: t.exposeString("criterion"),
    level: t.exposeString("level"),
    points: t.exposeInt("points"),
    most: t.exposeInt("most", { description: "The points of the highest level." }),
  }),
});

const ReviewedRegion = builder.objectRef<history.ReviewedRegion>("ReviewedRegion").implement({
  fields: (t) => ({
    text: t.exposeString("text"),
    region: t.field({ type: QuestionRegion, resolve: ({ region }) => region }),
    is_chosen: t.exposeBoolean("is_chosen"),
    is_right: t.exposeBoolean("is_right", { nullable: true, description: "Null unless the test shows right answers." }),
  }),
});

export const ReviewedQuestion = builder.objectRef<history.ReviewedQuestion>("ReviewedQuestion").implement({
  description: "A question of a submitted attempt at a test, as far as its review rule lets the viewer see it.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    type: t.exposeString("type"),
    question: t.exposeString("question", { description: "Without what its gaps contain." }),
    answer: t.exposeStringList("answer", { description: "In lines; empty without an answer." }),
    is_correct: t.exposeBoolean("is_correct", { nullable: true }),
    credit: t.exposeFloat("credit", { nullable: true, description: "The share of its points, 0 to 1." }),
    points: t.exposeInt("points", { description: "What it was worth when the attempt was graded." }),
    feedback: t.field({
      type: [AnswerFeedback],
      description: "Of the author on what was chosen, and on the question.",
      resolve: ({ feedback }) => feedback,
    }),
    right_answers: t.exposeStringList("right_answers", {
      nullable: true,
      description: "In lines; null unless the test shows right answers.",
    }),
    media: t.field({ type: [QuestionMedia], resolve: ({ media }) => media }),
    pictures: t.field({
      type: [PicturedTextType],
      description: "The pictures of its options or pairs; answers name them by their texts.",
      resolve: ({ pictures }) => pictures,
    }),
    is_waiting: t.exposeBoolean("is_waiting", { description: "Whether it is an essay that nobody has marked." }),
    levels: t.expose("levels", {
      type: [MarkedLevelType],
      nullable: true,
      description: "The levels of its rubric that an essay reached.",
    }),
    comment: t.exposeString("comment", { nullable: true, description: "What the marker wrote about an essay." }),
    regions: t.field({
      type: [ReviewedRegion],
      description: "Of a hotspot question; empty for other types.",
      resolve: ({ regions }) => regions,
    }),
  }),
});

export const TestAttempt = builder.objectRef<history.TestAttempt>("TestAttempt").implement({
  description: "An attempt at a test that has settings of its own.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    number: t.exposeInt("number", { description: "From 1 in each attempt at the course." }),
    course_attempt: t.exposeInt("course_attempt", { description: "From 1." }),
    started_at: t.string({ resolve: ({ started_at }) => started_at.toISOString() }),
    deadline_at: t.string({ nullable: true, resolve: ({ deadline_at }) => deadline_at?.toISOString() ?? null }),
    submitted_at: t.string({ nullable: true, resolve: ({ submitted_at }) => submitted_at?.toISOString() ?? null }),
    is_timed_out: t.exposeBoolean("is_timed_out", {
      description: "Whether the server submitted it, because its time was over.",
    }),
    score: t.exposeFloat("score", {
      nullable: true,
      description: "Percent; null until it is submitted, and while it waits to be marked.",
    }),
    is_waiting: t.boolean({
      description: "Whether it is submitted and waits for its essays to be marked.",
      resolve: ({ submitted_at, score }) => submitted_at !== null && score === null,
    }),
    pass_mark: t.int({ resolve: ({ rules }) => rules.pass_mark }),
    is_passed: t.exposeBoolean("is_passed", { nullable: true }),
    counts: t.exposeBoolean("counts", { description: "Whether reports count this attempt." }),
    review: t.field({
      type: [ReviewedQuestion],
      nullable: true,
      description: "Null while the attempt is open, and where the viewer may not see which answers are right.",
      resolve: ({ review }) => review(),
    }),
  }),
});

const AllowedAttempts = builder
  .objectRef<{ id: number; attempts_allowed: number }>("AllowedAttempts")
  .implement({ fields: (t) => ({ id: t.exposeInt("id"), attempts_allowed: t.exposeInt("attempts_allowed") }) });

const TestSettings = builder.objectRef<history.SettingsOfTest>("TestSettings").implement({
  description: "The settings of a test; those of a test without its own are the defaults.",
  fields: (t) => ({
    unit_id: t.exposeInt("id"),
    pass_mark: t.exposeInt("pass_mark", { description: "Percent." }),
    attempts_allowed: t.exposeInt("attempts_allowed", { nullable: true, description: "Null: as many as one likes." }),
    attempt_wait: t.exposeInt("attempt_wait", { nullable: true, description: "Seconds between two attempts." }),
    time_limit: t.exposeInt("time_limit", { nullable: true, description: "Seconds for an attempt." }),
    counting_attempt: t.exposeString("counting_attempt", { description: "best or last." }),
    questions_per_page: t.exposeInt("questions_per_page"),
    shuffles_questions: t.exposeBoolean("shuffles_questions"),
    shuffles_options: t.exposeBoolean("shuffles_options"),
    review: t.exposeString("review", { description: "after_answer, after_attempt, after_passing or never." }),
    shows_answers: t.exposeBoolean("shows_answers", { description: "Whether a review shows the right answers." }),
    retry: t.exposeString("retry", { description: "all, or wrong: only the questions that were answered wrongly." }),
    partial_credit: t.exposeBoolean("partial_credit"),
  }),
});

builder.queryFields((t) => ({
  testSettings: t.field({
    type: TestSettings,
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...which }, { actor }) => history.getTestSettings(actor, which, branchUrl),
  }),
  testAllowance: t.int({
    description: "How many attempts at a test one person of a course is allowed beyond those of others.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      user_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...which }, { actor }) => allowances.getAllowance(actor, which, branchUrl),
  }),
  testAttempts: t.field({
    type: [TestAttempt],
    description:
      "The attempts at a test, the latest first: the viewer's own, or of a person whose reports they may read.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      user_id: t.arg.int(),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...which }, { actor }) => history.listTestAttempts(actor, which, branchUrl),
  }),
}));

builder.mutationFields((t) => ({
  startTestAttempt: t.field({
    type: Changed,
    description:
      "Starts an attempt at a test, or goes on with the one that is open. For a test without settings of its own that draws from the question bank: other questions, and no answers, after every question of the last one is answered.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...input }, { actor }) => attempts.startAttempt(actor, input, branchUrl),
  }),
  submitTestAttempt: t.field({
    type: Changed,
    description: "Submits an attempt with what is answered. One that is submitted stays as it is.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      attempt_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...input }, { actor }) => attempts.submitAttempt(actor, input, branchUrl),
  }),
  allowTestAttempts: t.field({
    type: AllowedAttempts,
    description: "Allows one person of a course so many attempts at a test more than others; 0 takes that back.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      user_id: t.arg.int({ required: true }),
      extra: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...input }, { actor }) => allowances.allowAttempts(actor, input, branchUrl),
  }),
}));
