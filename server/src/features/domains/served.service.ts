import { detectTenant, findContentPlace, hasPackageOrigins } from "../../access/host.ts";
import { findInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { contentExists, siteExists } from "./domains.queries.ts";

/**
 * Tells whether a name is the address of an instance, a branch, the product or foreign content: embedded pages of an instance,
 * or a package in a unit. Names of packages that do not exist are refused, so that nobody can order certificates without end.
 */
export async function isServed({ config, customHosts, database }: Platform, typed: string): Promise<boolean> {
  const host = typed.toLowerCase().replace(/\.$/, "");
  if (host === config.BASE_DOMAIN) return true;
  if (hasPackageOrigins(config)) {
    const { instance, packageId, unitId } = findContentPlace(host, config);
    const instanceId = instance === null ? null : await findInstanceId(database, instance);
    if (instanceId !== null && packageId !== "every")
      return inInstance(database, instanceId, (db) => contentExists(db, instanceId, packageId, unitId));
  }
  if (config.SINGLE_INSTANCE) return host === (config.PUBLIC_URL && new URL(config.PUBLIC_URL).hostname);
  await customHosts.refresh();
  const { instance, branch } = customHosts.find(host) ?? detectTenant(host, config.BASE_DOMAIN);
  const instanceId = instance === null ? null : await findInstanceId(database, instance);
  return instanceId !== null && inInstance(database, instanceId, (db) => siteExists(db, instanceId, branch));
}
