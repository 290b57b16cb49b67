import { generateKeyPairSync } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { seal, unseal } from "../../access/sealed.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit } from "../audit/audit.service.ts";
import type { SigningKey } from "./credential.ts";
import * as queries from "./keys.queries.ts";

export type { BadgeKey } from "./keys.queries.ts";
export { listPublished } from "./keys.queries.ts";

const PURPOSE = "badge key";

/** Returns the key that signs, and makes the first one. */
export async function getSigningKey(platform: Platform, at: { db: Db; instanceId: number }): Promise<SigningKey> {
  if (!(await queries.findCurrent(at))) await makeKey(platform, at);
  const { id, private_key } = (await queries.findCurrent(at))!;
  return { id, privateKey: unseal(platform.secret, PURPOSE, String(at.instanceId), private_key) };
}

/** Lists the keys of the instance, the latest first. */
export async function listBadgeKeys(actor: Actor): Promise<queries.BadgeKey[]> {
  return queries.listKeys(await actor.reach("settings.manage"));
}

/** Signs with a new key from now on; withdraws the earlier keys if others may know them. */
export async function rotateBadgeKey(actor: Actor, withdraw: boolean): Promise<queries.BadgeKey[]> {
  const reach = await actor.reach("settings.manage");
  await queries.retireKeys(reach, withdraw);
  await makeKey(actor.platform, reach);
  await recordAudit(actor, reach, {
    action: withdraw ? "badge_key.withdrawn" : "badge_key.rotated",
    subject: { type: "badge_key", id: null, name: "" },
  });
  return queries.listKeys(reach);
}

async function makeKey({ secret }: Platform, at: { db: Db; instanceId: number }): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pkcs8 = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
  await queries.insertKey(at, {
    public_key: publicKey.export({ format: "jwk" }).x!,
    private_key: seal(secret, PURPOSE, String(at.instanceId), pkcs8),
  });
}
