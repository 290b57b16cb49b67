import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline, Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { createZstdCompress } from "node:zlib";
import pg from "pg";
import { NotFound } from "../errors.ts";
import type { FileStore } from "../platform/file-store.ts";
import { findArchiveMark, writeArchiveMark } from "./archive-mark.ts";
import { listFileKeys } from "./file-keys.ts";
import { digest, openSegment } from "./reading.ts";
import { getNumber, getTimeline, HISTORY, SEGMENT, toNumber, toPosition } from "./segments.ts";

/** One process at a time archives a database. */
const LOCK = 727_005;
const SLOT = "cairn_archive";
/** A row can be committed this long after the moment that it names. */
const LONGEST_TRANSACTION_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export interface ArchiverOptions {
  /** The owner's connection to the built-in database. */
  connection: pg.ClientConfig;
  dataDir: string;
  store: FileStore;
  /** The address of the store without its password. */
  place: string;
  /** The stored files of DATA_DIR; null when they are in a bucket of their own. */
  files: FileStore | null;
  /** After how many days segments, and files that were removed, leave the archive. */
  days: number;
}

/** What the archive remembers of itself. */
interface Notes {
  /** The moment up to which stored files are in the archive; ISO 8601. */
  files_until: string | null;
  /** When files were found to be removed from the product, by key; ISO 8601. */
  removed: Record<string, string>;
}

/**
 * Copies the write-ahead log and the stored files of the built-in database to an archive, from which each moment since a
 * backup can be restored. A replication slot makes PostgreSQL keep what is not archived yet, however long that takes.
 */
export class Archiver {
  readonly #options: ArchiverOptions;
  /** The keys of archived segments and histories; null until they are read. */
  #known: Set<string> | null = null;
  /** The recent files that this process has archived. */
  #settled: ReadonlySet<string> = new Set();
  #pruned = 0;

  constructor(options: ArchiverOptions) {
    this.#options = options;
  }

