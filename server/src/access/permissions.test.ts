import { describe, expect, test } from "vitest";
import { allows, isInScope, listAssignableRoles, outranks, RANK, type Role } from "./permissions.ts";

test("a role is higher than those below it, and neither than itself nor than one above it", () => {
  for (const [place, role] of RANK.entries())
    expect([role, RANK.filter((other) => outranks(role, other))]).toEqual([role, RANK.slice(place + 1)]);
});

test("an unknown role is never higher, and may do nothing", () => {
  expect(RANK.filter((other) => outranks("owner", other))).toEqual([]);
  expect(allows("owner" as Role, "session.own")).toBe(false);
});

test("a role assigns none above itself, instructors create learners only, and who creates nobody assigns none", () => {
  expect(RANK.map((role) => [role, listAssignableRoles(role)])).toEqual([
    ["super_admin", RANK],
    ["admin", ["admin", "manager", "instructor", "learner"]],
    ["manager", []],
    ["instructor", ["learner"]],
    ["learner", []],
  ]);
});

describe("the scopes of an API key", () => {
  test("allow what one of them allows, and what every key may do", () => {
    expect(isInScope(["reports"], "user.read")).toBe(true);
    expect(isInScope(["courses", "reports"], "user.read")).toBe(true);
    expect(isInScope(["courses"], "user.read")).toBe(false);
    expect(isInScope(["courses"], "session.own")).toBe(true);
    expect(isInScope(["unknown"], "user.read")).toBe(false);
  });

  test("limit nothing where there are none, also where the key only reads", () => {
    for (const scopes of [null, [], ["read"]]) expect(isInScope(scopes, "course.author")).toBe(true);
    expect(isInScope(["read", "users"], "course.author")).toBe(false);
  });
});
