import { builder } from "../../../../graphql/builder.ts";
import type { OwnSurvey } from "../../../surveys/taken.service.ts";
import type { UnitApi } from "../unit-type.graphql.ts";
import type { SurveyQuestion as Question } from "./survey-questions.ts";

const SurveyOptionInput = builder.inputType("SurveyOptionInput", {
  fields: (t) => ({ key: t.string(), text: t.string({ required: true }) }),
});

const SurveyQuestionInput = builder.inputType("SurveyQuestionInput", {
  fields: (t) => ({
    key: t.string({ description: "Names the question in answers; the server makes one up for a new question." }),
    kind: t.string({ required: true, description: "likert, choice or text." }),
    text: t.string({ required: true }),
    is_required: t.boolean(),
    points: t.int({ description: "Of a likert question: 5, the default, or 7." }),
    low: t.string({ description: "What 1 means." }),
    high: t.string({ description: "What the highest point means." }),
    is_multiple: t.boolean({ description: "Of a choice: whether several options may be chosen." }),
    options: t.field({ type: [SurveyOptionInput] }),
  }),
});

const SurveyOption = builder.objectRef<Question["options"][number]>("SurveyOption").implement({
  fields: (t) => ({ key: t.exposeString("key"), text: t.exposeString("text") }),
});

const SurveyQuestion = builder.objectRef<Question>("SurveyQuestion").implement({
  fields: (t) => ({
    key: t.exposeString("key"),
    kind: t.exposeString("kind", { description: "likert, choice or text." }),
    text: t.exposeString("text"),
    is_required: t.exposeBoolean("is_required"),
    points: t.exposeInt("points", { description: "Of a likert question." }),
    low: t.exposeString("low"),
    high: t.exposeString("high"),
    is_multiple: t.exposeBoolean("is_multiple"),
    options: t.expose("options", { type: [SurveyOption] }),
  }),
});

const OwnAnswer = builder.objectRef<OwnSurvey["answers"][number]>("OwnSurveyAnswer").implement({
  fields: (t) => ({
    key: t.exposeString("key"),
    number: t.exposeInt("number", { nullable: true }),
    options: t.exposeStringList("options"),
    text: t.exposeString("text", { nullable: true }),
  }),
});

const SurveyOfLearner = builder.objectRef<OwnSurvey>("SurveyOfLearner").implement({
  description: "Whether the viewer has answered a survey, and in a named one how.",
  fields: (t) => ({
    has_answered: t.exposeBoolean("has_answered"),
    answers: t.expose("answers", { type: [OwnAnswer], description: "Empty for an anonymous survey." }),
  }),
});

export const surveyUnitApi: UnitApi = {
  input: (t) => ({ survey_questions: t.field({ type: [SurveyQuestionInput] }) }),
  output: (t) => ({
    survey_questions: t.expose("survey_questions", { type: [SurveyQuestion] }),
    survey: t.field({
      type: SurveyOfLearner,
      nullable: true,
      description: "For learners; null for authors and in a preview.",
      resolve: (unit) => unit.readSurvey(),
    }),
    has_answers: t.boolean({
      nullable: true,
      description: "For authors: whether anyone has answered it. Then it can no longer be made anonymous or named.",
      resolve: (unit) => unit.hasSurveyAnswers(),
    }),
  }),
};
