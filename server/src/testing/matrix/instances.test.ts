import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RANK } from "../../access/permissions.ts";
import {
  allowedTo,
  expectEach,
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

describe.each(RANK)("a user of another instance with the role %s", (role) => {
  test("finds nothing of this instance, except as an operator", async () => {
    const client = await person(matrix, role, null);
    await expectEach((name, operation) => {
      if (!namesSomething(operation, matrix.places.main, matrix.places.riverside) || LISTS_ONLY_OWN.has(name))
        return null;
      const operates = role === "super_admin" && OPERATED.has(name);
      return {
        call: () => verdict(client, name, operation, matrix.places.riverside),
        expected: !allowedTo(role, operation)
          ? "forbidden"
          : operates || REFUSES_A_CHOICE.has(name)
            ? "let in"
            : "not found",
      };
    });
  });
});

test("a session of one instance is invalid at the address of another", async () => {
  const admin = await person(matrix, "admin", null);
  const elsewhere = { ...matrix.server.anonymous("riverside.localhost"), token: admin.token };
  expect(elsewhere.token).not.toBeNull();
  const response = await matrix.server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: "riverside.localhost", authorization: `Bearer ${admin.token}` },
    payload: { query: "{ viewer { id } }" },
  });
  expect(response.json().errors[0].extensions.code).toBe("UNAUTHENTICATED");
});

/** Operations in which operators name a row of any instance by its id (P67). */
const OPERATED: ReadonlySet<string> = new Set([
  "createInstanceUser",
  "editInstanceUser",
  "createSubscription",
  "deleteBranch",
  "deleteCourse",
  "deleteLmsInstance",
  "deleteSubscription",
  "deleteUser",
  "lmsInstance",
  "resendInvitation",
  "sendPasswordLink",
  "resetSecondFactor",
  "subscription",
  "updateLmsInstance",
  "updateSubscription",
  "updateUser",
  "user",
  "userBranches",
]);

/** Operations in which a row of another place is an invalid value of a field. */
const REFUSES_A_CHOICE: ReadonlySet<string> = new Set(["createCategory"]);
