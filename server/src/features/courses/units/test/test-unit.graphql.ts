import { builder } from "../../../../graphql/builder.ts";
import type { LearnerUnit } from "../../../learning/units.service.ts";
import type { UnitApi } from "../unit-type.graphql.ts";

const QuestionDrawInput = builder.inputType("QuestionDrawInput", {
  description: "Draws questions from a category of the question bank.",
  fields: (t) => ({
    category: t.string({ required: true }),
    count: t.int({ description: "So many at random for each attempt; left out: all of the category." }),
  }),
});

const QuestionDraw = builder.objectRef<LearnerUnit["draws"][number]>("QuestionDraw").implement({
  fields: (t) => ({
    category: t.exposeString("category"),
    count: t.exposeInt("count", { nullable: true, description: "So many at random; null: all of the category." }),
  }),
});

export const testUnitApi: UnitApi = {
  description: "The test units; their questions are in unit_tests.",
  input: (t) => ({ draws: t.field({ type: [QuestionDrawInput] }) }),
  output: (t) => ({
    draws: t.expose("draws", {
      type: [QuestionDraw],
      description: "What it draws from the question bank for each attempt, after its own questions.",
    }),
  }),
};
