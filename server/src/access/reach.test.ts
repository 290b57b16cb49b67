import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { Forbidden, NotFound } from "../errors.ts";
import { acrossBranches, alsoFor, type Reach, withinBranchIds } from "./actor.ts";
import type { Role } from "./permissions.ts";

const createReach = (role: Role, ownBranchIds: number[] | null = null): Reach =>
  ({ role, ownBranchIds, branchIds: ownBranchIds, ledGroupIds: [] }) as unknown as Reach;

describe("alsoFor", () => {
  test("returns the reach for an action that the user may also do", () => {
    const also = alsoFor(createReach("instructor", [1]), "user.read");
    expect(also).toMatchObject({ role: "instructor", branchIds: [1], ownBranchIds: [1] });
  });

  test.each([
    ["an action that the role does not have", createReach("learner"), "user.read"],
    ["an action of the main site for a person of a branch", createReach("admin", [1]), "audit.view"],
    ["an action that reads fewer people than the reach of a manager", createReach("manager"), "user.read"],
  ] as const)("refuses %s", (_, reach, action) => {
    expect(() => alsoFor(reach, action)).toThrow(Forbidden);
  });
});

test("acrossBranches widens what is found, but not what may be changed", () => {
  expect(acrossBranches(createReach("instructor", [1]))).toMatchObject({ branchIds: null, ownBranchIds: [1] });
});

describe("withinBranchIds", () => {
  test("limits the work to some of the reach's branches", () => {
    expect(withinBranchIds(createReach("admin", [1, 2]), [2])).toMatchObject({ branchIds: [2], ownBranchIds: [1, 2] });
    expect(withinBranchIds(createReach("admin"), [2])).toMatchObject({ branchIds: [2], ownBranchIds: null });
  });

  test("refuses a branch outside the reach", () => {
    expect(() => withinBranchIds(createReach("admin", [1]), [1, 2])).toThrow(NotFound);
  });
});

test("the compiler accepts as a reach only one that was granted for the action", () => {
  const take = (reach: Reach<"group.manage">) => reach.role;
  const granted = createReach("admin") as Reach<"group.manage">;
  const other = createReach("admin") as Reach<"user.view">;
  const { db, instanceId, userId, role, branchIds, ownBranchIds, ledGroupIds } = granted;
  const refused = [
    // @ts-expect-error A reach for another action.
    take(other),
    // @ts-expect-error A reach for any action.
    take(createReach("admin")),
    // @ts-expect-error A changed copy.
    take({ ...granted, branchIds: null }),
    // @ts-expect-error An object with the same properties.
    take({ db, instanceId, userId, role, branchIds, ownBranchIds, ledGroupIds }),
  ];
  expect(refused).toHaveLength(4);
});

const SOURCES = path.join(import.meta.dirname, "..");
const isTest = (file: string) => file.endsWith(".test.ts") || file.startsWith("testing/");
/** A cast to a reach, and a cast of a reach to anything. */
const CAST_OF_REACH = /\bas (unknown as )?Reach\b|\b\w*[rR]each as\b/;
/** A cast that fits any parameter, in the layers that receive and pass a reach. A value by its name, `unit[name]`, is no reach. */
const CAST_TO_ANYTHING = /(?<!\]) as (never|any)\b(?! (if|of|it|they))/;

test("no code casts a reach", () => {
  const files = globSync("**/*.ts", { cwd: SOURCES }).filter((file) => !isTest(file));
  expect(files.length).toBeGreaterThan(400);
  const casts = files.flatMap((file) => {
    const isLayer = /\.(service|queries|graphql|routes|jobs)\.ts$/.test(file);
    return readFileSync(path.join(SOURCES, file), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\*|\/)/.test(line))
      .filter((line) => CAST_OF_REACH.test(line) || (isLayer && CAST_TO_ANYTHING.test(line)))
      .map((line) => `${file}: ${line.trim()}`);
  });
  expect(casts).toEqual([]);
});
