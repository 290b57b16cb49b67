import { sql } from "kysely";
import { hash } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";
import type { Identity } from "./identity.ts";
import type { At } from "./providers.queries.ts";

const FLOW_SECONDS = 15 * 60;

export interface Flow {
  id: string;
  /** Of SAML: who signed in, by the provider's response. */
  identity: Identity | null;
  provider_id: number;
  host: string;
  return_path: string | null;
  test_by: number | null;
}

/** Stores a sign-in that leaves for a provider. @returns its id */
export async function insertFlow(
  { db, instanceId }: At,
  { state, browser, ...values }: Omit<Flow, "id" | "identity"> & { state: string; browser: string },
): Promise<string> {
  const { id } = await db
    .insertInto("identity_flows")
    .values({
      ...values,
      instance_id: instanceId,
      state_hash: hash(state),
      browser_hash: hash(browser),
      expires_at: sql<Date>`now() + make_interval(secs => ${FLOW_SECONDS})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Takes a sign-in that comes back, once.
 * @returns undefined for an unknown, used or expired state, another provider, and another browser
 */
export async function takeFlow(
  { db, instanceId }: At,
  { state, browser, providerId }: { state: string; browser: string; providerId: number },
): Promise<Flow | undefined> {
  const flow = await db
    .updateTable("identity_flows")
    .set({ used_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("state_hash", "=", hash(state))
    .where("browser_hash", "=", hash(browser))
    .where("provider_id", "=", providerId)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["id", "provider_id", "host", "return_path", "test_by"])
    .returning(sql<Identity | null>`result`.as("identity"))
    .executeTakeFirst();
  if (flow?.identity) await storeResult({ db, instanceId }, flow.id, null);
  return flow;
}

/**
 * Stores who signed in by SAML until the browser comes for it with its cookie, which a form of another site does not bring.
 * @returns false for an unknown, answered or expired state, and another provider
 */
export async function answerFlow(
  { db, instanceId }: At,
  { state, providerId, identity }: { state: string; providerId: number; identity: Identity },
): Promise<boolean> {
  const row = await db
    .updateTable("identity_flows")
    .set({ result: JSON.stringify(identity) })
    .where("instance_id", "=", instanceId)
    .where("state_hash", "=", hash(state))
    .where("provider_id", "=", providerId)
    .where("used_at", "is", null)
    .where("result", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses an assertion up. @returns false for one that was used before */
export async function useAssertion(
  { db, instanceId }: At,
  { providerId, assertionHash, expiresAt }: { providerId: number; assertionHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("used_assertions")
    .values({
      instance_id: instanceId,
      provider_id: providerId,
      assertion_hash: assertionHash,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("provider_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores what a provider reported in a flow; null deletes it. */
export async function storeResult({ db, instanceId }: At, id: string, result: object | null): Promise<void> {
  await db
    .updateTable("identity_flows")
    .set({ result: result && JSON.stringify(result) })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/** Finds what a test sign-in found, for the admin who tested. */
export async function findResult(
  { db, instanceId }: At,
  { id, userId }: { id: string; userId: number },
): Promise<{ provider_id: number; result: unknown } | undefined> {
  return db
    .selectFrom("identity_flows")
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("test_by", "=", userId)
    .where("result", "is not", null)
    .where("used_at", "is not", null)
    .select(["provider_id", "result"])
    .executeTakeFirst();
}

/** Deletes sign-ins that ended an hour ago, and assertions that no provider's clock accepts any more. */
export async function deleteOld(db: Db, instanceId: number): Promise<void> {
  await db
    .deleteFrom("identity_flows")
    .where("instance_id", "=", instanceId)
    .where("expires_at", "<", sql<Date>`now() - interval '1 hour'`)
    .execute();
  await db
    .deleteFrom("used_assertions")
    .where("instance_id", "=", instanceId)
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}
