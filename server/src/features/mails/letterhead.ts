import { buffer } from "node:stream/consumers";
import type { Platform } from "../../platform/platform.ts";
import type { Letterhead } from "./letters.ts";

/** A page of an instance, at the host of the branch where one is named. */
export function linkTo({ config }: Platform, origin: string, branchUrl: string | null, path: string): URL {
  const site = new URL(origin);
  if (branchUrl && !config.SINGLE_INSTANCE) site.hostname = `${branchUrl}.${site.hostname}`;
  return new URL(path, site);
}

// What readers of mail can show; a mail should stay small.
const SHOWN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif"]);
const LARGEST_LOGO = 300_000;

/** The logo travels in the mail: an address of it would be over before some people read. */
export async function logoOf(
  { files }: Platform,
  file: { key: string; type: string; size: number } | undefined,
): Promise<Letterhead["logo"]> {
  if (!file || !SHOWN.has(file.type) || file.size > LARGEST_LOGO) return null;
  try {
    return { content: await buffer(await files.get(file.key)), type: file.type };
  } catch {
    return null; // a mail without its logo is better than none
  }
}
