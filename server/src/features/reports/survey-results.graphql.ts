import { builder } from "../../graphql/builder.ts";
import { peopleFilters } from "./filters.graphql.ts";
import { getSurveyResults, listSurveyTexts, type SurveyResults } from "./survey-results.service.ts";

type Question = SurveyResults["questions"][number];

const SurveyCount = builder.objectRef<Question["options"][number]>("SurveyCount").implement({
  fields: (t) => ({ label: t.exposeString("label"), count: t.exposeInt("count") }),
});

const SurveyQuestionResult = builder.objectRef<Question>("SurveyQuestionResult").implement({
  fields: (t) => ({
    key: t.exposeString("key"),
    kind: t.exposeString("kind", { description: "likert, choice or text." }),
    text: t.exposeString("text"),
    is_multiple: t.exposeBoolean("is_multiple"),
    answered: t.exposeInt("answered", { description: "How many people answered it." }),
    mean: t.exposeFloat("mean", { nullable: true, description: "Of a likert question, from 1." }),
    options: t.expose("options", { type: [SurveyCount], description: "Every point or option, in its order." }),
  }),
});

const ReportedSurvey = builder.objectRef<SurveyResults["surveys"][number]>("ReportedSurvey").implement({
  fields: (t) => ({ id: t.exposeInt("id"), title: t.exposeString("title") }),
});

const SurveyResultsType = builder.objectRef<SurveyResults>("SurveyResults").implement({
  fields: (t) => ({
    unit_id: t.exposeInt("unit_id", { nullable: true, description: "Null for a course without surveys." }),
    surveys: t.expose("surveys", { type: [ReportedSurvey], description: "The surveys of the course." }),
    is_anonymous: t.exposeBoolean("is_anonymous"),
    least_answers: t.exposeInt("least_answers", {
      description: "From how many answers on an anonymous survey shows results, and how many appear at once.",
    }),
    answered: t.exposeInt("answered", {
      nullable: true,
      description: "How many people have answered; null where that is withheld.",
    }),
    shown: t.exposeInt("shown", { description: "How many answers are in these results." }),
    withheld: t.exposeString("withheld", {
      nullable: true,
      description:
        "Why an anonymous survey shows nothing: few answers, filtered, or branch: a person who answered is outside the caller's reach.",
    }),
    questions: t.expose("questions", { type: [SurveyQuestionResult] }),
  }),
});

type Texts = Awaited<ReturnType<typeof listSurveyTexts>>;

const SurveyText = builder.objectRef<Texts["rows"][number]>("SurveyText").implement({
  fields: (t) => ({
    text: t.exposeString("text"),
    name: t.exposeString("name", { nullable: true, description: "Null in an anonymous survey." }),
  }),
});

const SurveyTextPage = builder.objectRef<Texts>("SurveyTextPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [SurveyText] }) }),
});

builder.queryFields((t) => ({
  surveyResults: t.field({
    type: SurveyResultsType,
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ description: "A survey of the course; the first one if it is left out." }),
      ...peopleFilters,
    },
    resolve: (_, asked, { actor }) => getSurveyResults(actor, asked),
  }),
  surveyTexts: t.field({
    type: SurveyTextPage,
    description: "The texts that answer one question of a survey.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      question: t.arg.string({ required: true, description: "The key of the question." }),
      limit: t.arg.int({ description: "100 at most; 20 by default." }),
      offset: t.arg.int(),
      ...peopleFilters,
    },
    resolve: (_, asked, { actor }) => listSurveyTexts(actor, asked),
  }),
}));
