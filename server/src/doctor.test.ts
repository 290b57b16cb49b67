import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { runCommand } from "./testing/run-command.ts";
import { startServer, type TestServer } from "./testing/server.ts";
import { openSmtp, type Smtp } from "./testing/smtp.ts";

let server: TestServer;
let smtp: Smtp;
let settings: Record<string, string>;
beforeAll(async () => {
  server = await startServer();
  smtp = await openSmtp();
  const { host, port, database } = server.connection;
  settings = {
    DATABASE_URL: `postgres://postgres:a-password@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    DATA_DIR: server.platform.config.DATA_DIR,
    SMTP_URL: smtp.url,
    MAIL_FROM: "Cairn <no-reply@learn.example>",
  };
});
afterAll(async () => {
  await smtp.close();
  await server.close();
});

const runDoctor = (env: Record<string, string>, ...args: string[]) => runCommand("doctor.ts", env, ...args);

test("doctor finds a working installation in order, and sends a test mail", async () => {
  const { out, errors, code } = await runDoctor(settings, "--mail", "operator@learn.example");
  expect(errors).toBe("");
  for (const line of [/^ok +Database +PostgreSQL 18/m, /^ok +Schema /m, /^ok +Jobs /m, /^ok +Files /m, /^ok +Mail /m])
    expect(out).toMatch(line);
  expect(out).toContain("failures: 0");
  expect(code).toBe(0);
  expect(smtp.mails).toMatchObject([{ subject: "Test mail of Cairn", to: [{ address: "operator@learn.example" }] }]);
});

test("doctor names migrations that have not run", async () => {
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  const { rows } = await owner.query("DELETE FROM migrations WHERE name > '0170' RETURNING name");
  const { out } = await runDoctor(settings);
  expect(out).toContain(`Migrations of this version that have not run yet: ${rows.length}.`);
  for (const { name } of rows) await owner.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
  await owner.end();
});

test("doctor ends with 1 and a remedy, and without passwords, when services do not answer", async () => {
  const { out, code } = await runDoctor({
    ...settings,
    DATABASE_URL: "postgres://owner:a-password@127.0.0.1:1/cairn",
    SMTP_URL: "smtp://user:a-password@127.0.0.1:1",
  });
  expect(out).toMatch(/^failure +Database .*ECONNREFUSED.*\n +-> Start PostgreSQL, and check DATABASE_URL\.$/m);
  expect(out).toMatch(/^failure +Mail .*ECONNREFUSED.*\n +-> Check SMTP_URL/m);
  expect(out).not.toContain("a-password");
  expect(code).toBe(1);
});

test("doctor creates no database in an empty data folder", async () => {
  const DATA_DIR = path.join(server.platform.config.DATA_DIR, "empty");
  const { out, code } = await runDoctor({ DATA_DIR });
  expect(out).toContain("There is no database in DATA_DIR yet.");
  expect(code).toBe(1);
});

test("doctor refuses an invalid setting and an unknown option in one line", async () => {
  const invalid = await runDoctor({ ...settings, SMTP_URL: "a-password@mail" });
  expect(invalid.errors).toMatch(/^SMTP_URL cannot be what it is: .*\n$/);
  expect(invalid.code).toBe(1);
  const unknown = await runDoctor(settings, "--verbose");
  expect(unknown.errors).toContain("--verbose");
  expect(unknown.code).toBe(1);
});
