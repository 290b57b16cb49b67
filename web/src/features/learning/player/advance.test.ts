import { expect, test } from "vitest";
import { leavesByTime, reasonToStay } from "./advance.ts";

const unit = { __typename: "Content", is_complete: false, time_limit: null, tests: [] };
const withTests = { ...unit, tests: [{ id: 1 }, { id: 2 }] };
const reason = (at: Partial<Parameters<typeof reasonToStay>[0]>) =>
  reasonToStay({ unit, isCorrect: () => false, isTimeUp: false, ...at })?.message;

test("a unit without conditions lets one go on", () => {
  expect(reason({})).toBeUndefined();
});

test("every question of a unit has to be right", () => {
  expect(reason({ unit: withTests, isCorrect: (id) => id === 1 })).toBe(
    "You answered one of more questions incorrectly. Please change your answers then try clicking Next again.",
  );
  expect(reason({ unit: withTests, isCorrect: () => true })).toBeUndefined();
});

test("a test unit is left only when all of it is right", () => {
  const test = { ...withTests, __typename: "TestUnitType" };
  expect(reason({ unit: test })).toBe("Please complete all tests before proceeding.");
  expect(reason({ unit: test, isCorrect: () => true })).toBeUndefined();
});

test("a unit with a time limit and no questions keeps one until the time is up", () => {
  const timed = { ...unit, time_limit: 30 };
  expect(reason({ unit: timed })).toBe("You must wait until the time is up before proceeding.");
  expect(reason({ unit: timed, isTimeUp: true })).toBeUndefined();
});

test("the time limit of a unit with questions keeps nobody whose answers are right", () => {
  expect(reason({ unit: { ...withTests, time_limit: 30 }, isCorrect: () => true })).toBeUndefined();
});

test("a complete unit can always be left", () => {
  expect(reason({ unit: { ...withTests, is_complete: true } })).toBeUndefined();
  expect(reason({ unit: { ...unit, time_limit: 30, is_complete: true } })).toBeUndefined();
});

test("only a timed unit without questions is left with a response of its own", () => {
  expect(leavesByTime({ ...unit, time_limit: 30 })).toBe(true);
  expect(leavesByTime({ ...withTests, time_limit: 30 })).toBe(false);
  expect(leavesByTime({ ...unit, time_limit: 30, is_complete: true })).toBe(false);
  expect(leavesByTime(unit)).toBe(false);
});
