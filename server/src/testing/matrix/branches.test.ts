import { afterAll, beforeAll, describe, test } from "vitest";
import { RANK, type Role } from "../../access/permissions.ts";
import type { Operation } from "../operations.ts";
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

/** The platform's own people belong to no branch. */
const ROLES = RANK.filter((role) => role !== "super_admin");

describe.each(ROLES)("%s", (role) => {
  test("may call it in the own branch", async () => {
    const client = await person(matrix, role, "north");
    await expectEach((name, operation) => ({
      call: () => verdict(client, name, operation, matrix.places.north),
      expected: isOpenInBranch(role, name, operation) ? found(name) : "forbidden",
    }));
  });

  test("finds nothing of another branch", async () => {
    const client = await person(matrix, role, "north");
    await expectEach((name, operation) => {
      if (!namesSomething(operation, matrix.places.north, matrix.places.south) || LISTS_ONLY_OWN.has(name)) return null;
      return {
        call: () => verdict(client, name, operation, matrix.places.south),
        // Whether a branch is there is told before whether it may be deleted.
        expected:
          isOpenInBranch(role, name, operation) || (role === "admin" && name === "deleteBranch")
            ? "not found"
            : "forbidden",
      };
    });
  });
});

function isOpenInBranch(role: Role, name: string, operation: Operation): boolean {
  return allowedTo(role, operation) && !MAIN_SITE_ONLY.has(name);
}

/** What only somebody of the main site may do, whatever their role. */
const MAIN_SITE_ONLY: ReadonlySet<string> = new Set([
  "auditActions",
  "auditActors",
  "auditLog",
  "createApiKey",
  "createBranch",
  "createReportSchedule",
  "createXapiCredentials",
  "deleteBranch",
  "deleteReportSchedule",
  "editReportSchedule",
  "pauseReportSchedule",
  "reportReaders",
  "reportSchedules",
  "revokeApiKey",
  "revokeXapiCredentials",
  "sendReportSchedule",
  "xapiCredentials",
  "xapiStatementsPage",
]);
