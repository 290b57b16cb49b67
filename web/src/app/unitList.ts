import type { EditCourseInput } from "../gen/graphql.ts";

/** The lists of units of a course in the API, one for each type of unit. */
export type UnitList = {
  [Name in keyof EditCourseInput]-?: NonNullable<EditCourseInput[Name]> extends { unit_order: number }[] ? Name : never;
}[keyof EditCourseInput];
