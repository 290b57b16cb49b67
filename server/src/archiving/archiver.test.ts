import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backUp } from "../db/backup.ts";
import { type EmbeddedPostgres, startEmbedded } from "../db/embedded.ts";
import type { FileStore } from "../platform/file-store.ts";
import { toSmallKey } from "../features/files/addresses.ts";
import { openFileStore } from "../platform/files.ts";
import { openBucket } from "../testing/bucket.ts";
import { openArchiveStore } from "./archive-store.ts";
import { Archiver, stopKeeping } from "./archiver.ts";
import { restoreTo } from "./restore-to.ts";

let folder: string;
let live: string;
let store: FileStore;
let postgres: EmbeddedPostgres;
let client: pg.Client;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-archive-"));
  await chmod(folder, 0o755); // PostgreSQL runs as nobody when the tests run as root.
  live = path.join(folder, "data");
  await mkdir(path.join(folder, "archive"));
  store = openArchiveStore(`file://${folder}/archive`);
  await start();
  await client.query("CREATE TABLE marks (id integer PRIMARY KEY)");
  await client.query("CREATE TABLE files (key text, small_size integer, created_at timestamptz DEFAULT now())");
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  postgres = await startEmbedded(live, { fsync: "off" });
  const connect = async (database: string) => {
    const opened = new pg.Client({ host: postgres.host, port: postgres.port, user: "postgres", database });
    await opened.connect();
    return opened;
  };
  const outside = await connect("postgres");
  const { rowCount } = await outside.query("SELECT FROM pg_database WHERE datname = 'cairn'");
  if (rowCount === 0) await outside.query("CREATE DATABASE cairn");
  await outside.end();
  client = await connect("cairn");
}

async function stop(): Promise<void> {
  await client.end();
  await postgres.stop();
}

const options = (more: Partial<ConstructorParameters<typeof Archiver>[0]> = {}) => ({
  connection: { host: postgres.host, port: postgres.port, user: "postgres", database: "cairn" },
  dataDir: live,
  store,
  place: "archive",
  files: openFileStore({ DATA_DIR: live }),
  days: 30,
  ...more,
});
const archive = (more: Parameters<typeof options>[0] = {}) => new Archiver(options(more)).run();

const add = async (...ids: number[]) => {
  await client.query("INSERT INTO marks SELECT unnest($1::integer[])", [ids]);
};
const listMarks = async (): Promise<number[]> =>
  (await client.query<{ id: number }>("SELECT id FROM marks ORDER BY id")).rows.map(({ id }) => id);
const readClock = async () => (await client.query<{ now: Date }>("SELECT clock_timestamp() AS now")).rows[0]!.now;
const backUpTo = async (name: string) => {
  await backUp(live, path.join(folder, name));
  return path.join(folder, name);
};
/** Stops the database, restores it, and starts it again. */
async function restore(backup: string, until: Date | "latest" | null, timeline?: number) {
  await stop();
  try {
    return await restoreTo({ backup, dataDir: live, store, hasFiles: true }, { until, timeline });
  } finally {
    await start();
  }
}
const listSegments = async () =>
  (await readdir(path.join(folder, "archive"), { recursive: true })).filter((name) => name.endsWith(".zst")).toSorted();

test("a moment after a backup is restored from the archive, without what came later", async () => {
  await add(1);
  const backup = await backUpTo("backup");
  await add(2);
  const moment = await readClock();
  await add(3);
  await archive();
  const { replayed, former } = await restore(backup, moment);
  expect(await listMarks()).toEqual([1, 2]);
  expect(replayed!.getTime()).toBeLessThanOrEqual(moment.getTime());
  expect(former).toMatch(/data\.before-/);
});

test("all of the archive is restored after the data folder is lost, also what went on after an earlier restore", async () => {
  const backup = await backUpTo("backup");
  await add(1);
  const moment = await readClock();
  await add(2);
  await archive();
  await restore(backup, moment);
  await add(3);
  await archive();
  await rm(`${live}.lost`, { recursive: true, force: true });
  await stop();
  await rename(live, `${live}.lost`);
  await start();
  await restore(backup, "latest");
  expect(await listMarks()).toEqual([1, 3]);
  // What was left behind can still be reached by its timeline.
  await restore(backup, "latest", 1);
  expect(await listMarks()).toEqual([1, 2]);
});

