import { expect, test } from "vitest";
import { getDateFormat } from "./date-formats.ts";

test("getDateFormat creates a format once per language, time zone and form", () => {
  const paris = getDateFormat("fr", { timeZone: "Europe/Paris", dateStyle: "short" });
  expect(getDateFormat("fr", { timeZone: "Europe/Paris", dateStyle: "short" })).toBe(paris);
  expect(getDateFormat("fr", { timeZone: "Asia/Tokyo", dateStyle: "short" })).not.toBe(paris);
  expect(getDateFormat("en", { timeZone: "Europe/Paris", dateStyle: "short" })).not.toBe(paris);
});
