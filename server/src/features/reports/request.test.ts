import { expect, test } from "vitest";
import { Invalid } from "../../errors.ts";
import { checkFilters, parseTableRequest, tableRequest } from "./request.ts";

test("a table refuses each filter that is given and not declared, and no empty one", () => {
  const check = (more: object) => () => checkFilters("users", ["search", "from"], { kind: "users", ...more });
  for (const given of [{ search: "x", from: "2026-01-01" }, { to: "" }, { to: "  " }, { to: null }, { to: undefined }])
    expect(check(given)).not.toThrow();
  for (const given of [{ is_overdue: false }, { group_ids: [] }]) expect(check(given)).not.toThrow();
  for (const given of [{ to: "x" }, { is_overdue: true }, { group_ids: [1] }, { idle_days: 0 }])
    expect(check(given)).toThrow(Invalid);
  expect(check({ to: "x", role: "x", search: "x" })).toThrow(
    expect.objectContaining({
      validation: {
        to: ["The table 'users' has no filter 'to'."],
        role: ["The table 'users' has no filter 'role'."],
      },
    }),
  );
});

test("a request for a table is refused with the fields that cannot be read", () => {
  expect(parseTableRequest({ kind: "users", course_id: 5 })).toEqual({ kind: "users", course_id: 5 });
  for (const wrong of [{ course_id: 0 }, { course_id: 2 ** 31 }, { course_id: 1.5 }, { course_id: "5" }])
    expect(() => parseTableRequest({ kind: "users", ...wrong })).toThrow(
      expect.objectContaining({ validation: { course_id: ["This value is invalid."] } }),
    );
  expect(() => parseTableRequest({ kind: "users", unknown: 1 })).toThrow(Invalid);
});

/** The longest text that each field takes. */
const LONGEST = {
  kind: 40,
  branchUrl: 100,
  sort: 40,
  category: 200,
  from: 10,
  to: 10,
  search: 200,
  state: 20,
  role: 20,
  field_value: 500,
  event: 40,
  item_kind: 40,
  action: 100,
  subject_type: 40,
};

test.each(Object.entries(LONGEST))("a request takes a text of at most its length as %s", (name, longest) => {
  const read = (length: number) => tableRequest.safeParse({ kind: "users", [name]: "x".repeat(length) }).success;
  expect([1, longest, longest + 1].map(read)).toEqual([true, true, false]);
});

test("a request takes at most so many branches, groups and columns, and days from none to a century", () => {
  const read = (more: object) => tableRequest.safeParse({ kind: "users", ...more }).success;
  const list = <Item>(length: number, item: Item) => Array.from({ length }, () => item);
  for (const [name, item, most] of [
    ["branchUrls", "north", 500],
    ["group_ids", 7, 500],
    ["columns", "email", 60],
  ] as const)
    expect([1, most, most + 1].map((length) => read({ [name]: list(length, item) }))).toEqual([true, true, false]);
  expect([100, 101].map((length) => read({ branchUrls: ["x".repeat(length)] }))).toEqual([true, false]);
  expect([-1, 0, 5, 36_500, 36_501].map((idle_days) => read({ idle_days }))).toEqual([false, true, true, true, false]);
  expect([0, 1, 2 ** 31 - 1, 2 ** 31].map((user_id) => read({ user_id }))).toEqual([false, true, true, false]);
});
