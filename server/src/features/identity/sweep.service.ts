import type { Db } from "../../db/client.ts";
import { deleteOld } from "./flows.queries.ts";
import { deleteLeftOver } from "./provider-sessions.queries.ts";

/** Deletes what sign-ins by identity providers have left. */
export async function sweepSignIns(db: Db, instanceId: number): Promise<void> {
  await deleteOld(db, instanceId);
  await deleteLeftOver({ db, instanceId });
}
