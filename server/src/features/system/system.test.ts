import { writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadConfig } from "../../config.ts";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { writeArchiveMark } from "../../archiving/archive-mark.ts";
import { checkBackup, checkMail, checkSettings } from "./outside-checks.service.ts";
import type { Reader } from "./system.queries.ts";
import type { SystemCheck } from "./system.service.ts";

const REPORT = `{ systemReport {
  versions { name version } checks { part title state detail remedy } queues { name waiting active failed longest_wait }
  running_statements { text seconds } slowest_statements { text } } }`;
const SEND = "mutation { sendSystemTestMail { to problem } }";

let server: TestServer;
let owner: pg.Pool;
let operator: Client;
beforeAll(async () => {
  server = await startServer();
  owner = new pg.Pool({ ...server.connection, user: "postgres", max: 2 });
  operator = await operatorAt(server);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await owner.end();
  await server.close();
});

const read = async () => (await operator.data(REPORT)).systemReport;
const find = async (part: string): Promise<SystemCheck> =>
  (await read()).checks.find((check: SystemCheck) => check.part === part);

test("systemReport lists every part that a server can inspect, with versions", async () => {
  const { checks, versions, slowest_statements } = await read();
  expect(checks.map(({ part }: SystemCheck) => part)).toEqual([
    "settings",
    "database",
    "connections",
    "clock",
    "jobs",
    "storage",
    "disk",
    "mail",
    "backup",
    "office",
  ]);
  const states = new Map(checks.map(({ part, state }: SystemCheck) => [part, state]));
  for (const part of ["settings", "database", "clock", "jobs", "storage"])
    expect([part, states.get(part)]).toEqual([part, "ok"]);
  expect(versions).toContainEqual({ name: "Node", version: process.versions.node });
  expect(versions).toContainEqual({ name: "PostgreSQL", version: expect.stringMatching(/^1[5-9]/) });
  expect(slowest_statements).toBeNull();
});

test("systemReport leaves no file behind", async () => {
  const list = async () => {
    const keys = [];
    for await (const { key } of server.platform.files.list("")) keys.push(key);
    return keys;
  };
  const before = await list();
  expect((await find("storage")).state).toBe("ok");
  expect(await list()).toEqual(before);
});

test("systemReport names a failing service with a remedy, and without the address that holds its password", async () => {
  vi.spyOn(server.platform.files, "put").mockRejectedValue(new Error("s3://key:hidden@store/bucket is away"));
  vi.spyOn(server.platform.mailer, "verify").mockRejectedValue(
    Object.assign(new Error("Invalid login"), { code: "EAUTH" }),
  );
  const { checks } = await read();
  const storage = checks.find(({ part }: SystemCheck) => part === "storage");
  expect(storage).toMatchObject({ state: "failure", detail: "This failed: s3://… is away" });
  expect(storage.remedy).toContain("STORAGE_URL");
  const mail = checks.find(({ part }: SystemCheck) => part === "mail");
  expect(mail).toMatchObject({ state: "failure", detail: "This failed: Invalid login (EAUTH)" });
  expect(JSON.stringify(checks)).not.toContain("hidden");
});

test.each(["textlike(text, text)", "arraycontains(anyarray, anyarray)", "list_field_trigrams(integer, text)"])(
  "systemReport says what to do where searches cannot use their index, because %s is not declared safe",
  async (name) => {
    expect((await find("database")).state).toBe("ok");
    await owner.query(`ALTER FUNCTION ${name} NOT LEAKPROOF`);
    const { state, remedy } = await find("database");
    await owner.query(`ALTER FUNCTION ${name} LEAKPROOF`);
    expect([state, remedy]).toEqual(["warning", expect.stringContaining("superuser")]);
  },
);

test("systemReport reports a file that is read back with other bytes as a failure", async () => {
  const get = server.platform.files.get.bind(server.platform.files);
  vi.spyOn(server.platform.files, "get").mockImplementation(async (key) => get(key, { start: 0, end: 9 }));
  expect((await find("storage")).state).toBe("failure");
});

test("systemReport reports jobs that no worker takes, and jobs that failed for good", async () => {
  await owner.query(
    "INSERT INTO pgboss.job (name, data, state, start_after, completed_on) VALUES ('mail.link', '{}', 'failed', now(), now())",
  );
  expect(await find("jobs")).toMatchObject({
    state: "warning",
    detail: "Jobs that failed for good within the last day: 1.",
  });
  await owner.query(
    "INSERT INTO pgboss.job (name, data, start_after) VALUES ('mail.link', '{}', now() - interval '11 minutes')",
  );
  const { checks, queues } = await read();
  expect(checks.find(({ part }: SystemCheck) => part === "jobs")).toMatchObject({
    state: "failure",
    detail: "Waiting jobs: 1. The first has been waiting for 11 minutes.",
  });
  expect(queues).toEqual([
    { name: "mail.link", waiting: 1, active: 0, failed: 1, longest_wait: expect.closeTo(660, -2) },
  ]);
  // Not before its time, and no longer than a day after it failed.
  await owner.query("UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE state = 'created'");
  await owner.query("UPDATE pgboss.job SET completed_on = now() - interval '2 days' WHERE state = 'failed'");
  expect((await find("jobs")).state).toBe("ok");
  await owner.query("DELETE FROM pgboss.job");
});

