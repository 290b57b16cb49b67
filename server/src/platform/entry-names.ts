import { refuse } from "./refusal.ts";
import { t } from "../i18n/message.ts";

const LONGEST_SEGMENT_BYTES = 255;
const DEEPEST = 100;

/**
 * Returns the path of an archive entry with '/' between its segments and none at its end; null when it is not a file.
 * @param raw the name in the archive
 * @throws Refusal for a name outside the package
 */
export function entryPath(raw: string): string | null {
  const name = raw.replaceAll("\\", "/");
  if (name.includes("\0")) refuse(t`The package has a file with a NUL character in its name.`);
  if (name.startsWith("/")) refuse(t`The package has an absolute path: '${shown(name)}'.`);
  if (/^[a-z]:/i.test(name)) refuse(t`The package has a path with a drive letter: '${shown(name)}'.`);
  const segments = name.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) refuse(t`The package has a path outside of itself: '${shown(name)}'.`);
  if (segments.length > DEEPEST) refuse(t`The package has folders nested more than ${DEEPEST} deep.`);
  for (const segment of segments) {
    if (Buffer.byteLength(segment) > LONGEST_SEGMENT_BYTES)
      refuse(t`The package has a name of more than ${LONGEST_SEGMENT_BYTES} bytes: '${shown(segment)}'.`);
    if (/[\x01-\x1f]/.test(segment)) refuse(t`The package has a file with control characters in its name.`);
  }
  return segments.length === 0 || name.endsWith("/") ? null : segments.join("/");
}

const UTF8_FLAG = 0x0800;

/** Decodes the name of an entry: as UTF-8 when it is flagged or valid, otherwise with `otherwise` (the old code page). */
export function entryName(raw: Buffer, flags: number, otherwise: () => string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    if (flags & UTF8_FLAG) refuse(t`The package has a file whose name is not valid UTF-8, as it declares.`);
    return otherwise();
  }
}

function shown(name: string): string {
  const text = name.replace(/[^\x20-\x7e\xa0-\uffff]/g, "?");
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
