import type { KeptPlace } from "../../../ui/file/usePlace.ts";
import type { Addressed } from "./responses.ts";
import type { OpenedUnit } from "./units.ts";

/** Holds the playback positions of a course's videos and recordings, which the server knows from every device. */
export function createPlaces(report: (unit: Addressed, place: number) => Promise<unknown>) {
  const known = new Map<number, number | null>();
  return {
    /** Takes over the position that the server knows, once per unit. */
    hold({ unit, responses }: OpenedUnit) {
      const place = responses.find(({ input_type }) => input_type === "place");
      if (!known.has(unit.id)) known.set(unit.id, readPlace(place?.response));
    },
    placeIn: (unit: Addressed): KeptPlace => ({
      kept: known.get(unit.id) ?? null,
      keep(place) {
        known.set(unit.id, place);
        // The position is stored on this device in any case.
        report(unit, place).catch((error: unknown) => console.warn("The place could not be reported.", error));
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
