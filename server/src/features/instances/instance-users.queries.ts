import type { Reach } from "../../access/actor.ts";

type Operator = Reach<"instance.manage">;

export function findPerson({ db, instanceId }: Operator, id: number) {
  return db
    .selectFrom("users")
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where("platform_user_id", "is", null)
    .select(["id", "first_name", "last_name", "is_owner"])
    .executeTakeFirst();
}

export async function setOwner({ db, instanceId }: Operator, id: number, isOwner: boolean): Promise<void> {
  await db
    .updateTable("users")
    .set({ is_owner: isOwner })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}
