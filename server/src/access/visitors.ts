import type { Db } from "../db/client.ts";

/** An operator, as stored in the platform's instance. */
export interface PlatformPerson {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  /** The day from which they cannot sign in; when it is not given, what the instance knows of it stays. */
  deactivate_at?: string | null;
}

/**
 * Creates or updates the row by which an instance knows an operator who visits it. With their last day, their sessions and API keys
 * of the instance end then as well: a request reads no other instance. @returns the row's id
 */
export async function upsertVisitor(db: Db, instanceId: number, person: PlatformPerson): Promise<number> {
  const lastDay = person.deactivate_at === undefined ? {} : { deactivate_at: person.deactivate_at };
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
      ...lastDay,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["instance_id", "platform_user_id"])
        .where("platform_user_id", "is not", null)
        .doUpdateSet({
          first_name: person.first_name,
          last_name: person.last_name,
          email: person.email,
          is_active: true,
          ...lastDay,
        }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
