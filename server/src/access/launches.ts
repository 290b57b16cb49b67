import { CompiledQuery } from "kysely";
import type { Db } from "../db/client.ts";
import { hash, readInstanceId, toPerson, toSettings, type SignedIn, type SignedInRow, signedInSql } from "./session.ts";

const BY_LAUNCH = signedInSql({
  table: "scorm_sessions",
  userId: "user_id",
  where: "s.token_hash = $2 AND s.expires_at > now()",
  columns: "s.id AS launch_id, s.package_id, s.unit_id",
});

/**
 * Finds the user of a launch token, as a learner whatever their role, because foreign content can read the token. Null
 * when the token has ended or the user may not sign in any more.
 */
export async function findByLaunch(
  db: Db,
  instanceId: number,
  token: string,
): Promise<{ signedIn: SignedIn; launchId: number; packageId: number; unitId: number | null } | null> {
  if (readInstanceId(token) !== instanceId) return null;
  const tokenHash = hash(token);
  const { rows } = await db.executeQuery<
    SignedInRow & { launch_id: number; package_id: number; unit_id: number | null }
  >(CompiledQuery.raw(BY_LAUNCH, [instanceId, tokenHash]));
  const row = rows[0];
  if (!row) return null;
  const person = { ...toPerson(row), role: "learner" as const };
  return {
    signedIn: { person, instance: toSettings(row), tokenHash, apiKey: null },
    launchId: row.launch_id,
    packageId: row.package_id,
    unitId: row.unit_id,
  };
}
