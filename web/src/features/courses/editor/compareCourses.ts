import { nameCompletionOption } from "../../../app/termNames.ts";
import { type CourseFieldName, describeOverview } from "./courseFields.ts";
import { toPlainText } from "./delta.ts";
import type { CourseDraft, Unit } from "./draft.ts";
import { type Names, removeSignatures, type Shown, showText } from "./comparedValues.ts";
import { type OwnFieldName, ownFieldNames, ownFields } from "./units/unitTypes.ts";

/** A difference of two versions; `whole` is a unit that one of them lacks. What a version lacks is "". */
export type Difference = {
  /** Null for the overview. */
  unit: { title: string; order: number } | null;
  field: CourseFieldName | UnitFieldName | "whole";
  mine: string;
  theirs: string;
};
export type CommonFieldName = "order" | "title" | "content" | "completion_option" | "time_limit" | "file" | "questions";
type UnitFieldName = CommonFieldName | OwnFieldName;

/**
 * Lists every field in which two versions of a course differ: the overview first, then the units of `theirs` in their
 * order, then those that only `mine` has. Units are matched by their ids.
 */
export function compareCourses(mine: CourseDraft, theirs: CourseDraft, names: Names): Difference[] {
  const stored = new Set(theirs.units.map(({ id }) => id));
  const units = [...theirs.units, ...mine.units.filter(({ id }) => id === null || !stored.has(id))];
  return [
    ...listDifferences(null, describeOverview(mine, names), describeOverview(theirs, names)),
    ...units.flatMap((unit) => compareUnit(unit, mine.units, theirs.units)),
  ];
}

function compareUnit(unit: Unit, mine: Unit[], theirs: Unit[]): Difference[] {
  const own = findPlace(unit, mine);
  const other = findPlace(unit, theirs);
  const at = own ?? other;
  if (at === null) return [];
  const place = { title: at.unit.title, order: at.order };
  if (own && other) return listDifferences(place, describeUnit(own), describeUnit(other));
  return [{ unit: place, field: "whole", mine: own ? place.title : "", theirs: other ? place.title : "" }];
}

function listDifferences<Field extends CourseFieldName | UnitFieldName>(
  unit: Difference["unit"],
  mine: Partial<Record<Field, Shown>>,
  theirs: Partial<Record<Field, Shown>>,
): Difference[] {
  return (Object.keys(mine) as Field[]).flatMap((field) => {
    const [own, other] = [mine[field]!, theirs[field]!];
    return own.value === other.value ? [] : [{ unit, field, mine: own.text, theirs: other.text }];
  });
}

type Place = { unit: Unit; order: number };

function findPlace({ id, key }: Unit, units: Unit[]): Place | null {
  const index = units.findIndex((unit) => (id === null ? unit.key === key && unit.id === null : unit.id === id));
  const unit = units[index];
  return unit ? { unit, order: index + 1 } : null;
}

function describeUnit({ unit, order }: Place): Partial<Record<UnitFieldName, Shown>> {
  const own = ownFieldNames.flatMap((name) => {
    const { describe } = ownFields[name];
    return describe ? [[name, describe(unit[name])]] : [];
  });
  return {
    order: showText(String(order)),
    title: showText(unit.title),
    content: { value: removeSignatures(unit.content ?? ""), text: toPlainText(unit.content) },
    completion_option: { value: unit.completion_option, text: nameCompletionOption(unit.completion_option) },
    time_limit: showText(unit.time_limit),
    file: { value: removeSignatures(unit.file ?? ""), text: unit.file_name ?? "" },
    questions: {
      value: JSON.stringify(unit.questions.map((question) => ({ ...question, id: null }))),
      text: unit.questions.map(({ question }, index) => `${index + 1}. ${question}`).join("\n"),
    },
    ...(Object.fromEntries(own) as Partial<Record<OwnFieldName, Shown>>),
  };
}
