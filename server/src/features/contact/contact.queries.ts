import type { Db } from "../../db/client.ts";

export async function insertMessage(
  db: Db,
  message: { first_name: string; last_name: string; email: string; country: string; message: string },
): Promise<number> {
  const { id } = await db.insertInto("contact_messages").values(message).returning("id").executeTakeFirstOrThrow();
  return id;
}
