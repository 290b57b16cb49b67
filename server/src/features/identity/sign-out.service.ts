import type { Actor, Reach } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { AppError } from "../../errors.ts";
import { toEndSessionUrl } from "./oidc-logout.service.ts";
import { openProviderSession } from "./provider-session.service.ts";
import { findProviderSession } from "./provider-sessions.queries.ts";
import { findUsed } from "./providers.queries.ts";
import { toLogoutUrl } from "./saml-logout.service.ts";

/**
 * Returns the address where a person signs out at the provider by which a session began; null where they do not. A
 * provider that does not answer keeps nobody from signing out here.
 */
export async function toSignOutAddress(
  { platform, visit, instance }: Actor,
  { db, instanceId }: Reach<"session.own">,
  tokenHash: Buffer,
): Promise<string | null> {
  const found = await findProviderSession({ db, instanceId }, tokenHash);
  const provider = found && (await findUsed({ db, instanceId }, found.provider_id));
  if (!found || !provider?.settings.single_logout) return null;
  const origin = siteOrigin(visit.origin, platform.config, instance.domain);
  const session = openProviderSession(platform, instanceId, found.details);
  const leaving = { instanceId, provider, origin, subject: found.subject, session, host: visit.host };
  try {
    return await (provider.kind === "saml" ? toLogoutUrl : toEndSessionUrl)(platform, leaving);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    platform.log.warn(
      { provider: provider.id, code: error.code },
      "a person could not be led to sign out at a provider",
    );
    return null;
  }
}
