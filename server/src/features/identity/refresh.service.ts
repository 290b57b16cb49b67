import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { AppError } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordSystemAudit } from "../audit/audit.service.ts";
import { fetchMetadata } from "./protocol-settings.service.ts";
import { findUsed, listDue, storeSettings } from "./providers.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    /** Reads the metadata of a provider again. */
    "identity.refresh": JobPayload & { instanceId: number; providerId: number };
  }
}

/** Enqueues the providers whose metadata were read a day ago. */
export async function enqueueRefreshes(platform: Platform, db: Db, instanceId: number): Promise<void> {
  for (const providerId of await listDue({ db, instanceId }))
    await platform.jobs.enqueue(db, "identity.refresh", { instanceId, actorId: null, providerId });
}

/**
 * Reads the metadata of a provider again, so that its new keys are known before it signs with them. Metadata of another
 * provider, or none, change nothing.
 */
export async function refreshProvider(
  platform: Platform,
  { instanceId, providerId }: { instanceId: number; providerId: number },
): Promise<void> {
  const inside = <T>(work: (db: Db) => Promise<T>) => inInstance(platform.database, instanceId, work);
  const provider = await inside((db) => findUsed({ db, instanceId }, providerId));
  if (!provider?.settings.metadata_url) return;
  const { name, issuer, settings } = provider;
  try {
    const { issuer: found, ...endpoints } = await fetchMetadata(platform, settings.metadata_url!);
    if (found !== issuer) {
      platform.log.warn({ provider: providerId }, "metadata at the address of an identity provider are another one's");
      return;
    }
    await inside(async (db) => {
      const at = { db, instanceId };
      const hasChanged = await storeSettings(at, providerId, settings, endpoints);
      if (hasChanged)
        await recordSystemAudit(platform, at, {
          action: "identity_provider.refreshed",
          subject: { type: "identity_provider", id: providerId, name },
          changes: { sso_url: endpoints.sso_url },
        });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    platform.log.warn({ provider: providerId }, "metadata of an identity provider could not be read");
  }
}
