import * as z from "zod";
import type { UnitTypeDefinition } from "../unit-type.ts";
import {
  archivedSurveyQuestions,
  findQuestionsProblem,
  findSurveyLack,
  type SurveyQuestion,
  surveyQuestionsForm,
} from "./survey-questions.ts";

export const surveyUnit = {
  typename: "SurveyUnitType",
  list: "surveys",
  argument: "surveys",
  inputName: "SurveyUnitInput",
  contentOutput: "content",
  takes: ["content"],
  completionOptions: [],
  isCompletedByPackage: false,
  file: null,
  fields: {
    survey_questions: {
      column: "jsonb",
      api: null,
      form: surveyQuestionsForm,
      empty: [] as SurveyQuestion[],
      findProblem: findQuestionsProblem,
      archived: { form: archivedSurveyQuestions },
    },
    /** Whether answers are stored without who gave them. */
    is_anonymous: {
      column: "boolean",
      api: "Boolean",
      form: z.boolean().nullish().transform(Boolean),
      empty: false as boolean,
      archived: { form: z.boolean().default(false) },
    },
  },
  needsTitle: true,
  findLack: ({ survey_questions }: { survey_questions?: readonly SurveyQuestion[] | null }) =>
    findSurveyLack(survey_questions),
} as const satisfies UnitTypeDefinition;
