import { emptyOverview, type Overview } from "./courseFields.ts";
import type { CommonUnit } from "./units/commonUnit.ts";
import { emptyOwnValues, type OwnValues, type UnitType } from "./units/unitTypes.ts";

export type { Overview } from "./courseFields.ts";
export type { UnitType } from "./units/unitTypes.ts";

/** A course while its author edits it: plain data that can be kept, compared and sent. */
export type CourseDraft = Overview & { units: Unit[] };

/** A unit of any type; its order is its place in the list. Fields that its type does not have are empty. */
export type Unit = CommonUnit & OwnValues & { type: UnitType };

export const emptyCourse: CourseDraft = { ...emptyOverview, units: [] };

/** Creates a unit with its default title. */
export function newUnit(key: string, type: UnitType, order: number): Unit {
  return {
    ...emptyOwnValues,
    key,
    id: null,
    type,
    title: getDefaultTitle(type, order),
    content: null,
    completion_option: "",
    time_limit: "",
    file: null,
    file_name: null,
    file_type: null,
    pdf_path: null,
    questions: [],
  };
}

/** Returns the title of a unit that has none yet. It is stored with the course, so it is not translated. */
export const getDefaultTitle = (type: UnitType, order: number) => `${type} unit ${order}`;

/** What the list shows of a unit. */
export type ListedUnit = Pick<Unit, "key" | "type" | "title">;

/** Returns what the list calls a unit: its own title, else the default. */
export const getListedTitle = (unit: ListedUnit, order: number) =>
  unit.title.trim() || getDefaultTitle(unit.type, order);
