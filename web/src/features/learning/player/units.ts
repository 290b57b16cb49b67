import type { CourseForPlayerQuery } from "../../../gen/graphql.ts";

export type PlayerCourse = NonNullable<CourseForPlayerQuery["course"]>;
export type Unit =
  | PlayerCourse["contents"][number]
  | PlayerCourse["videos"][number]
  | PlayerCourse["audios"][number]
  | PlayerCourse["documents"][number]
  | PlayerCourse["iframes"][number]
  | PlayerCourse["scorms"][number]
  | PlayerCourse["tests"][number]
  | PlayerCourse["assignments"][number];

/** All units of the course, whatever their type, in their order. */
export function unitsOf(course: PlayerCourse): Unit[] {
  return [
    ...course.contents,
    ...course.videos,
    ...course.audios,
    ...course.documents,
    ...course.iframes,
    ...course.scorms,
    ...course.tests,
    ...course.assignments,
  ].sort((a, b) => a.unit_order - b.unit_order);
}

/**
 * The unit at a position; without one that in which somebody was last, or, when it is complete, the next that is open, else the
 * first that is; for an unknown position the first of all.
 */
export function unitAt<U extends { id: number; unit_order: number; is_complete: boolean }>(
  units: U[],
  order: number | undefined,
  lastId?: number | null,
): U | undefined {
  if (order !== undefined) return units.find((unit) => unit.unit_order === order) ?? units[0];
  const last = units.findIndex(({ id }) => id === lastId);
  const open = units.filter((unit) => !unit.is_complete);
  return open.find((unit) => units.indexOf(unit) >= last) ?? open[0] ?? units[0];
}

/** The units before and after one, where there are any. */
export function neighbours<U extends { id: number }>(units: U[], { id }: { id: number }) {
  const at = units.findIndex((unit) => unit.id === id);
  return { previous: units[at - 1], next: units[at + 1] };
}

/** Complete units of all, 0 to 100. */
export function percentComplete(units: { is_complete: boolean }[]): number {
  const complete = units.filter((unit) => unit.is_complete).length;
  return units.length === 0 ? 0 : Math.round((complete / units.length) * 100);
}

/** The course with one unit marked complete, for what is shown until it is read again. */
export function withComplete(course: PlayerCourse, unitId: number): PlayerCourse {
  const mark = <U extends { id: number; is_complete: boolean }>(units: U[]) =>
    units.map((unit) => (unit.id === unitId ? { ...unit, is_complete: true } : unit));
  return {
    ...course,
    contents: mark(course.contents),
    videos: mark(course.videos),
    audios: mark(course.audios),
    documents: mark(course.documents),
    iframes: mark(course.iframes),
    scorms: mark(course.scorms),
    tests: mark(course.tests),
    assignments: mark(course.assignments),
  };
}
