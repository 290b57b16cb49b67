import type { Db } from "../../db/client.ts";

/** A name under `.example`, which nobody can own. */
const HOST = "training.northgate.example";

/** Inserts a domain whose proof was not found: the demo cannot prove one, and its screen shows which record is missing. */
export async function insertDomain(db: Db, instanceId: number): Promise<void> {
  await db
    .insertInto("custom_domains")
    .values({ instance_id: instanceId, host: HOST, state: "failed", problem: "missing", checked_at: new Date() })
    .execute();
}
