import type { Insertable } from "kysely";
import type { Db } from "../../db/client.ts";
import type { DB } from "../../db/schema.ts";

export async function insertActivity(db: Db, row: Insertable<DB["activity"]>): Promise<void> {
  await db.insertInto("activity").values(row).execute();
}
