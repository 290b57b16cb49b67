import { chmod, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "./db/backup.ts";
import { startPlatform } from "./start.ts";
import { runCommand } from "./testing/run-command.ts";

let folder: string;
let live: string;
let backup: string;
/** The file of a table within the folder of the database. */
let tableFile: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-drill-"));
  await chmod(folder, 0o755); // PostgreSQL runs as nobody when the tests run as root.
  live = path.join(folder, "data");
  backup = path.join(folder, "backup");
  const { platform, close } = await startPlatform({ DATA_DIR: live, DEMO: "off", LOG_LEVEL: "silent" });
  const { rows } = await platform.database.pool.query<{ file: string }>(
    "SELECT pg_relation_filepath('instances') AS file",
  );
  tableFile = rows[0]!.file;
  await close();
  await backUp(live, backup);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const runDrill = (env: Record<string, string>, ...args: string[]) => runCommand("restore-drill.ts", env, ...args);

test("restore:drill proves a backup that it makes itself, and leaves nothing behind", async () => {
  const { out, errors, code } = await runDrill({ DATA_DIR: live });
  expect(errors).toBe("");
  expect(out).toMatch(
    /^ok +Rows .* as the backup counted\.\nok +Pages .* with checksums\.\nok +Files .*\nok +Sign-in .*\n$/,
  );
  expect(code).toBe(0);
  await expect(readFile(path.join(`${live}.drill`, "backup", "backup.json"))).rejects.toThrow("ENOENT");
});

test("restore:drill fails when a table has other rows than the backup counted", async () => {
  const file = path.join(backup, "backup.json");
  const written = await readFile(file, "utf8");
  const manifest = JSON.parse(written);
  expect(manifest.counts.instances).toEqual([1, 1]);
  await writeFile(file, JSON.stringify({ ...manifest, counts: { ...manifest.counts, instances: [2, 3] } }));
  const { out, code } = await runDrill({ DATA_DIR: live }, backup);
  await writeFile(file, written);
  expect(out).toMatch(/^FAILED +Rows +instances has 1 rows instead of 2 to 3\.$/m);
  expect(code).toBe(1);
});

test("restore:drill fails when a page of the backup is damaged", async () => {
  const file = await open(path.join(backup, "pg18", tableFile), "r+");
  const [byte] = (await file.read(Buffer.alloc(1), 0, 1, 8_000)).buffer;
  await file.write(Buffer.of(byte! ^ 0xff), 0, 1, 8_000);
  const { out, code } = await runDrill({ DATA_DIR: live }, backup);
  await file.write(Buffer.of(byte!), 0, 1, 8_000);
  await file.close();
  expect(out).toMatch(/^FAILED +Pages/m);
  expect(code).toBe(1);
});

test("restore:drill refuses the database in use, and two backups", async () => {
  const url = "postgres://owner@127.0.0.1:1/cairn";
  const inUse = await runDrill({ DATABASE_URL: url }, "--database", url);
  expect(inUse.errors).toContain("Name the restored copy");
  const two = await runDrill({ DATA_DIR: live }, backup, backup);
  expect(two.errors).toContain("Name one backup, or none");
});
