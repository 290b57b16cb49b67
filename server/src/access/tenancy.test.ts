import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";
import { TENANCY, tenantPolicySql } from "./tenancy.ts";

let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startServer();
  owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** Returns the policy of each table that row-level security holds for everybody, its owner too, with its id. */
async function readPolicies() {
  const { rows } = await owner.query<{ table: string; id: number; policy: string }>(`
    SELECT c.relname AS table, p.oid::integer AS id,
      concat(pg_get_expr(p.polqual, c.oid), ' ', pg_get_expr(p.polwithcheck, c.oid)) AS policy
    FROM pg_class c JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'instance_isolation'
    WHERE c.relrowsecurity AND c.relforcerowsecurity`);
  return new Map(rows.map(({ table, ...rest }) => [table, rest]));
}

test("a start restores the policy of each tenant table that has lost a part of it, and leaves the others as they are", async () => {
  const before = await readPolicies();
  const expected = before.get("users")!.policy;
  const damages = {
    groups: "ALTER TABLE groups DISABLE ROW LEVEL SECURITY",
    courses: "ALTER TABLE courses NO FORCE ROW LEVEL SECURITY",
    branches: "DROP POLICY instance_isolation ON branches",
    units: "ALTER POLICY instance_isolation ON units RENAME TO another",
    // As a version with another condition wrote it.
    questions: `DROP POLICY instance_isolation ON questions;
      CREATE POLICY instance_isolation ON questions USING (true);
      COMMENT ON POLICY instance_isolation ON questions IS 'true'`,
  };
  for (const statement of Object.values(damages)) await owner.query(statement);
  await owner.query(tenantPolicySql());
  const after = await readPolicies();
  const tenantTables = Object.entries(TENANCY).flatMap(([table, rule]) => (rule === "instance" ? [table] : []));
  expect([...after.keys()].toSorted()).toEqual(tenantTables.toSorted());
  expect([...new Set([...after.values()].map(({ policy }) => policy))]).toEqual([expected]);
  const changed = tenantTables.filter((table) => after.get(table)!.id !== before.get(table)!.id);
  expect(changed.toSorted()).toEqual(Object.keys(damages).toSorted());
});
