import type { UnitList } from "../../../app/unitList.ts";
import type { CreateCourseMutationVariables, EditCourseInput } from "../../../gen/graphql.ts";
import { writeOverview } from "./courseFields.ts";
import type { CourseDraft, Unit } from "./draft.ts";
import { toQuestionInput } from "./questionForms.ts";
import type { UnitInput } from "./units/unitType.ts";
import { unitTypes } from "./units/unitTypes.ts";

type Status = "draft" | "published";

/** Every field of the input except the lone category, which the editor does not use: one left out would be deleted. */
type WholeInput = { [Name in Exclude<keyof EditCourseInput, "category">]-?: EditCourseInput[Name] };

/** Converts a course for `createCourse`. */
export function toCreateVariables(course: CourseDraft, status: Status): CreateCourseMutationVariables {
  return {
    ...writeOverview(course),
    ...writeUnits(course.units, "argument"),
    categories: course.categories,
    tests: writeTestQuestions(course.units),
    status,
  };
}

/** Converts a course for `editCourse`; units of every type are sent with their ids. */
export function toEditInput(
  { id, version }: { id: number; version: number | null },
  course: CourseDraft,
  status: Status,
): EditCourseInput {
  return {
    id,
    version,
    ...writeOverview(course),
    ...(writeUnits(course.units, "list") as { [List in UnitList]: UnitInput<List>[] }),
    unit_tests: writeTestQuestions(course.units),
    status,
  } satisfies WholeInput;
}

const toNumbered = (units: Unit[]) => units.map((unit, index) => ({ unit, unit_order: index + 1 }));

/** Writes the units by type, under the names of either call. */
function writeUnits(units: Unit[], names: "list" | "argument"): object {
  const numbered = toNumbered(units);
  return Object.fromEntries(
    unitTypes.map((definition) => [
      definition[names],
      numbered.filter(({ unit }) => unit.type === definition.type).map((each) => definition.write(each)),
    ]),
  );
}

function writeTestQuestions(units: Unit[]) {
  return toNumbered(units)
    .filter(({ unit }) => unit.type === "Test")
    .flatMap(({ unit, unit_order }) =>
      unit.questions.map((question) => ({ ...toQuestionInput(question), unit_order })),
    );
}