test("a restore of the backup alone begins a timeline of its own, so that the archive stays whole", async () => {
  await archive();
  const backup = await backUpTo("backup");
  await add(1);
  await archive();
  const { replayed } = await restore(backup, null);
  expect([await listMarks(), replayed]).toEqual([[], null]);
  await add(2);
  await archive();
  expect((await listSegments()).some((name) => name.includes("/wal/00000002"))).toBe(true);
  await restore(backup, "latest");
  expect(await listMarks()).toEqual([2]);
});

test("stored files come back from the archive: those that a row of that moment names", async () => {
  const backup = await backUpTo("backup");
  const files = openFileStore({ DATA_DIR: live });
  const [first, second] = ["1", "2"].map((digit) => `7/ab/${digit.repeat(40)}`) as [string, string];
  await files.put(first, Readable.from(["first"]), { type: "text/plain" });
  await files.put(`${second}/4`, Readable.from(["of a package"]), { type: "text/plain" });
  const picture = `7/cd/${"4".repeat(40)}`;
  for (const key of [picture, toSmallKey(picture)])
    await files.put(key, Readable.from(["drawn"]), { type: "image/webp" });
  await client.query("INSERT INTO files (key, small_size) VALUES ($1, NULL), ($2, NULL), ($3, 5)", [
    first,
    second,
    picture,
  ]);
  const moment = await readClock();
  await client.query("DELETE FROM files WHERE key = $1", [first]);
  expect(await archive()).toMatchObject({ files: 3 });
  // A row of a long transaction.
  await client.query("INSERT INTO files (key, created_at) VALUES ($1, now() - interval '50 minutes')", [first]);
  expect(await archive()).toMatchObject({ files: 1 });
  expect(await archive()).toMatchObject({ files: 0 });

  await stop();
  await rm(path.join(live, "files"), { recursive: true });
  await start();
  await restore(backup, moment);
  const restored = openFileStore({ DATA_DIR: live });
  expect(await text(await restored.get(first))).toBe("first");
  expect(await text(await restored.get(`${second}/4`))).toBe("of a package");
  for (const key of [picture, toSmallKey(picture)]) expect(await text(await restored.get(key))).toBe("drawn");
  await restore(backup, null);
  await expect(openFileStore({ DATA_DIR: live }).get(first)).rejects.toThrow();
});

test("an archiver reads the stored files of a row once, and those of a new row", async () => {
  const files = openFileStore({ DATA_DIR: live });
  const list = vi.spyOn(files, "list");
  const listRead = () => list.mock.calls.map(([prefix]) => prefix);
  const archiver = new Archiver(options({ files }));
  const addRow = async (digit: string) => {
    const key = `7/ab/${digit.repeat(40)}`;
    await files.put(key, Readable.from([digit]), { type: "text/plain" });
    await client.query("INSERT INTO files (key) VALUES ($1)", [key]);
    return key;
  };
  const first = await addRow("1");
  await archiver.run();
  await archiver.run();
  expect(listRead()).toEqual([first]);
  const second = await addRow("2");
  await archiver.run();
  expect(listRead()).toEqual([first, second]);
});

test("a bucket is an archive like a folder", async () => {
  const bucket = await openBucket();
  store = openArchiveStore(bucket.url);
  const backup = await backUpTo("backup");
  await add(1);
  await archive();
  await restore(backup, "latest");
  expect(await listMarks()).toEqual([1]);
  await bucket.close();
});

test("nothing is replaced when the archive does not reach the moment, has a gap, or cannot be read", async () => {
  await archive();
  const backup = await backUpTo("backup");
  await add(1);
  await archive();
  await add(2);
  await archive();
  await expect(restore(backup, new Date(Date.now() + 3_600_000))).rejects.toThrow("The archive does not reach");
  await expect(restore(backup, new Date(0))).rejects.toThrow("choose a later moment");

  const whole = store;
  const broken = (get: FileStore["get"]) => ({ ...bind(whole), get });
  let asked = 0;
  store = broken(async (key) => {
    if (key.endsWith(".zst") && ++asked > 1) throw new Error("the network is down");
    return whole.get(key);
  });
  await expect(restore(backup, "latest")).rejects.toThrow("the network is down");
  store = whole;
  const lost = (await listSegments()).at(-2)!;
  await rm(path.join(folder, "archive", lost));
  await expect(restore(backup, "latest")).rejects.toThrow("has a gap");
  expect(await listMarks()).toEqual([1, 2]);
});

