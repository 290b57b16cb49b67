import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkDelta, toPlainText, findOversizedImage } from "../features/courses/delta.ts";
import { listPublishErrors } from "../features/courses/publish-rules.ts";
import { listGaps } from "../features/questions/questions.service.ts";
import { northgate, riverside } from "./courses.ts";
import type { DemoQuestion, DemoUnit } from "./demo-course.ts";
import { lesson } from "./lesson.ts";
import { northgateGroups, northgatePeople, platformPeople, riversidePeople } from "./people.ts";

describe.each([
  ["Northgate Trust", northgate],
  ["Riverside", riverside],
])("the demo catalog of %s", (_, { categories, courses }) => {
  test.each(courses)("has a complete course: $title", (course) => {
    const units = course.units.map((unit, index) => ({
      ...unit,
      unit_order: index + 1,
      file: "media" in unit ? unit.media : null,
    }));
    expect(listPublishErrors({ ...course, units })).toEqual([]);
    expect(course.units.length).toBeGreaterThanOrEqual(4);
  });

  test.each(courses)("has valid lessons of a fitting length in $title", (course) => {
    for (const unit of course.units.filter((each) => each.type !== "Test")) {
      const delta = checkDelta(unit.content);
      expect([delta.ok, findOversizedImage(unit.content)]).toEqual([true, null]);
      const words = toPlainText(unit.content).split(/\s+/).length;
      if (unit.type === "Content") expect(words, unit.title).toBeGreaterThanOrEqual(150);
      expect(words, unit.title).toBeLessThanOrEqual(400);
    }
  });

  test.each(courses)("has questions with answers in $title", (course) => {
    expect(course.units.flatMap(listQuestions).filter((question) => !canBeAnswered(question))).toEqual([]);
  });

  test("names only categories and courses that come before", () => {
    const keys = courses.map(({ key }) => key);
    courses.forEach(({ category, prerequisites }, index) => {
      expect(categories.map(({ key }) => key)).toContain(category);
      expect(prerequisites.every((key) => keys.slice(0, index).includes(key))).toBe(true);
    });
  });

  test("has its videos", () => {
    const films = courses.flatMap(({ units }) => units.flatMap((unit) => ("media" in unit ? [unit.media] : [])));
    expect(films.filter((film) => !existsSync(new URL(`media/${film}`, import.meta.url)))).toEqual([]);
  });
});

describe("the users of the demo data", () => {
  test("have unique addresses and belong to groups that exist", () => {
    const people = [...platformPeople, ...northgatePeople, ...riversidePeople];
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
    expect(people.every(({ email }) => /^[a-z.-]+@(demo|riverside)\.test$/.test(email))).toBe(true);
    const groups = northgateGroups.map(({ name }) => name);
    expect(people.flatMap((person) => person.groups).filter((group) => !groups.includes(group))).toEqual([]);
  });
});

test("lesson turns marked-up text into headings, lists, bold words and links", () => {
  expect(JSON.parse(lesson("# A **b**\n\n- [c](https://d.example) e\n1. *f*"))).toEqual({
    ops: [
      { insert: "A " },
      { insert: "b", attributes: { bold: true } },
      { insert: "\n", attributes: { header: 1 } },
      { insert: "c", attributes: { link: "https://d.example" } },
      { insert: " e" },
      { insert: "\n", attributes: { list: "bullet" } },
      { insert: "f", attributes: { italic: true } },
      { insert: "\n", attributes: { list: "ordered" } },
    ],
  });
});

function listQuestions(unit: DemoUnit): DemoQuestion[] {
  return "questions" in unit ? unit.questions : [];
}

function canBeAnswered(asked: DemoQuestion): boolean {
  const { type, question, options, pairs, rules, required_points, accepted } = asked;
  const flagged = options.filter(({ checked }) => checked).length;
  switch (type) {
    case "Multiple Choice":
    case "True or False":
    case "Hotspot":
      return flagged > 0 && flagged < options.length;
    case "Fill the Gaps":
      return listGaps(question).length > 0;
    case "Ordering":
      return new Set(options.map(({ text }) => text)).size > 1;
    case "Match the Pairs":
      return new Set(pairs.map(({ right }) => right)).size > 1;
    case "Number":
    case "Short Text":
      return (accepted ?? []).length > 0;
    case "Essay":
      return (asked.rubric ?? []).every(({ levels }) => levels.length > 1);
    case "Free Text":
      return (required_points ?? 0) > 0 && (required_points ?? 0) <= rules.reduce((sum, { points }) => sum + points, 0);
  }
}
