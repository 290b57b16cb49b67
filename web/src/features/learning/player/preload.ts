import { loadTexts } from "../../../app/i18n.ts";
import type { Unit } from "./units.ts";

/**
 * Fetches what the units of a course will need, once the first of them is in view: a line that drops later then keeps nobody
 * from going on with what needs no line. What cannot be fetched now is fetched when it is opened.
 */
export async function preload(units: Unit[]): Promise<void> {
  const types = new Set<string>(units.map(({ __typename }) => __typename));
  const isAsked = (type: string) => units.some(({ tests }) => tests.some((question) => question.type === type));
  const hasEmbedded = units.some(({ __typename, tests }) => __typename !== "TestUnitType" && tests.length > 0);
  const isRich = [...types].some((type) => type !== "Content" && type !== "TestUnitType");
  await Promise.allSettled([
    types.has("TestUnitType") && Promise.all([import("../test/TestUnit.tsx"), import("../../../ui/charts/Pie.tsx")]),
    hasEmbedded && import("./EmbeddedTests.tsx"),
    isAsked("Ordering") && import("../questions/DraggableOrder.tsx"),
    isRich && Promise.all([import("./viewers/RichViewer.tsx"), loadTexts("viewers")]),
    types.has("AssignmentUnitType") && import("./viewers/assignment/AssignmentViewer.tsx"),
  ]);
}
