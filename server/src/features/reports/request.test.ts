import { expect, test } from "vitest";
import { Invalid } from "../../errors.ts";
import { checkFilters, parseTableRequest } from "./request.ts";

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
