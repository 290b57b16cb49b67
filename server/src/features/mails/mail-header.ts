import { buffer } from "node:stream/consumers";
import { findLinkHost, type LinkHost } from "../../access/custom-hosts.ts";
import type { Platform } from "../../platform/platform.ts";
import type { MailHeader } from "./mail-templates.ts";

/** The sites of an instance: its address below the base domain, and the host names of its own. */
export interface Sites {
  origin: string;
  hosts: readonly LinkHost[];
}

/** Returns the address of a page of an instance, at the host of a branch if one is given. */
export function linkTo({ config }: Platform, { origin, hosts }: Sites, branchUrl: string | null, path: string): URL {
  const site = new URL(origin);
  const own = config.SINGLE_INSTANCE ? undefined : findLinkHost(hosts, branchUrl);
  if (own !== undefined) site.hostname = own;
  else if (branchUrl && !config.SINGLE_INSTANCE) site.hostname = `${branchUrl}.${site.hostname}`;
  return new URL(path, site);
}

// What mail readers can show; a mail should stay small.
const SHOWN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif"]);
const LARGEST_LOGO = 300_000;

/** Reads the logo to embed it in the mail: its address would expire before some recipients read it. */
export async function readLogo(
  { files }: Platform,
  file: { key: string; type: string; size: number } | undefined,
): Promise<MailHeader["logo"]> {
  if (!file || !SHOWN.has(file.type) || file.size > LARGEST_LOGO) return null;
  try {
    return { content: await buffer(await files.get(file.key)), type: file.type };
  } catch {
    return null; // A mail without its logo is better than none.
  }
}
