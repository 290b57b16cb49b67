import { builder } from "../../graphql/builder.ts";
import { signedAddress } from "../files/files.service.ts";
import type * as questions from "./questions.service.ts";
import type { Criterion, Media, Picture, PicturedText, Region } from "./questions.service.ts";

const QuestionPicture = builder.objectRef<Picture>("QuestionPicture").implement({
  fields: (t) => ({
    file: t.string({
      description: "A signed address, which tells nothing of the file's name.",
      resolve: ({ file }, _, { actor }) => signedAddress(actor.platform.secret, file, "nameless"),
    }),
    alt: t.exposeString("alt", { description: "What it shows." }),
  }),
});

export const QuestionMedia = builder.objectRef<Media>("QuestionMedia").implement({
  description: "A picture or recording of the text of a question.",
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "picture or audio." }),
    file: t.string({
      description: "A signed address, which tells nothing of the file's name.",
      resolve: ({ file }, _, { actor }) => signedAddress(actor.platform.secret, file, "nameless"),
    }),
    alt: t.exposeString("alt", { description: "What a picture shows, or the title of a recording." }),
  }),
});

export const PicturedTextType = builder.objectRef<PicturedText>("PicturedText").implement({
  description: "The picture of an option, or of the left side of a pair, and its text.",
  fields: (t) => ({
    text: t.exposeString("text"),
    picture: t.field({ type: QuestionPicture, resolve: (pictured) => pictured }),
  }),
});

export const QuestionRegion = builder.objectRef<Region>("QuestionRegion").implement({
  description: "A rectangle on the picture of a hotspot question, in percent of the width and height of the picture.",
  fields: (t) => ({
    x: t.exposeFloat("x", { description: "From the left." }),
    y: t.exposeFloat("y", { description: "From the top." }),
    width: t.exposeFloat("width"),
    height: t.exposeFloat("height"),
  }),
});

/** An option without what its reader may not know. */
interface Option extends Omit<questions.QuestionOption, "checked" | "feedback"> {
  checked: boolean | null;
  feedback?: string | null | undefined;
}

export const QuestionOption = builder.objectRef<Option>("QuestionOption").implement({
  fields: (t) => ({
    text: t.exposeString("text", { description: "Of a picture alone: what it shows." }),
    picture: t.field({ type: QuestionPicture, nullable: true, resolve: ({ picture }) => picture ?? null }),
    region: t.field({
      type: QuestionRegion,
      nullable: true,
      description: "Where it is on the picture of a hotspot question.",
      resolve: ({ region }) => region ?? null,
    }),
    checked: t.exposeBoolean("checked", {
      nullable: true,
      description: "Whether it is right; null for everybody but authors.",
    }),
    feedback: t.string({
      nullable: true,
      description: "What learners read who chose it, once they may see their grade; null for everybody but authors.",
      resolve: (option) => option.feedback ?? null,
    }),
    weight: t.float({
      nullable: true,
      description:
        "The percent of the points that it earns, -100 to 100; null for the usual share, and for everybody but authors.",
      resolve: (option) => option.weight ?? null,
    }),
  }),
});

export const QuestionPair = builder.objectRef<questions.QuestionPair>("QuestionPair").implement({
  fields: (t) => ({
    left: t.exposeString("left"),
    right: t.exposeString("right"),
    picture: t.field({
      type: QuestionPicture,
      nullable: true,
      description: "Of the left side.",
      resolve: ({ picture }) => picture ?? null,
    }),
  }),
});

export const QuestionRule = builder.objectRef<questions.QuestionRule>("QuestionRule").implement({
  fields: (t) => ({
    condition: t.exposeString("condition"),
    word: t.exposeString("word"),
    points: t.exposeInt("points"),
  }),
});

export const AcceptedAnswer = builder.objectRef<questions.AcceptedAnswer>("AcceptedAnswer").implement({
  fields: (t) => ({
    text: t.exposeString("text"),
    tolerance: t.exposeFloat("tolerance", { description: "How far a number may be from it." }),
    feedback: t.string({ nullable: true, resolve: (answer) => answer.feedback ?? null }),
    weight: t.float({
      nullable: true,
      description: "The percent of the points that it earns; null for 100.",
      resolve: (answer) => answer.weight ?? null,
    }),
  }),
});

const RubricLevel = builder.objectRef<Criterion["levels"][number]>("RubricLevel").implement({
  fields: (t) => ({ text: t.exposeString("text"), points: t.exposeInt("points") }),
});