  /**
   * Archives everything that was committed before.
   * @returns how many segments and files were added; null when another process does it
   * @throws Error when the archive cannot be written, has lost its contents, or holds another history of the database
   */
  async run(): Promise<{ segments: number; files: number } | null> {
    const client = new pg.Client({ ...this.#options.connection, application_name: "cairn archive" });
    client.on("error", () => {}); // The next statement fails.
    await client.connect();
    try {
      const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [LOCK]);
      return rows[0]!.mine ? await this.#archive(client) : null;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async #archive(client: pg.Client): Promise<{ segments: number; files: number }> {
    const { dataDir, place } = this.#options;
    const until = new Date().toISOString();
    const log = await readLog(client);
    const notes = await this.#readNotes(log.system);
    const added = { segments: await this.#addSegments(client, log), files: await this.#addFiles(client, log, notes) };
    await this.#prune(client, log, notes);
    await this.#writeNotes(log.system, { ...notes, files_until: until });
    await writeArchiveMark(dataDir, { place, until });
    return added;
  }

  /** Adds the complete segments, the oldest first, and lets PostgreSQL remove them. */
  async #addSegments(client: pg.Client, log: Log): Promise<number> {
    const names = await readdir(this.#folder);
    let added = 0;
    for (const name of names.filter((each) => isComplete(each, log)).toSorted())
      if (await this.#addSegment(name, log)) added++;
    for (const name of names.filter((each) => HISTORY.test(each) && getTimeline(each) <= log.timeline)) {
      const key = `${log.system}/wal/${name}`;
      if (!(await this.#isThere(key)))
        await this.#put(key, createReadStream(path.join(this.#folder, name)), "text/plain");
    }
    await client.query("SELECT pg_replication_slot_advance($1, $2)", [SLOT, toPosition(log.current, log.segmentSize)]);
    return added;
  }

  /** @returns false for a segment that is archived already, or that PostgreSQL removed because the slot does not keep it */
  async #addSegment(name: string, { system, segmentSize, first }: Log): Promise<boolean> {
    const { store } = this.#options;
    const key = `${system}/wal/${name}.zst`;
    const file = path.join(this.#folder, name);
    const isKept = getNumber(name, segmentSize) >= first;
    if (await this.#isThere(key)) {
      // Added before this process ended, or by a copy of the database that went another way.
      if (isKept && (await digest(await openSegment(store, key))) !== (await digest(createReadStream(file))))
        throw new Error(`The archive holds another segment ${name}: it belongs to a copy of this database.`);
      return false;
    }
    const before = await stat(file).catch(() => null);
    if (!before && !isKept) return false;
    if (before?.size !== segmentSize) throw new Error(`The segment ${name} has ${before?.size ?? "no"} bytes.`);
    await this.#put(key, compress(createReadStream(file)), "application/zstd");
    this.#known!.add(key);
    if (isKept) return true;
    // PostgreSQL gives a file that nothing keeps another name, and writes to it again.
    const after = await stat(file).catch(() => null);
    if (after?.ino === before.ino) return true;
    await store.remove(key);
    this.#known!.delete(key);
    return false;
  }

  get #folder(): string {
    return path.join(this.#options.dataDir, "pg18", "pg_wal");
  }

  /** Tells whether a segment or history is archived, also by another process. */
  async #isThere(key: string): Promise<boolean> {
    const { store } = this.#options;
    if (!this.#known) {
      this.#known = new Set();
      for await (const found of store.list(key.slice(0, key.lastIndexOf("/") + 1))) this.#known.add(found.key);
    }
    if (this.#known.has(key)) return true;
    for await (const found of store.list(key)) this.#known.add(found.key);
    return this.#known.has(key);
  }

  /** Adds the stored files whose rows are new. */
  async #addFiles(client: pg.Client, { system }: Log, { files_until }: Notes): Promise<number> {
    const { files, store } = this.#options;
    if (!files) return 0;
    const since = files_until === null ? new Date(0) : new Date(Date.parse(files_until) - LONGEST_TRANSACTION_MS);
    const keys = await listFileKeys(client, since);
    let added = 0;
    for (const row of keys) {
      if (this.#settled.has(row)) continue;
      const there = new Set<string>();
      for await (const { key } of store.list(`${system}/files/${row}`)) there.add(key);
      for await (const { key } of files.list(row)) {
        const archived = `${system}/files/${key}`;
        if (there.has(archived)) continue;
        try {
          await this.#put(archived, await files.get(key), "application/octet-stream");
          added++;
        } catch (error) {
          if (!(error instanceof NotFound)) throw error; // It was removed meanwhile.
        }
      }
    }
    this.#settled = new Set(keys);
    return added;
  }

  /** Once a day, removes what is older than the archive has to reach. */
  async #prune(client: pg.Client, { system }: Log, notes: Notes): Promise<void> {
    const { store, files, days } = this.#options;
    if (Date.now() - this.#pruned < DAY_MS) return;
    const oldest = Date.now() - days * DAY_MS;
    for await (const { key, modified } of store.list(`${system}/wal/`))
      // Histories are small, and the way through the timelines needs all of them.
      if (key.endsWith(".zst") && modified.getTime() < oldest) {
        await store.remove(key);
        this.#known?.delete(key);
      }
    if (files) {
      const used = new Set(await listFileKeys(client));
      for await (const { key } of store.list(`${system}/files/`)) {
        const [, , ...parts] = key.split("/");
        const row = parts.slice(0, 3).join("/");
        if (used.has(row)) delete notes.removed[row];
        else {
          const since = (notes.removed[row] ??= new Date().toISOString());
          if (Date.parse(since) < oldest) await store.remove(key);
        }
      }
      for (const [row, since] of Object.entries(notes.removed))
        if (Date.parse(since) < oldest) delete notes.removed[row];
    }
    this.#pruned = Date.now();
  }

  async #readNotes(system: string): Promise<Notes> {
    const { store, dataDir, place } = this.#options;
    try {
      return (await json(await store.get(`${system}/notes.json`))) as Notes;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
    if ((await findArchiveMark(dataDir))?.place === place)
      throw new Error(
        `The archive ${place} has lost its contents. Mount it again; or delete last-archive.json in DATA_DIR to begin a new archive, and make a backup.`,
      );
    // Fails where the folder is not there.
    for await (const _ of store.list(`${system}/wal/`)) break;
    return { files_until: null, removed: {} };
  }

  async #writeNotes(system: string, notes: Notes): Promise<void> {
    const body = Readable.from([Buffer.from(JSON.stringify(notes))]);
    await this.#put(`${system}/notes.json`, body, "application/json");
  }

  /** Closes the stream also when the store does not take it: a file that stays open with each attempt would be too many. */
  async #put(key: string, stream: Readable, type: string): Promise<void> {
    try {
      await this.#options.store.put(key, stream, { type });
    } finally {
      stream.destroy();
    }
  }
}

/** The write-ahead log at a moment. */
interface Log {
  /** The system identifier: no two databases have the same. */
  system: string;
  timeline: number;
  /** Bytes. */
  segmentSize: number;
  /** The number of the segment that is written now. */
  current: number;
  /** The number of the first segment that the slot keeps. */
  first: number;
}

/** Ends the current segment, unless nothing was written to it, and reads where the log is. */
async function readLog(client: pg.Client): Promise<Log> {
  const slot = await client.query("SELECT FROM pg_replication_slots WHERE slot_name = $1", [SLOT]);
  if (slot.rowCount === 0) await client.query("SELECT pg_create_physical_replication_slot($1, true)", [SLOT]);
  await client.query("SELECT pg_switch_wal()");
  const { rows } = await client.query<{
    system: string;
    size: number;
    position: string;
    name: string;
    first: string;
  }>(
    `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
      (SELECT bytes_per_wal_segment FROM pg_control_init()) AS size,
      pg_current_wal_flush_lsn()::text AS position, pg_walfile_name(pg_current_wal_flush_lsn()) AS name,
      (SELECT restart_lsn::text FROM pg_replication_slots WHERE slot_name = $1) AS first`,
    [SLOT],
  );
  const { system, size, position, name, first } = rows[0]!;
  return {
    system,
    timeline: getTimeline(name),
    segmentSize: size,
    current: toNumber(position, size),
    first: toNumber(first, size),
  };
}

/** Tells whether a file is a segment that is written to its end. Names after the current one are of files for later. */
function isComplete(name: string, { timeline, segmentSize, current }: Log): boolean {
  return SEGMENT.test(name) && getTimeline(name) === timeline && getNumber(name, segmentSize) < current;
}

/** Compresses a stream. An error of one is an error of the other, and both are closed together. */
function compress(stream: Readable): Readable {
  return pipeline(stream, createZstdCompress(), () => {});
}

/** Lets PostgreSQL remove its log as it does without an archive: what is not archived any more would fill the disk. */
export async function stopKeeping(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1", [
      SLOT,
    ]);
  } finally {
    await client.end();
  }
}
