import { sql } from "kysely";
import type { Db } from "../../db/client.ts";

/** Finds an operator by e-mail in the platform's instance. */
export function findOperator(db: Db, home: number, email: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom("users")
    .where("instance_id", "=", home)
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.trim().toLowerCase()))
    .where("deleted_at", "is", null)
    .select("id")
    .executeTakeFirst();
}

/** Ends an operator's sessions in all instances. */
export async function endVisits(db: Db, operatorId: number): Promise<void> {
  await sql`SELECT end_visits(${operatorId}, false, NULL::bytea)`.execute(db);
}
