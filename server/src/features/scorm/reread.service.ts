import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PackageDescription } from "./package.ts";
import { describePackage, READER } from "./package-reader.ts";
import { Refusal } from "./refusal.ts";
import * as queries from "./reread.queries.ts";

/**
 * Reads the manifests of packages again that an older reader has read; done when a server starts. What learners have done stays with
 * what they did it in. A package that would be refused today, or be another one, stays as it was.
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

/** Null where it stays as it is; 'unreadable' while its file cannot be had, so that it is tried at the next start. */
async function describeAgain(
  platform: Platform,
  { key, size, folder_key, root, kind }: queries.Outdated,
): Promise<PackageDescription | null | "unreadable"> {
  try {
    const read = await describePackage(platform.files, { key, size, isXml: folder_key === null });
    // Its files are unpacked as they lay below the root that was found then.
    return read.root === root && read.kind === kind ? read : null;
  } catch (error) {
    return error instanceof Refusal ? null : "unreadable";
  }
}
