import { Invalid } from "../../errors.ts";
import { builder } from "../../graphql/builder.ts";
import { t } from "../../i18n/message.ts";
import { QuestionInputType } from "../questions/question-types.graphql.ts";
import type { QuestionInput } from "../questions/questions.service.ts";
import type { CourseInput, UnitInput } from "./authoring.service.ts";
import { COURSE_FIELDS } from "./course-fields.ts";
import { getUnitType, UNIT_FIELDS, UNIT_TYPE_NAMES, type UnitType } from "./units/unit-types.ts";
import { UNIT_APIS } from "./units/unit-types.graphql.ts";

const units = UNIT_TYPE_NAMES.map((name) => ({ ...getUnitType(name), name }));

const unitInputs = new Map(units.map(({ name }) => [name, createUnitInput(name)]));

/** Creates the input type of a type of unit: what all types have, what this one shares with others, and its own. */
function createUnitInput(type: UnitType) {
  const { inputName, takes, file, fields } = getUnitType(type);
  return builder.inputType(inputName, {
    fields: (t) => ({
      id: t.int(),
      unit_order: t.int({ required: true }),
      title: t.string(),
      ...(takes.includes("content") && { content: t.string({ description: "A Quill Delta as JSON text." }) }),
      ...(takes.includes("completion") && {
        completion_option: t.string(),
        time_limit: t.int({ description: "Seconds." }),
      }),
      ...(takes.includes("time_limit") && {
        time_limit: t.int({ description: "Seconds from the start of an attempt to its end." }),
      }),
      ...(takes.includes("questions") && { questions: t.field({ type: [QuestionInputType] }) }),
      ...(file && { [file.input]: t.string() }),
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, { api }]) => (api ? [[name, t.field({ type: api })]] : [])),
      ),
      ...UNIT_APIS[type]?.input?.(t),
    }),
  });
}

const ResourceCategoryInput = builder.inputType("ResourceCategoryInput", {
  fields: (t) => ({ id: t.int({ required: true }), name: t.string() }),
});
export const CourseCategoryInput = builder.inputType("CourseCategoryInput", {
  fields: (t) => ({ id: t.int({ required: true }), name: t.string(), parent_id: t.int() }),
});
export const ResourceInput = builder.inputType("ResourceInput", {
  fields: (t) => ({
    id: t.int(),
    name: t.string({ required: true }),
    file_path: t.string({ required: true }),
    type: t.string(),
    category: t.field({ type: ResourceCategoryInput }),
    is_downloadable: t.boolean(),
  }),
});

type Api = (typeof COURSE_FIELDS)[keyof typeof COURSE_FIELDS]["api"];
type UnitsInput = ReturnType<typeof createUnitInput>;

/** Creates an input field or an argument for each field of a course. */
export function createCourseFieldInputs<Field>(createField: (options: { type: Api; required: boolean }) => Field) {
  const fields = Object.entries(COURSE_FIELDS).map(([name, { api, isRequired }]) => [
    name,
    createField({ type: api, required: isRequired }),
  ]);
  return Object.fromEntries(fields) as Record<keyof typeof COURSE_FIELDS, Field>;
}

/** Creates an input field or an argument for each list of units, under the names of either call. */
export function createUnitListInputs<Field>(
  names: "list" | "argument",
  createField: (options: { type: [UnitsInput]; description?: string }) => Field,
): Record<string, Field> {
  const fields = units.map((unit) => {
    const description = UNIT_APIS[unit.name]?.description;
    const type: [UnitsInput] = [unitInputs.get(unit.name)!];
    return [unit[names], createField({ type, ...(names === "list" && description && { description }) })];
  });
  return Object.fromEntries(fields) as Record<string, Field>;
}

type Nullish<T> = T | null | undefined;
type AnyQuestion = typeof QuestionInputType.$inferInput;

/** A unit as any of the input types has it. */
type AnyUnit = Omit<UnitInput, "type" | "file" | "questions"> & { questions?: Nullish<readonly AnyQuestion[]> };

/**
 * Joins the lists of units of a call into one list, with the questions that name a unit by its `unit_order` (P59, P74).
 * A stored unit whose questions are not given keeps them: its `questions` are undefined.
 * @param call the arguments or the input, which have the lists under the names given
 * @throws Invalid for a question that names no unit, several, or one that takes no questions
 */
export function toUnitInputs(
  call: object,
  names: "list" | "argument",
  testQuestions: Nullish<readonly AnyQuestion[]>,
): CourseInput["units"] {
  const given = units.flatMap(({ name, ...definition }) =>
    ((call as Record<string, Nullish<readonly AnyUnit[]>>)[definition[names]] ?? []).map((unit) => ({ name, unit })),
  );
  const named = groupQuestions(given, testQuestions ?? [], names === "list" ? "unit_tests" : "tests");
  return given.map(({ name, unit }): UnitInput => {
    const { file } = getUnitType(name);
    const own = name === "Test" ? testQuestions : unit.questions;
    const isGiven = own || named.has(unit) || unit.id == null;
    const questions = [...(unit.questions ?? []), ...(named.get(unit) ?? [])];
    const values = unit as unknown as Record<string, unknown>;
    const ownFields = [...UNIT_FIELDS.keys()].map((field) => [field, values[field]]);
    return {
      ...(Object.fromEntries(ownFields) as Partial<UnitInput>),
      id: unit.id,
      type: name,
      unit_order: unit.unit_order,
      title: unit.title,
      content: unit.content,
      completion_option: unit.completion_option,
      time_limit: unit.time_limit,
      file: file && (values[file.input] as Nullish<string>),
      questions: isGiven ? (questions as QuestionInput[]) : undefined,
    };
  });
}

/** Groups questions by the unit that each names. @throws Invalid for the field of the questions */
function groupQuestions(
  given: readonly { name: UnitType; unit: AnyUnit }[],
  questions: readonly AnyQuestion[],
  field: string,
): ReadonlyMap<AnyUnit, AnyQuestion[]> {
  const byUnit = new Map<AnyUnit, AnyQuestion[]>();
  const problems = questions.flatMap((question, index) => {
    const number = index + 1;
    const order = question.unit_order;
    if (order == null) return [t`Question ${number} names no unit: it has no unit_order.`];
    const [its, another] = given.filter(({ unit }) => unit.unit_order === order);
    if (!its) return [t`Question ${number} names no unit of this course: its unit_order is ${order}.`];
    if (another) return [t`Question ${number} names more than one unit: two units have the unit_order ${order}.`];
    const { takes } = getUnitType(its.name);
    if (its.name !== "Test" && !takes.some((each) => each === "questions"))
      return [t`Question ${number} names unit ${order}, which takes no questions.`];
    byUnit.set(its.unit, [...(byUnit.get(its.unit) ?? []), question]);
    return [];
  });
  if (problems.length > 0) throw new Invalid({ [field]: problems });
  return byUnit;
}

/** Converts the resources of a call, which name a category with its id and name. */
export function toResourceInputs(
  resources: Nullish<readonly (typeof ResourceInput.$inferInput)[]>,
): CourseInput["resources"] {
  return (resources ?? []).map(({ category, ...resource }) => ({ ...resource, category_id: category?.id }));
}
