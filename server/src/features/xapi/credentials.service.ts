import type { Actor } from "../../access/actor.ts";
import { newXapiCredentials } from "../../access/xapi.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./credentials.queries.ts";
import { t } from "../../i18n/message.ts";

const LONGEST_NAME = 80;

/** Credentials as admins see them; the secret is shown once, when they are created. */
export type XapiCredentials = Awaited<ReturnType<typeof queries.listCredentials>>[number];

export async function listCredentials(actor: Actor): Promise<XapiCredentials[]> {
  return queries.listCredentials(await actor.reach("xapi.manage"));
}

/**
 * Creates a key and secret that open the learning record store in their creator's name.
 * @returns the pair; the secret cannot be read again
 * @throws Invalid by field
 */
export async function createCredentials(actor: Actor, input: { name: string }) {
  const reach = await actor.reach("xapi.manage");
  const name = input.name.trim();
  if (!name) throw new Invalid({ name: [t`Enter a name.`] });
  if (name.length > LONGEST_NAME) throw new Invalid({ name: [t`This can have at most ${LONGEST_NAME} characters.`] });
  const { key, secret, hash } = newXapiCredentials(reach.instanceId);
  const id = await queries.insertCredentials(reach, { name, key, secret_hash: hash });
  await recordAudit(actor, reach, {
    action: "xapi_credentials.created",
    subject: { type: "xapi_credentials", id, name },
  });
  return { id, key, secret };
}

/** Revokes a pair at once. @throws NotFound */
export async function revokeCredentials(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await actor.reach("xapi.manage");
  const revoked = await queries.revokeCredentials(reach, id);
  if (!revoked) throw new NotFound("Credentials");
  const { name } = revoked;
  await recordAudit(actor, reach, {
    action: "xapi_credentials.revoked",
    subject: { type: "xapi_credentials", id, name },
  });
  return { id };
}
