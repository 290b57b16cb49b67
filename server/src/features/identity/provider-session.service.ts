import { seal, unseal } from "../../access/sealed.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Identity, IdentitySession } from "./identity.ts";
import { insertProviderSession } from "./provider-sessions.queries.ts";
import type { At } from "./providers.queries.ts";

const PURPOSE = "session at an identity provider";

/** Stores what a request to sign out at a provider will have to say. @param tokenHash of the one-time code */
export async function storeProviderSession(
  { secret }: Platform,
  at: At,
  of: { providerId: number; userId: number; identity: Identity; tokenHash: Buffer },
): Promise<void> {
  const { issuer, subject, session } = of.identity;
  await insertProviderSession(at, {
    token_hash: of.tokenHash,
    provider_id: of.providerId,
    user_id: of.userId,
    issuer,
    subject,
    session_key: session.key,
    details: seal(secret, PURPOSE, String(at.instanceId), JSON.stringify(session)),
  });
}

/** Opens what `storeProviderSession` stored. */
export function openProviderSession({ secret }: Platform, instanceId: number, details: Buffer): IdentitySession {
  return JSON.parse(unseal(secret, PURPOSE, String(instanceId), details)) as IdentitySession;
}
