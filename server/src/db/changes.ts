import { sql } from "kysely";
import pg from "pg";
import type { Db } from "./client.ts";

/** What processes keep in memory: host names of instances and branches, and the ids of instances. */
export type Kept = "hosts" | "instances";
const KEPT: readonly Kept[] = ["hosts", "instances"];

const CHANNEL = "cairn_changed";
const RETRY_MS = 1_000;

/**
 * Tells all processes and servers of the database, once the transaction is committed, to read again what they keep in memory.
 */
export async function announceChange(db: Db, kept: Kept): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${kept})`.execute(db);
}

/**
 * Listens for what other processes and servers have changed, on a connection of its own. After that connection was lost,
 * everything may have changed. A connection pooler between both may swallow the messages: what is kept also needs a limit of age.
 * @returns a function that stops it
 */
export async function listenForChanges(
  options: pg.ClientConfig,
  onChange: (kept: Kept) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  const connect = async () => {
    const next = new pg.Client({ ...options, keepAlive: true });
    client = next;
    // Followed by 'end'.
    next.on("error", () => {});
    next.on("notification", ({ payload }) => {
      const kept = KEPT.find((each) => each === payload);
      if (kept) onChange(kept);
    });
    next.once("end", () => {
      if (!isStopping) timer = setTimeout(() => void connect().catch(() => {}), RETRY_MS);
    });
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    for (const kept of KEPT) onChange(kept);
  };
  // Without the database, requests find that out by themselves.
  await connect().catch(() => {});
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}
