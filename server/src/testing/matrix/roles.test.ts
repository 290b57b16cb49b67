import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RANK } from "../../access/permissions.ts";
import { OPERATIONS } from "../operations.ts";
import {
  allowedTo,
  getErrorCode,
  expectEach,
  FIELDS,
  found,
  type Matrix,
  person,
  startMatrix,
  verdict,
} from "./matrix.ts";

let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix.server.close());

test("every operation has its row in the matrix", () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual(Object.keys(FIELDS).sort());
});

describe.each(RANK)("the role %s", (role) => {
  test("may call what the permission table allows on the main site, and finds its rows", async () => {
    const client = await person(matrix, role, null);
    await expectEach((name, operation) => ({
      call: () => verdict(client, name, operation, matrix.places.main),
      expected: allowedTo(role, operation) ? found(name) : "forbidden",
    }));
  });
});

test("an anonymous caller can call public operations only", async () => {
  const open: string[] = [];
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    if ((await getErrorCode(matrix.server.anonymous(), name, operation, matrix.places.main)) !== "UNAUTHENTICATED")
      open.push(name);
  }
  expect(open).toEqual(Object.keys(OPERATIONS).filter((name) => OPERATIONS[name]!.opens === null));
});
