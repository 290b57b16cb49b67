import { builder } from "../../graphql/builder.ts";
import { peopleFilters } from "./filters.graphql.ts";
import { analyseItems, type ItemAnalysis } from "./item-analysis.service.ts";

type Item = ItemAnalysis["items"][number];

const ItemOption = builder.objectRef<Item["options"][number]>("ItemOption").implement({
  fields: (t) => ({
    text: t.exposeString("text"),
    is_right: t.exposeBoolean("is_right", { nullable: true, description: "Null for callers who are no authors." }),
    weight: t.float({
      nullable: true,
      description:
        "The percent of the points that it earns, if its author gave one; null for callers who are no authors.",
      resolve: ({ weight }) => weight ?? null,
    }),
    chosen: t.exposeInt("chosen", { description: "In how many attempts it was chosen." }),
    upper: t.exposeInt("upper", { description: "In how many of the upper group." }),
    lower: t.exposeInt("lower", { description: "In how many of the lower group." }),
  }),
});

const ItemMark = builder.objectRef<Item["marks"][number]>("ItemMark").implement({
  description: "Why a question is weak.",
  fields: (t) => ({
    kind: t.exposeString("kind", {
      description: "too_hard, too_easy, negative, no_discrimination, unused_option or preferred_option.",
    }),
    option: t.exposeString("option", { nullable: true, description: "The wrong option that is meant." }),
  }),
});

const ItemFigures = builder.objectRef<Item>("ItemFigures").implement({
  description: "One version of a question.",
  fields: (t) => ({
    question_id: t.exposeInt("question_id"),
    version: t.exposeInt("version", { description: "From 1; a question that was changed has one row for each." }),
    is_current: t.exposeBoolean("is_current"),
    type: t.exposeString("type"),
    question: t.exposeString("question"),
    answered: t.exposeInt("answered", { description: "How many attempts asked it." }),
    facility: t.exposeFloat("facility", { nullable: true, description: "The mean share of its points, 0 to 1." }),
    discrimination: t.exposeFloat("discrimination", {
      nullable: true,
      description: "The correlation of its share with the mean share of the other questions of the attempt, -1 to 1.",
    }),
    seconds: t.exposeFloat("seconds", {
      nullable: true,
      description:
        "The mean time from the answer before, or from the start of the attempt; null where it is not known.",
    }),
    options: t.expose("options", { type: [ItemOption] }),
    marks: t.expose("marks", { type: [ItemMark] }),
  }),
});

const ItemThresholds = builder.objectRef<ItemAnalysis["thresholds"]>("ItemThresholds").implement({
  fields: (t) => ({
    least_answers: t.exposeInt("least_answers"),
    too_hard: t.exposeFloat("too_hard"),
    too_easy: t.exposeFloat("too_easy"),
    discriminates: t.exposeFloat("discriminates"),
  }),
});

const AnalysedTest = builder.objectRef<ItemAnalysis["tests"][number]>("AnalysedTest").implement({
  fields: (t) => ({ id: t.exposeInt("id"), title: t.exposeString("title") }),
});

const ItemAnalysisType = builder.objectRef<ItemAnalysis>("ItemAnalysis").implement({
  description: "How well the questions of a test tell learners apart, by the first attempt of each learner.",
  fields: (t) => ({
    unit_id: t.exposeInt("unit_id", { nullable: true, description: "Null for a course without tests." }),
    tests: t.expose("tests", { type: [AnalysedTest], description: "The tests of the course." }),
    is_in_attempts: t.exposeBoolean("is_in_attempts", {
      description:
        "Whether the test is taken in attempts. Otherwise the first answers of each learner are their attempt.",
    }),
    is_pending: t.exposeBoolean("is_pending", {
      description: "Whether a job is working out the figures of many attempts: those here are of the time before.",
    }),
    computed_at: t.exposeString("computed_at", {
      nullable: true,
      description: "When a job worked out the figures of many attempts; null for figures of this moment.",
    }),
    attempts: t.exposeInt("attempts"),
    group_size: t.exposeInt("group_size", {
      description: "Of the upper and of the lower group, 27 % of the attempts.",
    }),
    mean_score: t.exposeFloat("mean_score", { nullable: true, description: "0 to 1." }),
    mean_seconds: t.exposeFloat("mean_seconds", { nullable: true, description: "The mean time of an attempt." }),
    alpha: t.exposeFloat("alpha", { nullable: true, description: "Cronbach's alpha." }),
    alpha_attempts: t.exposeInt("alpha_attempts", {
      description: "The attempts that asked all questions as they are now. Only these are in alpha.",
    }),
    thresholds: t.expose("thresholds", { type: ItemThresholds }),
    items: t.expose("items", { type: [ItemFigures] }),
  }),
});

builder.queryField("itemAnalysis", (t) =>
  t.field({
    type: ItemAnalysisType,
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ description: "A test of the course; the first one if it is left out." }),
      ...peopleFilters,
    },
    resolve: (_, asked, { actor }) => analyseItems(actor, asked),
  }),
);
