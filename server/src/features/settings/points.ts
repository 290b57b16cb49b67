import { Invalid, type Validation } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { PointSettings } from "../points/points.service.ts";

/** Whether people earn points, and how many for what. */
export interface Points {
  is_on: boolean;
  for_course: number;
  for_path: number;
  for_badge: number;
}

export type PointsInput = { [Field in keyof Points]?: Points[Field] | null | undefined };

const MOST_POINTS = 1_000;
const FIELDS = ["for_course", "for_path", "for_badge"] as const;

export function toPoints(row: PointSettings): Points {
  return {
    is_on: row.points_on,
    for_course: row.points_for_course,
    for_path: row.points_for_path,
    for_badge: row.points_for_badge,
  };
}

/** Reads the section; fields that are left out stay as they are. @throws Invalid by field */
export function toPointColumns(given: PointsInput): Partial<PointSettings> {
  const problems: Validation = {};
  const columns: Partial<PointSettings> = {};
  if (given.is_on != null) columns.points_on = given.is_on;
  for (const field of FIELDS) {
    const points = given[field];
    if (points == null) continue;
    if (!(points >= 0 && points <= MOST_POINTS)) problems[field] = [t`Enter a number from 0 to ${MOST_POINTS}.`];
    columns[`points_${field}`] = points;
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return columns;
}
