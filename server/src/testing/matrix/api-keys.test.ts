import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Action, RANK } from "../../access/permissions.ts";
import { allowedTo, expectEach, found, type Matrix, person, startMatrix, verdict } from "./matrix.ts";

let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix.server.close());

/** Operators have no API keys. */
const ROLES = RANK.filter((role) => role !== "super_admin");

describe.each(ROLES)("an API key of the role %s", (role) => {
  test("allows what its role may do, and no account operation", async () => {
    const admin = await person(matrix, "admin", null);
    const made = await admin.data(`mutation { createApiKey(name: "${randomUUID()}", role: "${role}") { key } }`);
    const client = matrix.server.withToken(made.createApiKey.key);
    await expectEach((name, operation) => {
      const isOpen = allowedTo(role, operation) && !(operation.opens && NEVER_BY_KEY.has(operation.opens));
      return {
        call: () => verdict(client, name, operation, matrix.places.main),
        expected: isOpen ? found(name) : "forbidden",
      };
    });
  });
});

const NEVER_BY_KEY: ReadonlySet<Action> = new Set<Action>([
  "profile.edit",
  "user.send_password_link",
  "api_key.manage",
  "identity.manage",
  "provisioning.manage",
  "registration.manage",
  "terms.accept",
  "second_factor.use",
  "xapi.manage",
  "automation.manage",
]);
