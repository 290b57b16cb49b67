import { expect, test } from "vitest";
import * as fc from "fast-check";
import { type Box, fitText, LEADING } from "./fit-text.ts";

const box: Box = { width: 300, height: 66, largest: 52, smallest: 20 };
const measure = (text: string, size: number) => text.length * size * 0.5;

test("fitText draws a short name in the largest size", () => {
  expect(fitText("Grace Adeyemi", { ...box, width: 700 }, measure)).toEqual({ size: 52, lines: ["Grace Adeyemi"] });
});

test("fitText makes a longer name smaller before it breaks the line", () => {
  expect(fitText("Tia-Marie Campbell", box, measure)).toEqual({ size: 33, lines: ["Tia-Marie Campbell"] });
});

test("fitText breaks a name that is too long for one line into two", () => {
  const { size, lines } = fitText("Maria Fernanda de los Angeles Rodriguez", box, measure);
  expect(lines).toEqual(["Maria Fernanda de los", "Angeles Rodriguez"]);
  expect(2 * size * LEADING).toBeLessThanOrEqual(box.height);
});

test("fitText shortens a text that does not fit with an ellipsis", () => {
  const { size, lines } = fitText("A".repeat(80), box, measure);
  expect(size).toBe(20);
  expect(lines).toEqual([`${"A".repeat(29)}…`]);
});

test("fitText keeps every text in its box", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), (text) => {
      const { size, lines } = fitText(text, box, measure);
      expect(lines.length * size * LEADING).toBeLessThanOrEqual(box.height);
      for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(box.width);
    }),
  );
});

test.each([
  ["安全な川の渡り方と応急手当の基礎講座、第一部。", ["安全な川の渡り方と", "応急手当の基礎講", "座、第一部。"]],
  ["河流安全与急救基础课程第一部分（初级）", ["河流安全与急救基础", "课程第一部分（初", "级）"]],
])("fitText breaks %s between letters, and not before or after punctuation that belongs to one", (text, expected) => {
  const { lines } = fitText(text, { width: 100, height: 80, largest: 20, smallest: 20 }, (line) => line.length * 11);
  expect(lines.join("")).toBe(text);
  expect(lines).toEqual(expected);
});

test("fitText breaks Thai between words, and keeps Latin words in a Chinese text whole", () => {
  const thai = fitText(
    "การช่วยชีวิตทางน้ำ",
    { width: 90, height: 80, largest: 20, smallest: 20 },
    (line) => line.length * 8,
  );
  expect(thai.lines.length).toBeGreaterThan(1);
  expect(thai.lines.join("")).toBe("การช่วยชีวิตทางน้ำ");
  const mixed = fitText(
    "学习Python编程",
    { width: 60, height: 80, largest: 20, smallest: 20 },
    (line) => line.length * 10,
  );
  expect(mixed.lines).toEqual(["学习", "Python", "编程"]);
});
