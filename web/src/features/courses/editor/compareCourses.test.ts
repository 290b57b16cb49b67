import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { compareCourses } from "./compareCourses.ts";
import { emptyCourse, newUnit, type CourseDraft, type Unit } from "./draft.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const names = { category: (id: number) => `Category ${id}`, course: (id: number) => `Course ${id}` };
const unit = (id: number | null, change: Partial<Unit> = {}): Unit => ({
  ...newUnit(`unit-${id}`, "Content", 1),
  id,
  title: `Unit ${id}`,
  ...change,
});
const course = (change: Partial<CourseDraft>): CourseDraft => ({ ...emptyCourse, ...change });

test("finds no differences in equal versions, whenever their files were signed", () => {
  const signed = (signature: string) =>
    course({ thumbnail: `/files/1/ab/cd?s=${signature}`, units: [unit(1, { file: `/files/1/ab/ef?s=${signature}` })] });
  expect(compareCourses(signed("one"), signed("two"), names)).toEqual([]);
});

test("shows each different field with both texts, the overview first", () => {
  const mine = course({ title: "Ropes", categories: [1], units: [unit(1, { title: "Knots" })] });
  const theirs = course({ title: "Rope work", categories: [1, 2], units: [unit(1, { title: "Bends" })] });
  expect(compareCourses(mine, theirs, names)).toEqual([
    { unit: null, field: "title", mine: "Ropes", theirs: "Rope work" },
    { unit: null, field: "categories", mine: "Category 1", theirs: "Category 1, Category 2" },
    { unit: { title: "Knots", order: 1 }, field: "title", mine: "Knots", theirs: "Bends" },
  ]);
});

test("reports a unit that only one version has", () => {
  const mine = course({ units: [unit(1), unit(null, { key: "new-1", title: "Mine" })] });
  const theirs = course({ units: [unit(1), unit(2, { title: "Theirs" })] });
  expect(compareCourses(mine, theirs, names)).toEqual([
    { unit: { title: "Theirs", order: 2 }, field: "whole", mine: "", theirs: "Theirs" },
    { unit: { title: "Mine", order: 2 }, field: "whole", mine: "Mine", theirs: "" },
  ]);
});

test("reports a change of formatting alone as a difference with the same words", () => {
  const text = (attributes: object) => JSON.stringify({ ops: [{ insert: "Hold on\n", attributes }] });
  const [difference, ...others] = compareCourses(
    course({ units: [unit(1, { content: text({ bold: true }) })] }),
    course({ units: [unit(1, { content: text({}) })] }),
    names,
  );
  expect(difference).toMatchObject({ field: "content", mine: "Hold on", theirs: "Hold on" });
  expect(others).toEqual([]);
});
