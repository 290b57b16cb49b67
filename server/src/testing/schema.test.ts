import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACTIONS, allows, ROLES } from "../access/permissions.ts";
import { TENANCY } from "../access/tenancy.ts";
import { startServer, type TestServer } from "./server.ts";

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

const tenantTables = Object.entries(TENANCY).flatMap(([table, rule]) => (rule === "instance" ? [table] : []));

describe("tenant isolation", () => {
  test("every tenant table forces row-level security, has its policy, and starts its primary key with the instance", async () => {
    const { rows } = await owner.query<{ table: string }>(`
      SELECT c.relname AS table FROM pg_class c
      JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'instance_isolation'
      JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE c.relrowsecurity AND c.relforcerowsecurity AND a.attname = 'instance_id'`);
    expect(rows.map(({ table }) => table).sort()).toEqual(tenantTables.toSorted());
  });

  test("every table with an instance is a tenant table", async () => {
    const { rows } = await owner.query<{ table: string }>(`
      SELECT table_name AS table FROM information_schema.columns WHERE column_name = 'instance_id' AND table_schema = 'public'
        AND table_name IN (SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')`);
    expect(rows.map(({ table }) => table).sort()).toEqual(tenantTables.toSorted());
  });

  test("every foreign key between tenant tables includes the instance", async () => {
    const { rows } = await owner.query<{ name: string }>(
      `
      SELECT k.conname AS name FROM pg_constraint k
      JOIN pg_class source ON source.oid = k.conrelid
      JOIN pg_class target ON target.oid = k.confrelid
      WHERE k.contype = 'f' AND source.relname = ANY ($1) AND target.relname = ANY ($1)
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND a.attname = 'instance_id')`,
      [tenantTables],
    );
    expect(rows).toEqual([]);
  });

  test("the application's role owns nothing, bypasses nothing and cannot read the signing keys", async () => {
    const { rows } = await owner.query(`
      SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, (SELECT count(*)::integer FROM pg_class WHERE relowner = r.oid) AS owns
      FROM pg_roles r WHERE rolname = 'cairn_app'`);
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owns: 0 }]);
    await expect(server.platform.database.pool.query("SELECT * FROM platform_secrets")).rejects.toThrow(
      /permission denied/,
    );
  });

  test("without an instance no tenant table has a row", async () => {
    for (const table of tenantTables) {
      const { rows } = await server.platform.database.pool.query(`SELECT count(*) AS count FROM ${table}`);
      expect([table, rows[0].count]).toEqual([table, 0]);
    }
  });

  test("inside one instance the rows of others do not exist, and none can be written there", async () => {
    const riverside = await server.inside("riverside", async (_, id) => id);
    await server.inside("demo", async (db) => {
      expect(await db.selectFrom("users").select("id").where("instance_id", "=", riverside).execute()).toEqual([]);
    });
    const there = server.inside("demo", (db) =>
      db.insertInto("groups").values({ instance_id: riverside, name: "x" }).execute(),
    );
    await expect(there).rejects.toThrow(/row-level security/);
  });
});

describe("a database distributed by instance", () => {
  test("is possible: every unique key of a tenant table contains the instance, and no platform table refers to one", async () => {
    const { rows: keys } = await owner.query<{ name: string }>(
      `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       WHERE i.indisunique AND c.relname = ANY ($1)
         AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey) AND a.attname = 'instance_id')`,
      [tenantTables],
    );
    expect(keys).toEqual([]);
    const { rows: back } = await owner.query(
      "SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text <> ALL ($1) AND confrelid::regclass::text = ANY ($1)",
      [tenantTables],
    );
    expect(back).toEqual([]);
  });

  test("uses the statements in docs/operations/citus.md, which name every table", async () => {
    const { rows } = await owner.query<{ source: string; target: string; name: string; frees: boolean; sql: string }>(
      `SELECT conrelid::regclass::text AS source, confrelid::regclass::text AS target, conname AS name,
         confdelsetcols IS NOT NULL AS frees, pg_get_constraintdef(oid) AS sql
       FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1) ORDER BY 1, 3`,
      [tenantTables],
    );
    const shared = [...new Set(rows.map(({ target }) => target).filter((table) => !tenantTables.includes(table)))];
    // A table comes after those it refers to.
    const placed: string[] = [];
    while (placed.length < tenantTables.length) {
      const next = tenantTables.filter(
        (table) =>
          !placed.includes(table) &&
          rows.every(
            ({ source, target }) =>
              source !== table || target === table || shared.includes(target) || placed.includes(target),
          ),
      );
      if (next.length === 0) throw new Error("These tables refer to each other in a circle.");
      placed.push(...next.toSorted());
    }
    const { rows: functions } = await owner.query<{ name: string }>(
      `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_proc.oid AND d.deptype = 'e') ORDER BY 1`,
    );
    // Citus refuses references that clear some of their columns; its machines accept them one by one.
    const freeing = rows.filter(({ frees }) => frees);
    const statements = [
      "SET citus.enable_local_reference_table_foreign_keys TO off",
      ...freeing.map(({ source, name }) => `ALTER TABLE ${source} DROP CONSTRAINT ${name}`),
      ...shared.toSorted().map((table) => `SELECT create_reference_table('${table}')`),
      ...placed.map((table, i) => {
        const beside = i === 0 ? "" : `, colocate_with => '${placed[0]}'`;
        return `SELECT create_distributed_table('${table}', 'instance_id'${beside})`;
      }),
      ...functions.map(({ name }) => `SELECT create_distributed_function('${name}')`),
      "GRANT SELECT ON achievements, course_progress, learning_path_progress, path_certifications TO cairn_app",
      ...freeing.map(({ source, target, sql }) => {
        const added = sql.replace(/REFERENCES \w+\(/, "REFERENCES %s(");
        return `SELECT run_command_on_colocated_placements('${source}', '${target}', 'ALTER TABLE %s ADD ${added}')`;
      }),
    ].map((statement) => `    ${statement};`);
    const docs = readFileSync(new URL("../../../docs/operations/citus.md", import.meta.url), "utf8");
    expect(docs).toContain(statements.join("\n"));
  });
});

describe("the permission table", () => {
  test("every action has a role, and operators may do everything", () => {
    for (const action of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
      expect([action, allows("super_admin", action)]).toEqual([action, true]);
    }
  });

  test("learners may only learn", () => {
    expect([...ROLES.learner].sort()).toEqual([
      "catalogue.view",
      "category.view",
      "learn",
      "profile.edit",
      "second_factor.use",
      "session.own",
      "terms.accept",
    ]);
  });
});
