import { parseWholeNumber } from "../../../../app/numbers.ts";
import { toQuestionInput } from "../questionForms.ts";
import type { Numbered } from "./unitType.ts";

/** Writes what units of every type have. */
export const writeName = ({ unit, unit_order }: Numbered) => ({ id: unit.id, unit_order, title: unit.title.trim() });

/** Writes when a unit is complete. */
export const writeCompletion = ({ unit }: Numbered) => ({
  completion_option: unit.completion_option,
  time_limit: unit.completion_option === "time" ? parseWholeNumber(unit.time_limit) : null,
});

/** Writes a unit with a text, and questions about it. */
export const writeText = (each: Numbered) => ({
  ...writeName(each),
  ...writeCompletion(each),
  content: each.unit.content,
  questions: each.unit.questions.map(toQuestionInput),
});
