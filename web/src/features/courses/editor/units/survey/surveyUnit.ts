import { msg, t } from "@lingui/core/macro";
import { unitTypeNames } from "../../../../../app/unitTypeNames.ts";
import { showText, type UnitFields } from "../../comparedValues.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeName } from "../writeUnit.ts";
import { describeSurveyQuestions, findSurveyLack, type SurveyQuestion } from "./surveyQuestions.ts";

const fields = {
  survey_questions: {
    label: msg`Questions`,
    empty: [] as SurveyQuestion[],
    describe: (questions: SurveyQuestion[]) => showText(describeSurveyQuestions(questions)),
  },
  is_anonymous: {
    label: msg`Anonymous`,
    empty: false as boolean,
    describe: (value: boolean) => ({ value: String(value), text: value ? t`Yes` : t`No` }),
  },
  /** Whether anyone has answered it, as the server says. */
  has_answers: { label: msg`Answers`, empty: null as boolean | null },
} satisfies UnitFields;

/** A survey. Its questions are part of the unit. */
export const surveyUnit: UnitTypeEditor<"Survey", "surveys", typeof fields> = {
  type: "Survey",
  list: "surveys",
  argument: "surveys",
  name: unitTypeNames.Survey,
  fields,
  needsTitle: true,
  read: ({ content, survey_questions, is_anonymous, has_answers }) => ({
    content,
    survey_questions,
    is_anonymous: is_anonymous ?? false,
    has_answers,
  }),
  write: (each) => ({
    ...writeName(each),
    content: each.unit.content,
    survey_questions: each.unit.survey_questions,
    is_anonymous: each.unit.is_anonymous,
  }),
  findLack: ({ survey_questions }) => findSurveyLack(survey_questions),
};
