import type { OpenedUnitForPlayerFragment, OutlineForPlayerFragment } from "../../../gen/graphql.ts";

/** One unit with its content, and the learner's responses in it. */
export type OpenedUnit = Omit<OpenedUnitForPlayerFragment, "is_started">;

/** A unit with its content. */
export type Unit = OpenedUnit["unit"];
export type Typename = Unit["__typename"];
export type UnitOf<Type extends Typename> = Extract<Unit, { __typename: Type }>;

/** A unit in the outline, without its content. */
export type OutlineUnit = Omit<OutlineForPlayerFragment["units"][number], "typename"> & { __typename: Typename };

/** A course without the content of its units. */
export type PlayerCourse = Omit<OutlineForPlayerFragment, "units"> & {
  units: OutlineUnit[];
  /** Whether the learner's last step completed the course. */
  became_complete?: boolean;
  /** The unit that the server opened first. */
  opened_id: number | null;
  /** The unit whose clock the server has started with it. */
  started_id: number | null;
};

/** Converts the server's answer; the units come in the order of the course. */
export const toPlayerCourse = (
  { units, ...course }: OutlineForPlayerFragment,
  opened: { id: number | null; isStarted: boolean },
): PlayerCourse => ({
  ...course,
  units: units.map(({ typename, ...unit }) => ({ ...unit, __typename: typename as Typename })),
  opened_id: opened.id,
  started_id: opened.isStarted ? opened.id : null,
});

/** Returns the unit at a position; without one the unit that the server opened, and the first for an unknown position. */
export function findUnit({ units, opened_id }: PlayerCourse, order: number | undefined): OutlineUnit | undefined {
  const isShown = ({ id, unit_order }: OutlineUnit) => (order === undefined ? id === opened_id : unit_order === order);
  return units.find(isShown) ?? units[0];
}

/** Returns the previous and the next unit, where they exist. */
export function findNeighbours<U extends { id: number }>(units: U[], { id }: { id: number }) {
  const at = units.findIndex((unit) => unit.id === id);
  return { previous: units[at - 1], next: units[at + 1] };
}

/** Returns the percentage of complete units, 0 to 100. */
export function computeProgress(units: { is_complete: boolean }[]): number {
  const complete = units.filter((unit) => unit.is_complete).length;
  return units.length === 0 ? 0 : Math.round((complete / units.length) * 100);
}
