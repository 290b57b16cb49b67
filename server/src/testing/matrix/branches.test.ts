import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAIN_SITE_ONLY, RANK, type Role, ROLES as ROLE_ACTIONS } from "../../access/permissions.ts";
import type { Operation } from "../operation.ts";
import { OPERATIONS } from "../operations.ts";
import {
  allowedTo,
  expectEach,
  found,
  LISTS_ONLY_OWN,
  type Matrix,
  namesSomething,
  person,
  startMatrix,
  verdict,
} from "./matrix.ts";

let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix.server.close());

/** Operators belong to no branch. */
const ROLES = RANK.filter((role) => role !== "super_admin");

describe.each(ROLES)("a user of one branch with the role %s", (role) => {
  test("may call the operations of the role in their own branch", async () => {
    const client = await person(matrix, role, "north");
    await expectEach((name, operation) => ({
      call: () => verdict(client, name, operation, matrix.places.north),
      expected: isOpenInBranch(role, operation) && !OF_OTHER_OWNERS.has(name) ? found(name) : "forbidden",
    }));
  });

  test("is shown no action that needs access to the main site", async () => {
    const client = await person(matrix, role, "north");
    const { viewer } = await client.data("{ viewer { can } }");
    expect(viewer.can).toEqual(ROLE_ACTIONS[role].filter((action) => !MAIN_SITE_ONLY.has(action)));
  });

  test("finds nothing of another branch", async () => {
    const client = await person(matrix, role, "north");
    await expectEach((name, operation) => {
      if (!namesSomething(operation, matrix.places.north, matrix.places.south) || LISTS_ONLY_OWN.has(name)) return null;
      return {
        call: () => verdict(client, name, operation, matrix.places.south),
        expected: isOpenInBranch(role, operation) ? "not found" : "forbidden",
      };
    });
  });
});

/** Bank questions without an owning branch: only the main site may change them. */
const OF_OTHER_OWNERS: ReadonlySet<string> = new Set(["deleteBankQuestions", "updateBankQuestion"]);

function isOpenInBranch(role: Role, operation: Operation): boolean {
  return allowedTo(role, operation) && !(operation.opens && MAIN_SITE_ONLY.has(operation.opens));
}

test("an admin of a branch can neither list nor manage API keys, and can neither create nor delete a branch", async () => {
  const client = await person(matrix, "admin", "north");
  const { viewer } = await client.data("{ viewer { can } }");
  expect(viewer.can).toContain("branch.manage");
  for (const action of ["branch.create", "api_key.manage"]) expect(viewer.can).not.toContain(action);
  for (const name of ["apiKeysPage", "apiAccess", "createApiKey", "revokeApiKey", "createBranch", "deleteBranch"])
    expect([name, await verdict(client, name, OPERATIONS[name]!, matrix.places.north)]).toEqual([name, "forbidden"]);
});