export const RubricCriterion = builder.objectRef<Criterion>("RubricCriterion").implement({
  description: "What a marker judges in an essay, with the levels that it can reach.",
  fields: (t) => ({ criterion: t.exposeString("criterion"), levels: t.expose("levels", { type: [RubricLevel] }) }),
});

const RubricLevelInput = builder.inputType("RubricLevelInput", {
  fields: (t) => ({ text: t.string({ required: true }), points: t.int({ required: true }) }),
});
const RubricCriterionInput = builder.inputType("RubricCriterionInput", {
  fields: (t) => ({
    criterion: t.string({ required: true }),
    levels: t.field({ type: [RubricLevelInput], required: true, description: "From 2 to 10." }),
  }),
});
const AcceptedAnswerInput = builder.inputType("AcceptedAnswerInput", {
  fields: (t) => ({
    text: t.string({ required: true }),
    tolerance: t.float(),
    feedback: t.string(),
    weight: t.float({ description: "The percent of the points that it earns, 0 to 100; 100 if it is not given." }),
  }),
});
const QuestionPictureInput = builder.inputType("QuestionPictureInput", {
  fields: (t) => ({ file: t.string({ required: true, description: "The address of the upload." }), alt: t.string() }),
});
const QuestionMediaInput = builder.inputType("QuestionMediaInput", {
  fields: (t) => ({
    kind: t.string({ required: true, description: "picture or audio." }),
    file: t.string({ required: true, description: "The address of the upload." }),
    alt: t.string({ description: "What a picture shows, or the title of a recording." }),
  }),
});
const QuestionRegionInput = builder.inputType("QuestionRegionInput", {
  description: "A rectangle on the picture of a hotspot question, in percent of the width and height of the picture.",
  fields: (t) => ({
    x: t.float({ required: true, description: "From the left." }),
    y: t.float({ required: true, description: "From the top." }),
    width: t.float({ required: true }),
    height: t.float({ required: true }),
  }),
});
const QuestionOptionInput = builder.inputType("QuestionOptionInput", {
  fields: (t) => ({
    text: t.string({ required: true }),
    checked: t.boolean(),
    feedback: t.string(),
    picture: t.field({ type: QuestionPictureInput }),
    region: t.field({ type: QuestionRegionInput, description: "Required in a hotspot question." }),
    weight: t.float({
      description:
        "Of a multiple choice: the percent of the points that it earns, -100 to 100; usually an equal share.",
    }),
  }),
});
const QuestionPairInput = builder.inputType("QuestionPairInput", {
  fields: (t) => ({
    left: t.string({ required: true }),
    right: t.string({ required: true }),
    picture: t.field({ type: QuestionPictureInput, description: "Of the left side." }),
  }),
});
const QuestionRuleInput = builder.inputType("QuestionRuleInput", {
  fields: (t) => ({ condition: t.string({ required: true }), word: t.string({ required: true }), points: t.int() }),
});

export const QuestionInputType = builder.inputType("QuestionInput", {
  fields: (t) => ({
    id: t.int(),
    type: t.string({ required: true }),
    question: t.string(),
    options: t.field({ type: [QuestionOptionInput] }),
    pairs: t.field({ type: [QuestionPairInput] }),
    rules: t.field({ type: [QuestionRuleInput] }),
    required_points: t.int(),
    accepted: t.field({ type: [AcceptedAnswerInput], description: "The accepted numbers or short texts." }),
    matches_case: t.boolean({ description: "Whether capitals count in a short text." }),
    points: t.int({ description: "What it is worth in the score, 1 to 1000; 1 if it is not given." }),
    feedback: t.string({ description: "What learners read once they may see their grade." }),
    media: t.field({ type: [QuestionMediaInput], description: "Pictures and recordings of its text, 5 at most." }),
    rubric: t.field({
      type: [RubricCriterionInput],
      description: "Of an essay: its criteria, 20 at most. Their highest levels add up to the points of the question.",
    }),
    min_words: t.int({ description: "Of an essay: how many words it should have at least." }),
    max_words: t.int({ description: "Of an essay: how many words it should have at most." }),
    marker_note: t.string({ description: "Of an essay: what markers should know; learners never read it." }),
    unit_order: t.int({
      description: "Which test unit the question belongs to, where test units and questions come in two lists.",
    }),
  }),
});
