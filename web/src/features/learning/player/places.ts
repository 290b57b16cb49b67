import type { KeptPlace } from "../../../ui/file/usePlace.ts";
import type { PlayerCourse, Unit } from "./units.ts";

/** Where somebody is in the films and recordings of a course, as the server knows it from whatever device. */
export function createPlaces(
  { userResponses }: Pick<PlayerCourse, "userResponses">,
  tell: (unit: Unit, place: number) => Promise<unknown>,
) {
  const known = new Map(
    userResponses
      .filter(({ input_type }) => input_type === "place")
      .map(({ unit_id, response }) => [unit_id, readPlace(response)]),
  );
  return {
    placeIn: (unit: Unit): KeptPlace => ({
      kept: known.get(unit.id) ?? null,
      keep(place) {
        known.set(unit.id, place);
        // This device has it in any case.
        tell(unit, place).catch((error: unknown) => console.warn("The place could not be told.", error));
      },
    }),
  };
}

function readPlace(response: string | null | undefined): number | null {
  try {
    const { place } = JSON.parse(response ?? "{}") as { place?: unknown };
    return typeof place === "number" ? place : null;
  } catch {
    return null;
  }
}
