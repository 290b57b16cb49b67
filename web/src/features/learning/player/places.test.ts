import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";
import type { OpenedUnit, Unit } from "./units.ts";

const unit = (id: number) => ({ id, __typename: "Video" }) as Unit;
const opened = (id: number, response: string): OpenedUnit => ({
  unit: unit(id),
  responses: [{ input_type: "place", input_key: "place", response }],
});

test("continues a video at the position of another device and reports its own", () => {
  const reported: [number, number][] = [];
  const { placeIn, hold } = createPlaces((to, place) => {
    reported.push([to.id, place]);
    return Promise.resolve();
  });
  hold(opened(7, '{"place":42}'));
  hold(opened(8, "{"));
  expect(placeIn(unit(7)).kept).toBe(42);
  placeIn(unit(7)).keep(60);
  expect(reported).toEqual([[7, 60]]);
  hold(opened(7, '{"place":42}'));
  expect(placeIn(unit(7)).kept).toBe(60);
  expect(placeIn(unit(8)).kept).toBeNull();
  expect(placeIn(unit(9)).kept).toBeNull();
});
