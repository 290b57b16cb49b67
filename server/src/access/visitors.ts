import type { Db } from "../db/client.ts";

/** One of the platform's own people, as their row in the platform's instance knows them. */
export interface PlatformPerson {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
}

/** The row by which a platform person is known in an instance they visit; made at their first visit, kept in step after. */
export async function upsertVisitor(db: Db, instanceId: number, person: PlatformPerson): Promise<number> {
  const row = await db
    .insertInto("users")
    .values({
      instance_id: instanceId,
      first_name: person.first_name,
      last_name: person.last_name,
      email: person.email,
      role: "super_admin",
      is_primary: true,
      platform_user_id: person.id,
    })
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "platform_user_id"]).where("platform_user_id", "is not", null).doUpdateSet({
        first_name: person.first_name,
        last_name: person.last_name,
        email: person.email,
        is_active: true,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
