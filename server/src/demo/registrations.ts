import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/client.ts";

/** People who wait for approval in the demo. */
const WAITING = [
  { first_name: "Nadia", last_name: "Rahimi", email: "nadia.rahimi@example.org" },
  { first_name: "Tomasz", last_name: "Wolny", email: "tomasz.wolny@example.org" },
];

/** Creates a data-protection contact, an invitation, and people who have registered by it and wait for approval. */
export async function buildRegistrations(
  db: Db,
  instanceId: number,
  { admin, branchId, passwordHash }: { admin: number; branchId: number; passwordHash: string },
): Promise<void> {
  await db
    .updateTable("instances")
    .set({ privacy_name: "Data protection office", privacy_email: "privacy@demo.test" })
    .where("id", "=", instanceId)
    .execute();
  const { id: invitation } = await db
    .insertInto("invitations")
    .values({
      instance_id: instanceId,
      // Nobody knows the code: a link that everybody could use would be in each installation.
      code_hash: createHash("sha256").update(randomBytes(32)).digest(),
      name: "New volunteers",
      created_by: admin,
      branch_id: branchId,
      needs_approval: true,
      most_uses: 20,
      uses: WAITING.length,
      expires_at: sql<Date>`now() + interval '60 days'`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("registrations")
    .values(
      WAITING.map((person) => ({
        ...person,
        instance_id: instanceId,
        state: "waiting",
        language: "en",
        invitation_id: invitation,
        branch_id: branchId,
        password_hash: passwordHash,
        confirmed_at: sql<Date>`now() - interval '1 day'`,
      })),
    )
    .execute();
}