/** Returns the functions of a store, which is an instance of a class. */
const bind = (of: FileStore): FileStore => ({
  put: (key, stream, type) => of.put(key, stream, type),
  get: (key) => of.get(key),
  remove: (key) => of.remove(key),
  list: (prefix) => of.list(prefix),
});

test("PostgreSQL keeps the log while the archive cannot be written", async () => {
  await archive();
  const backup = await backUpTo("backup");
  const streams: Readable[] = [];
  const full = {
    ...bind(store),
    put: (_: string, stream: Readable) => {
      streams.push(stream);
      return Promise.reject(new Error("the disk is full"));
    },
  };
  for (let id = 1; id <= 4; id++) {
    await add(id);
    await expect(archive({ store: full })).rejects.toThrow("the disk is full");
    await client.query("CHECKPOINT");
  }
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true]);
  expect((await archive())!.segments).toBeGreaterThanOrEqual(4);
  await restore(backup, "latest");
  expect(await listMarks()).toEqual([1, 2, 3, 4]);
});

test("PostgreSQL keeps no log for an archive that is not used any more, and again for one that is", async () => {
  const isKept = async () => (await client.query("SELECT FROM pg_replication_slots")).rowCount === 1;
  await archive();
  expect(await isKept()).toBe(true);
  await stopKeeping(options().connection);
  await stopKeeping(options().connection);
  expect(await isKept()).toBe(false);
  await archive();
  expect(await isKept()).toBe(true);
});

test("a copy of the database that went another way is not mixed into its archive", async () => {
  await archive();
  await stop();
  await cp(live, `${live}.copy`, { recursive: true, preserveTimestamps: true });
  await own(`${live}.copy`);
  await start();
  await add(1);
  await archive();
  await stop();
  await rename(live, `${live}.original`);
  await rename(`${live}.copy`, live);
  await start();
  await add(2, 3);
  await expect(archive()).rejects.toThrow("belongs to a copy of this database");
});

/** Gives a copied folder to the user that PostgreSQL runs as. */
async function own(copy: string): Promise<void> {
  const { uid, gid } = await stat(path.join(live, "pg18", "PG_VERSION"));
  for (const name of await readdir(copy, { recursive: true }))
    if (name.startsWith("pg18")) await chown(path.join(copy, name), uid, gid);
}

test("an archive that lost its contents is not taken for a new one", async () => {
  await archive();
  await rename(path.join(folder, "archive"), path.join(folder, "elsewhere"));
  await expect(archive()).rejects.toThrow();
  await mkdir(path.join(folder, "archive"));
  await expect(archive()).rejects.toThrow("has lost its contents");
  await rm(path.join(live, "last-archive.json"));
  expect(await archive()).not.toBeNull();
});

test("one process archives at a time", async () => {
  let go!: () => void;
  const slow = new Promise<void>((resolve) => (go = resolve));
  const began = Promise.withResolvers<void>();
  const waiting = {
    ...bind(store),
    put: async (...given: Parameters<FileStore["put"]>) => {
      began.resolve();
      await slow;
      return store.put(...given);
    },
  };
  const first = archive({ store: waiting });
  await began.promise;
  expect(await archive()).toBeNull();
  go();
  expect(await first).not.toBeNull();
});

test("segments leave the archive after their days, and removed files after as many from when they were removed", async () => {
  const files = openFileStore({ DATA_DIR: live });
  const key = `7/ab/${"3".repeat(40)}`;
  await files.put(key, Readable.from(["text"]), { type: "text/plain" });
  await client.query("INSERT INTO files (key) VALUES ($1)", [key]);
  await add(1);
  await archive();
  await client.query("DELETE FROM files");
  await archive();
  const notes = async () =>
    JSON.parse(await readFile(path.join(folder, "archive", (await listAll()).find(isNotes)!), "utf8"));
  const listAll = () => readdir(path.join(folder, "archive"), { recursive: true });
  const isNotes = (name: string) => name.endsWith("notes.json");
  expect(Object.keys((await notes()).removed)).toEqual([key]);
  expect((await listAll()).some((name) => name.endsWith(key))).toBe(true);
  await archive({ days: 0 });
  expect((await listAll()).some((name) => name.endsWith(key))).toBe(false);
  expect((await notes()).removed).toEqual({});
  expect(await listSegments()).toEqual([]);
});
