import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const CHOICES = `query ($branchUrl: String) { memberChoices(branchUrl: $branchUrl) {
  branches { id name } groups { id name } fields { id name type choices is_listed } } }`;
const LISTS = `query ($branchUrl: String) {
  branches(branchUrl: $branchUrl) { id name } groups(branchUrl: $branchUrl) { id name }
  userFields { id name type choices is_listed } }`;

test.each([null, "north"])("offers the branches, groups and fields of the lists in site %s", async (branchUrl) => {
  const admin = await server.as("admin@demo.test");
  const { branches, groups, userFields } = await admin.data(LISTS, { branchUrl });
  const { memberChoices } = await admin.data(CHOICES, { branchUrl });
  expect(memberChoices).toEqual({ branches, groups, fields: userFields });
  expect(memberChoices.branches.length).toBeGreaterThan(0);
});

test("reads the choices in one statement", async () => {
  const admin = await server.as("admin@demo.test");
  const before = server.platform.database.statements;
  await admin.data(CHOICES);
  expect(server.platform.database.statements - before).toBe(2);
});
