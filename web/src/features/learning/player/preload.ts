import { loadTexts } from "../../../app/i18n.ts";
import type { OutlineUnit } from "./units.ts";

/**
 * Loads what the units of a course need once the first of them is shown, so that a later network failure stops only
 * what needs the network. Whatever fails to load is loaded when its unit is opened.
 */
export async function preload(units: OutlineUnit[]): Promise<void> {
  const types = new Set<string>(units.map(({ __typename }) => __typename));
  const hasQuestions = units.some(({ has_questions }) => has_questions);
  const hasEmbedded = units.some(({ __typename, has_questions }) => __typename !== "TestUnitType" && has_questions);
  const isRich = [...types].some((type) => type !== "Content" && type !== "TestUnitType");
  await Promise.allSettled([
    types.has("TestUnitType") && Promise.all([import("../test/TestUnit.tsx"), import("../../../ui/charts/Pie.tsx")]),
    hasEmbedded && import("./EmbeddedTests.tsx"),
    hasQuestions && import("../questions/DraggableOrder.tsx"),
    isRich && Promise.all([import("./viewers/RichViewer.tsx"), loadTexts("viewers")]),
    types.has("AssignmentUnitType") && import("./viewers/assignment/AssignmentViewer.tsx"),
    types.has("SurveyUnitType") && import("./viewers/survey/SurveyViewer.tsx"),
  ]);
}
