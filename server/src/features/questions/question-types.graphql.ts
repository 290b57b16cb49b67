import { builder } from "../../graphql/builder.ts";

export const QuestionOption = builder
  .objectRef<{ text: string; checked: boolean | null; feedback?: string | null | undefined }>("QuestionOption")
  .implement({
    fields: (t) => ({
      text: t.exposeString("text"),
      checked: t.exposeBoolean("checked", {
        nullable: true,
        description: "Whether it is right; null for everybody but authors.",
      }),
      feedback: t.string({
        nullable: true,
        description: "What learners read who chose it, once they may see their grade; null for everybody but authors.",
        resolve: (option) => option.feedback ?? null,
      }),
    }),
  });

export const QuestionPair = builder.objectRef<{ left: string; right: string }>("QuestionPair").implement({
  fields: (t) => ({ left: t.exposeString("left"), right: t.exposeString("right") }),
});

export const QuestionRule = builder
  .objectRef<{ condition: string; word: string; points: number }>("QuestionRule")
  .implement({
    fields: (t) => ({
      condition: t.exposeString("condition"),
      word: t.exposeString("word"),
      points: t.exposeInt("points"),
    }),
  });

export const AcceptedAnswer = builder
  .objectRef<{ text: string; tolerance: number; feedback?: string | undefined }>("AcceptedAnswer")
  .implement({
    fields: (t) => ({
      text: t.exposeString("text"),
      tolerance: t.exposeFloat("tolerance", { description: "How far a number may be from it." }),
      feedback: t.string({ nullable: true, resolve: (answer) => answer.feedback ?? null }),
    }),
  });

const AcceptedAnswerInput = builder.inputType("AcceptedAnswerInput", {
  fields: (t) => ({ text: t.string({ required: true }), tolerance: t.float(), feedback: t.string() }),
});
const QuestionOptionInput = builder.inputType("QuestionOptionInput", {
  fields: (t) => ({ text: t.string({ required: true }), checked: t.boolean(), feedback: t.string() }),
});
const QuestionPairInput = builder.inputType("QuestionPairInput", {
  fields: (t) => ({ left: t.string({ required: true }), right: t.string({ required: true }) }),
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
    unit_order: t.int({
      description: "Which test unit the question belongs to, where test units and questions come in two lists.",
    }),
  }),
});
