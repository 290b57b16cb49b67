import { expect, test } from "vitest";
import { fromRows } from "../table.ts";
import type { ItemRow } from "../statements/item-analysis.statement.ts";
import { sortsOfCourses } from "../lists/people.ts";
import { sortsOfItems } from "./item-analysis.report.ts";
import { matches, sortsOfCertificates, sortsOfQuestions } from "./subjects.ts";

const inOrder = async <Row extends { title: string }>(
  rows: Row[],
  sort: string,
  sorts: Record<string, (row: Row) => string | number>,
) => (await fromRows(rows, sort, sorts).page(10, 0)).map(({ title }) => title).join("");

test("a list in memory is searched without regard to case and to spaces around the text", () => {
  const search = (text: string | null) => matches({ kind: "x", search: text }, "Fire Safety");
  expect(["fire", " SAFETY ", "e s", "", null].map(search)).toEqual([true, true, true, true, true]);
  expect(["fires", "fire  safety"].map(search)).toEqual([false, false]);
});

test("courses are sorted by each column, and what is missing comes before everything else", async () => {
  const row = (title: string, status: string | null, figures: number | null) => ({
    title,
    status,
    progress: figures,
    units_completed: figures,
    time_spent: figures,
    assigned_at: figures === null ? null : new Date(figures * 1_000),
  });
  const rows = [row("B", "in_progress", 5), row("C", null, null), row("A", "completed", 40)];
  const orders = ["status", "course", "title", "progress", "date", "units", "time"].map(async (name) => [
    name,
    await inOrder(rows, name, sortsOfCourses),
    await inOrder(rows, `-${name}`, sortsOfCourses),
  ]);
  expect(await Promise.all(orders)).toEqual([
    ["status", "CAB", "BAC"],
    ["course", "ABC", "CBA"],
    ["title", "ABC", "CBA"],
    ["progress", "CBA", "ABC"],
    ["date", "CBA", "ABC"],
    ["units", "CBA", "ABC"],
    ["time", "CBA", "ABC"],
  ]);
});

test("certificates are sorted by their days, not by how these are written", async () => {
  const rows = [
    { title: "B", completed_date: "02/01/2026", expiry_date: "2027-01-02" },
    { title: "C", completed_date: null, expiry_date: null },
    { title: "A", completed_date: "01/02/2026", expiry_date: "2027-02-01" },
    { title: "D", completed_date: "31/12/2025", expiry_date: "2026-12-31" },
  ];
  expect(await inOrder(rows, "title", sortsOfCertificates)).toBe("ABCD");
  expect(await inOrder(rows, "issued", sortsOfCertificates)).toBe("CDBA");
  expect(await inOrder(rows, "expires", sortsOfCertificates)).toBe("CDBA");
});

test("questions are sorted by the share of right answers, and those without an answer come first", async () => {
  const row = (title: string, answered: number, correct: number, type: string | null = "Essay") => ({
    title,
    unit: title,
    type,
    answered,
    correct,
    tries: answered * 2,
  });
  const rows = [row("B", 10, 5, null), row("C", 0, 0), row("A", 4, 3), row("D", 2, 0)];
  expect(await inOrder(rows, "correct", sortsOfQuestions)).toBe("CDBA");
  expect(await inOrder(rows, "answered", sortsOfQuestions)).toBe("CDAB");
  expect(await inOrder(rows, "tries", sortsOfQuestions)).toBe("CDAB");
  expect(await inOrder(rows, "unit", sortsOfQuestions)).toBe("ABCD");
  expect(await inOrder(rows, "type", sortsOfQuestions)).toBe("BCAD");
});

test("analysed questions are sorted by each figure, and those without one come before the least", async () => {
  const row = (title: string, type: string, answered: number, figures: [number, number, number] | null) => {
    const [facility, discrimination, seconds] = figures ?? [null, null, null];
    return { title, type, answered, facility, discrimination, seconds } as never as ItemRow & { title: string };
  };
  const rows = [
    row("B", "Ordering", 9, [0.5, -0.25, 12]),
    row("C", "Essay", 2, null),
    row("A", "Number", 0, [0, -1, 0]),
  ];
  for (const name of ["facility", "discrimination", "seconds"]) {
    expect(await inOrder(rows, name, sortsOfItems)).toBe("CAB");
    expect(await inOrder(rows, `-${name}`, sortsOfItems)).toBe("BAC");
  }
  expect(await inOrder(rows, "type", sortsOfItems)).toBe("CAB");
  expect(await inOrder(rows, "answered", sortsOfItems)).toBe("ACB");
});
