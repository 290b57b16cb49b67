import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PackageDescription } from "./package.ts";
import { describePackage, READER } from "./package-reader.ts";
import { Refusal } from "../../platform/refusal.ts";
import * as queries from "./reread.queries.ts";

/**
 * Reads the manifests of packages again after an update of the reader, when a server starts. Learner records stay with
 * their SCOs. A package that would be rejected today, or be another one, stays unchanged.
 */
export async function rereadPackages(platform: Platform, instanceId: number, stopping?: AbortSignal): Promise<void> {
  const inside = <T>(work: Parameters<typeof inInstance<T>>[2]) => inInstance(platform.database, instanceId, work);
  for (let last = 0; !stopping?.aborted;) {
    const found = await inside((db) => queries.findOutdated(db, instanceId, READER, last));
    if (!found) return;
    last = found.id;
    const description = await describeAgain(platform, found);
    if (description === "unreadable") continue;
    await inside((db) => queries.keepReading(db, instanceId, found.id, READER, description));
  }
}

/**
 * Returns null when the package stays unchanged, 'unreadable' while its file is unavailable, so that the next start
 * tries again.
 */
async function describeAgain(
  platform: Platform,
  { key, size, folder_key, root, kind }: queries.Outdated,
): Promise<PackageDescription | null | "unreadable"> {
  try {
    const read = await describePackage(platform.files, { key, size, isXml: folder_key === null });
    // Its files are unpacked relative to the root that was found then.
    return read.root === root && read.kind === kind ? read : null;
  } catch (error) {
    return error instanceof Refusal ? null : "unreadable";
  }
}
