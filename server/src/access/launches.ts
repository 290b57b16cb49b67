import { CompiledQuery } from "kysely";
import type { Db } from "../db/client.ts";
import { hash, instanceOf, personOf, settingsOf, type SignedIn, type SignedInRow, signedInSql } from "./session.ts";

const BY_LAUNCH = signedInSql({
  table: "scorm_sessions",
  userId: "user_id",
  where: "s.token_hash = $2 AND s.expires_at > now()",
  columns: "s.id AS launch_id, s.package_id",
});

/**
 * Whose launch token it is, as a learner whatever their role: the token is within reach of foreign content. Null for one that is
 * over, and when the person may not sign in any more.
 */
export async function findByLaunch(
  db: Db,
  instanceId: number,
  token: string,
): Promise<{ signedIn: SignedIn; launchId: number; packageId: number } | null> {
  if (instanceOf(token) !== instanceId) return null;
  const tokenHash = hash(token);
  const { rows } = await db.executeQuery<SignedInRow & { launch_id: number; package_id: number }>(
    CompiledQuery.raw(BY_LAUNCH, [instanceId, tokenHash]),
  );
  const row = rows[0];
  if (!row) return null;
  const person = { ...personOf(row), role: "learner" as const };
  return {
    signedIn: { person, instance: settingsOf(row), tokenHash, apiKey: null },
    launchId: row.launch_id,
    packageId: row.package_id,
  };
}
