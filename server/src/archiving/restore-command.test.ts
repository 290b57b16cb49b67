import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "../db/backup.ts";
import { startPlatform, type Started } from "../start.ts";
import { runCommand } from "../testing/run-command.ts";
import { findArchiveMark } from "./archive-mark.ts";
import { startArchiving } from "./start.ts";

let folder: string;
let live: string;
let backup: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-restore-"));
  await chmod(folder, 0o755); // PostgreSQL runs as nobody when the tests run as root.
  await mkdir(path.join(folder, "archive"));
  live = path.join(folder, "data");
  backup = path.join(folder, "backup");
  env = { DATA_DIR: live, DEMO: "off", LOG_LEVEL: "silent", ARCHIVE_URL: `file://${folder}/archive` };
  await work(async () => {});
  await backUp(live, backup);
  await work(async ({ asOwner }) => asOwner("CREATE TABLE marks AS SELECT 7 AS mark"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the product with its archive, does something, and stops it after that is archived. */
async function work(act: (started: Started) => Promise<void>): Promise<void> {
  const started = await startPlatform(env);
  await act(started);
  const done = Date.now();
  const stop = startArchiving(started.platform, started.owner);
  await stop();
  await started.close();
  expect(Date.parse((await findArchiveMark(live))!.until)).toBeGreaterThanOrEqual(done);
}

const run = (...args: string[]) => runCommand("backup.ts", env, "restore", ...args);

test("restore:drill proves a backup with the archive after it", async () => {
  const { out, errors, code } = await runCommand("restore-drill.ts", env, backup, "--until", "latest");
  expect(errors).toBe("");
  expect(out).toMatch(/^ok +Rows .*\nok +Pages .*\nok +Files .*\nok +Sign-in .*\n$/);
  expect(code).toBe(0);
});

test.each([
  [["--until", "yesterday"], {}, "Give the moment with its time zone"],
  [["--until", "2026-11-24T14:30:00"], {}, "Give the moment with its time zone"],
  [["--until", "latest"], { ARCHIVE_URL: "" }, "Set ARCHIVE_URL"],
  [["--until", "latest", "--timeline", "one"], {}, "Give the number of a timeline"],
  [["--until", "2100-01-01T00:00:00Z"], {}, "The archive does not reach"],
  [["--until", "2020-01-01T00:00:00Z"], {}, "choose a later moment"],
])("restore %j fails with what is wrong", async (args, more, message) => {
  const { out, errors, code } = await runCommand("backup.ts", { ...env, ...more }, "restore", backup, ...args);
  expect([out, code]).toEqual(["", 1]);
  expect(errors).toContain(message);
});

test("restore --until latest says until when the data reach, and they do", async () => {
  const { out, errors, code } = await run(backup, "--until", "latest");
  expect(errors).toBe("");
  expect(out).toMatch(/with all that was committed until 20\d\d-.*Z\. What it was before is in .*\.before-/);
  expect(code).toBe(0);
  await work(async ({ asOwner }) => asOwner("INSERT INTO marks SELECT mark + 1 FROM marks"));
});

test("a start without ARCHIVE_URL lets PostgreSQL remove what it kept for the archive", async () => {
  const countSlots = async ({ platform }: Started) =>
    (await platform.database.pool.query("SELECT FROM pg_replication_slots")).rowCount;
  await work(async () => {});
  const started = await startPlatform({ ...env, ARCHIVE_URL: "" });
  const before = await countSlots(started);
  await startArchiving(started.platform, started.owner)();
  const after = await countSlots(started);
  await started.close();
  expect([before, after]).toEqual([1, 0]);
});
