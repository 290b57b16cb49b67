import type { Reach } from "../../access/actor.ts";
import { strengthen } from "../../access/passwords.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";

interface Hashes {
  instanceId: number;
  actorId: number | null;
  userIds: number[];
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "password.strengthen": JobPayload & Hashes;
  }
}

const AT_ONCE = 100;

/** Replaces light hashes of these users by full ones after the transaction commits (ADR 007). */
export async function queueStrengthening(jobs: Jobs, reach: Reach, userIds: readonly number[]): Promise<void> {
  for (let first = 0; first < userIds.length; first += AT_ONCE)
    await jobs.enqueue(reach.db, "password.strengthen", {
      instanceId: reach.instanceId,
      actorId: reach.userId,
      userIds: userIds.slice(first, first + AT_ONCE),
    });
}

/** Hashes without holding a connection. A password that changed meanwhile stays. */
export async function strengthenPasswords(platform: Platform, { instanceId, userIds }: Hashes): Promise<void> {
  const { database } = platform;
  const people = await inInstance(database, instanceId, (db) =>
    db
      .selectFrom("users")
      .select(["id", "password_hash"])
      .where("instance_id", "=", instanceId)
      .where((eb) => eb("id", "=", eb.fn.any(eb.val(userIds))))
      .execute(),
  );
  for (const { id, password_hash } of people) {
    const full = password_hash && (await strengthen(password_hash));
    if (!full) continue;
    await inInstance(database, instanceId, (db) =>
      db
        .updateTable("users")
        .set({ password_hash: full })
        .where("instance_id", "=", instanceId)
        .where("id", "=", id)
        .where("password_hash", "=", password_hash)
        .execute(),
    );
  }
}
