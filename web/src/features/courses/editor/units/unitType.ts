import type { MessageDescriptor } from "@lingui/core";
import type { UnitList } from "../../../../app/unitList.ts";
import type { CourseToEditQuery, CreateCourseMutationVariables, EditCourseInput } from "../../../../gen/graphql.ts";
import type { UnitFields } from "../comparedValues.ts";
import type { CommonUnit } from "./commonUnit.ts";

type Stored = NonNullable<CourseToEditQuery["course"]>;

export type StoredUnit<List extends UnitList> = Stored[List][number];

/** A unit as the API takes it, with every field given: one that is left out would be deleted. */
export type UnitInput<List extends UnitList> = {
  [Name in keyof NonNullable<EditCourseInput[List]>[number]]-?: NonNullable<EditCourseInput[List]>[number][Name];
};

/** A unit with the fields that only its type has. */
type OwnUnit<Fields extends UnitFields> = CommonUnit & { [Name in keyof Fields]: Fields[Name]["empty"] };

/** A unit with its place in the course, from 1. */
export type Numbered<Unit = CommonUnit> = { unit: Unit; unit_order: number };

type ReadForAll = "id" | "title" | "completion_option" | "time_limit" | "questions";

/** What reading a stored unit must return: each field of the draft that is in its input. */
type OwnPart<Unit, List extends UnitList> = Pick<Unit, Exclude<Extract<keyof Unit, keyof UnitInput<List>>, ReadForAll>>;

/**
 * A type of unit in the editor. Functions are methods, so that a list of types with different fields compiles.
 * Its form is registered in `unitForms.ts` (ADR 055). */
export interface UnitTypeEditor<
  Type extends string,
  List extends UnitList,
  Fields extends UnitFields = Record<never, never>,
> {
  type: Type;
  list: List;
  /** The argument of createCourse with units of this type. */
  argument: keyof CreateCourseMutationVariables;
  /** What menus and lists call it. */
  name: MessageDescriptor;
  /** The fields of the draft that other types do not have. */
  fields: Fields;
  needsTitle: boolean;
  /** Reads what only some types have. */
  read(stored: StoredUnit<List>): OwnPart<OwnUnit<Fields>, List> & Partial<OwnUnit<Fields>>;
  write(each: Numbered<OwnUnit<Fields>>): UnitInput<List>;
  /** Returns why the unit cannot even be saved as a draft, one sentence for each reason. */
  listProblems?(unit: OwnUnit<Fields>): string[];
  /**
   * Returns what the unit lacks to be published, as the end of a sentence; null when it is complete.
   * @param hasFile also true while the file is uploaded
   */
  findLack(unit: OwnUnit<Fields>, hasFile: boolean): string | null;
}