test("systemReport reports clocks that differ by more than two seconds", async () => {
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 5_000);
  expect((await find("clock")).state).toBe("warning");
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
  expect((await find("clock")).state).toBe("failure");
});

test("systemReport lists statements that run for more than a second, without their values", async () => {
  const slow = server.platform.database.pool.query("SELECT pg_sleep($1), $2::text AS note", [60, "a-secret-value"]);
  const ended = slow.catch((error: Error) => error.message);
  await expect
    .poll(async () => (await read()).running_statements, { timeout: 60_000 })
    .toEqual([{ text: "SELECT pg_sleep($1), $2::text AS note", seconds: expect.any(Number) }]);
  expect(JSON.stringify(await read())).not.toContain("a-secret-value");
  await owner.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%AS note'");
  expect(await ended).toContain("canceling");
});

test("sendSystemTestMail mails the operator at once, and says why a mail was not accepted", async () => {
  expect((await operator.data(SEND)).sendSystemTestMail).toEqual({ to: "super@demo.test", problem: null });
  expect(server.outside.mails.at(-1)).toMatchObject({ to: "super@demo.test", subject: "Test mail of Cairn" });
  vi.spyOn(server.platform.mailer, "send").mockRejectedValue(new Error("550 mailbox unavailable"));
  expect((await operator.data(SEND)).sendSystemTestMail.problem).toBe("550 mailbox unavailable");
});

test("sendSystemTestMail is limited to ten in a quarter of an hour", async () => {
  for (let sent = 0; sent < 8; sent++) expect(await operator.refusal(SEND)).toBeNull();
  expect(await operator.refusal(SEND)).toBe("RATE_LIMITED");
});

test("systemReport speaks the language of the caller", async () => {
  const answer = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: operator.host, authorization: `Bearer ${operator.token}`, "accept-language": "fr" },
    payload: { query: "{ systemReport { checks { part title } } }" },
  });
  const { checks } = answer.json().data.systemReport;
  expect(checks.find(({ part }: SystemCheck) => part === "disk").title).toBe("Disque");
});

test("checkSettings warns of demo accounts and missing addresses where others can reach the server", async () => {
  const reader: Reader = async <Row>(text: string) => (await owner.query(text)).rows as Row[];
  const settings = { HOST: "0.0.0.0", CONTENT_DOMAIN: "content.example", PUBLIC_URL: "https://learn.example" };
  const stateFor = async (given: object, read: Reader | null = null) =>
    (await checkSettings(loadConfig({ ...settings, ...given }), read)).state;
  expect(await stateFor({})).toBe("ok");
  expect(await stateFor({ CONTENT_DOMAIN: "" })).toBe("warning");
  expect(await stateFor({ PUBLIC_URL: "" })).toBe("warning");
  expect(await stateFor({}, reader)).toBe("failure");
  expect(await stateFor({ HOST: "127.0.0.1" }, reader)).toBe("ok");
});

test("checkMail warns of mails that are written to the outbox, and of a sender that others refuse", async () => {
  const { mailer } = server.platform;
  const stateFor = async (given: Record<string, string>) => (await checkMail(mailer, loadConfig(given))).state;
  expect(await stateFor({})).toBe("warning");
  expect(await stateFor({ SMTP_URL: "smtp://mail.example" })).toBe("warning");
  expect(await stateFor({ SMTP_URL: "smtp://mail.example", MAIL_FROM: "Cairn <no-reply@learn.example>" })).toBe("ok");
});

test("checkBackup warns without a backup and of one older than a week, and fails with an archive that is behind", async () => {
  const config = loadConfig({ DATA_DIR: server.platform.config.DATA_DIR });
  expect(await checkBackup(config, null)).toMatchObject({ state: "warning", detail: "There is no backup yet." });
  const file = path.join(config.DATA_DIR, "last-backup.json");
  const write = (days: number) =>
    writeFile(
      file,
      JSON.stringify({ finished_at: new Date(Date.now() - days * 86_400_000).toISOString(), folder: "/backups/a" }),
    );
  await write(6);
  expect((await checkBackup(config, null)).state).toBe("ok");
  const archiving = loadConfig({ DATA_DIR: config.DATA_DIR, ARCHIVE_URL: "file:///backups/archive" });
  expect(await checkBackup(archiving, null)).toMatchObject({ state: "warning", detail: "Nothing is archived yet." });
  const archive = (minutes: number) =>
    writeArchiveMark(config.DATA_DIR, {
      place: "/backups/archive",
      until: new Date(Date.now() - minutes * 60_000).toISOString(),
    });
  await archive(2);
  expect((await checkBackup(archiving, null)).state).toBe("ok");
  await archive(30);
  expect((await checkBackup(archiving, null)).state).toBe("failure");
  await write(8);
  expect((await checkBackup(config, null)).state).toBe("warning");
  const external = loadConfig({ DATABASE_URL: "postgres://owner@db.example/cairn" });
  expect((await checkBackup(external, null)).state).toBe("unknown");
});
