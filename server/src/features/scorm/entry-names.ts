import { refuse } from "./refusal.ts";

const LONGEST_SEGMENT_BYTES = 255;
const DEEPEST = 100;

/**
 * The path of an entry of an archive, with '/' between its segments and none at its end; null for what is no file.
 * @param raw the name as the archive has it
 * @throws Refusal for every name that leads somewhere else (standards A1.3)
 */
export function entryPath(raw: string): string | null {
  const name = raw.replaceAll("\\", "/");
  if (name.includes("\0")) refuse("The package has a file with a NUL character in its name.");
  if (name.startsWith("/")) refuse(`The package has an absolute path: '${shown(name)}'.`);
  if (/^[a-z]:/i.test(name)) refuse(`The package has a path with a drive letter: '${shown(name)}'.`);
  const segments = name.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) refuse(`The package has a path that leads out of it: '${shown(name)}'.`);
  if (segments.length > DEEPEST) refuse(`The package has folders in each other more than ${DEEPEST} deep.`);
  for (const segment of segments) {
    if (Buffer.byteLength(segment) > LONGEST_SEGMENT_BYTES)
      refuse(`The package has a name of more than ${LONGEST_SEGMENT_BYTES} bytes: '${shown(segment)}'.`);
    if (/[\x01-\x1f]/.test(segment)) refuse("The package has a file with control characters in its name.");
  }
  return segments.length === 0 || name.endsWith("/") ? null : segments.join("/");
}

const UTF8_FLAG = 0x0800;

/** The name of an entry: UTF-8 where it says so or simply is, else what `otherwise` makes of it (the old code page). */
export function entryName(raw: Buffer, flags: number, otherwise: () => string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    if (flags & UTF8_FLAG) refuse("The package has a file whose name is not written as it says (UTF-8).");
    return otherwise();
  }
}

function shown(name: string): string {
  const text = name.replace(/[^\x20-\x7e\xa0-\uffff]/g, "?");
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
