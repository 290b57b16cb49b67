import type { Db } from "../db/client.ts";
import { instanceIsOpen } from "./session.ts";

/** Tells whether users may sign in to an instance. */
export async function isOpen(db: Db, instanceId: number): Promise<boolean> {
  const row = await db
    .selectFrom("instances as i")
    .where("i.id", "=", instanceId)
    .where("i.deleted_at", "is", null)
    .select(instanceIsOpen(instanceId).as("open"))
    .executeTakeFirst();
  return row?.open ?? false;
}

/** Returns the label of an instance. */
export async function findDomain(db: Db, instanceId: number): Promise<string> {
  const { domain } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select("domain")
    .executeTakeFirstOrThrow();
  return domain;
}
