import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";
import type { Unit } from "./units.ts";

const film = { id: 7 } as Unit;
const stored = (unit_id: number, response: string) => ({ unit_id, input_type: "place", input_key: "place", response });

test("a film goes on where it was left on another device, and tells where one is", () => {
  const told: [number, number][] = [];
  const { placeIn } = createPlaces({ userResponses: [stored(7, '{"place":42}'), stored(8, "{")] }, (unit, place) => {
    told.push([unit.id, place]);
    return Promise.resolve();
  });
  expect(placeIn(film).kept).toBe(42);
  placeIn(film).keep(60);
  expect(told).toEqual([[7, 60]]);
  expect(placeIn(film).kept).toBe(60);
  expect(placeIn({ id: 8 } as Unit).kept).toBeNull();
  expect(placeIn({ id: 9 } as Unit).kept).toBeNull();
});
