import type { Db } from "../../db/client.ts";
import { deleteOld } from "./registrations.queries.ts";

/** Deletes registrations that nobody confirmed in time, and refused ones after 30 days. */
export async function sweepRegistrations(db: Db, instanceId: number): Promise<void> {
  await deleteOld(db, instanceId);
}
