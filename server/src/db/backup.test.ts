import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backUp, restore } from "./backup.ts";
import { SURVEY_SECRET_FILE } from "../access/survey-secret.ts";
import { startEmbedded } from "./embedded.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-backup-"));
  await chmod(folder, 0o755); // PostgreSQL runs as nobody when the tests run as root.
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const connectClient = async (postgres: { host: string; port: number }) => {
  const client = new pg.Client({ host: postgres.host, port: postgres.port, user: "postgres", database: "postgres" });
  await client.connect();
  return client;
};

const countIn = async (dataDir: string) => {
  const postgres = await startEmbedded(dataDir);
  const client = await connectClient(postgres);
  const { rows } = await client.query(
    "SELECT count(*)::integer AS rows, count(DISTINCT id)::integer AS ids, max(id) AS last FROM marks",
  );
  await client.end();
  await postgres.stop();
  return rows[0] as { rows: number; ids: number; last: number };
};

test("a backup of a running server contains all committed data and can be restored", async () => {
  const live = path.join(folder, "data");
  const postgres = await startEmbedded(live);
  const client = await connectClient(postgres);
  await client.query("CREATE TABLE marks (id integer PRIMARY KEY)");
  await client.query("INSERT INTO marks SELECT generate_series(1, 20000)");
  await mkdir(path.join(live, "files"), { recursive: true });
  await writeFile(path.join(live, "files", "a-file"), "contents");

  // A user keeps working during the backup.
  let isWorking = true;
  let last = 20_000;
  const work = (async () => {
    const other = await connectClient(postgres);
    while (isWorking) await other.query("INSERT INTO marks VALUES ($1)", [++last]);
    await other.end();
  })();
  const target = path.join(folder, "backup");
  await backUp(live, target);
  isWorking = false;
  await work;
  await client.end();
  await postgres.stop();

  const copied = await countIn(target);
  expect(copied.rows).toBeGreaterThanOrEqual(20_000);
  expect(copied.rows).toBe(copied.ids);
  expect(copied.last).toBe(copied.rows);
  expect(await readFile(path.join(target, "files", "a-file"), "utf8")).toBe("contents");

  const wanted = await countIn(live);
  expect(wanted.rows).toBe(last);
  const former = await restore(target, live);
  expect(await countIn(live)).toEqual(copied);
  expect(await countIn(former!)).toEqual(wanted);
});

test("backup and restore overwrite nothing, and restore refuses other folders and a running server", async () => {
  const live = path.join(folder, "data");
  const postgres = await startEmbedded(live);
  await expect(backUp(live, live)).rejects.toThrow("is there already");
  await expect(restore(path.join(folder, "nothing"), live)).rejects.toThrow("is no backup");
  const target = path.join(folder, "backup");
  await backUp(live, target);
  await expect(restore(target, live)).rejects.toThrow("The server is running");
  await postgres.stop();
});

test("a backup has the key of anonymous survey answers in no file", async () => {
  const live = path.join(folder, "data");
  const postgres = await startEmbedded(live);
  await postgres.stop();
  const key = "c3VydmV5IGtleSBvZiB0aGlzIHNlcnZlciwgMzIgYnl0ZXM=";
  await writeFile(path.join(live, SURVEY_SECRET_FILE), key);
  await writeFile(path.join(live, "another.key"), "kept");
  const target = path.join(folder, "backup");
  await backUp(live, target);

  const names = await readdir(target, { recursive: true });
  expect(names).toContain("another.key");
  expect(names).not.toContain(SURVEY_SECRET_FILE);
  for (const name of names) {
    const file = path.join(target, name);
    if ((await stat(file)).isFile()) expect((await readFile(file)).includes(key), name).toBe(false);
  }
  // A restore keeps the key of the server beside the data, in the former folder.
  const former = await restore(target, live);
  expect(await readFile(path.join(former!, SURVEY_SECRET_FILE), "utf8")).toBe(key);
  await expect(stat(path.join(live, SURVEY_SECRET_FILE))).rejects.toThrow("ENOENT");
});
