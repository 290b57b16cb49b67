import { builder } from "../../graphql/builder.ts";
import { CompletedUnit } from "../learning/learning.graphql.ts";
import * as surveys from "./surveys.service.ts";

const SurveyAnswerInput = builder.inputType("SurveyAnswerInput", {
  description: "The answer to one question of a survey: a number, options or a text, by its kind.",
  fields: (t) => ({
    key: t.string({ required: true }),
    number: t.int({ description: "The point of a scale, from 1." }),
    options: t.stringList({ description: "The keys of the chosen options." }),
    text: t.string(),
  }),
});

builder.mutationFields((t) => ({
  submitSurvey: t.field({
    type: CompletedUnit,
    description:
      "Submits the viewer's answers to a survey and completes the unit. Answers with a name may be sent again; anonymous ones are given once.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      answers: t.arg({ type: [SurveyAnswerInput], required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...given }, { actor }) => surveys.submitSurvey(actor, given, branchUrl),
  }),
}));
