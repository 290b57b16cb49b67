import { crc32, deflateRawSync } from "node:zlib";

/** A file of an archive. Options below `data` create invalid archives for tests. */
export interface ZipEntry {
  name: string | Buffer;
  data: string | Buffer;
  /** Stored without compression. */
  stored?: boolean;
  crc?: number;
  size?: number;
  flags?: number;
  method?: number;
  madeBy?: number;
  attributes?: number;
}

const UTF8 = 0x0800;
const VERSION = 20;
const VERSION_ZIP64 = 45;

/** Writes a zip archive (PKWARE APPNOTE); with `zip64` in the larger format, whatever its size. */
export function writeZip(entries: readonly ZipEntry[], { zip64 = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const data = Buffer.from(entry.data as string);
    const body = entry.stored ? data : deflateRawSync(data);
    const fields = {
      version: zip64 ? VERSION_ZIP64 : VERSION,
      flags: entry.flags ?? UTF8,
      method: entry.method ?? (entry.stored ? 0 : 8),
      crc: entry.crc ?? crc32(data),
      packed: body.length,
      size: entry.size ?? data.length,
    };
    const local = Buffer.concat([word(0x04034b50), common(fields, name.length, 0), name]);
    const extra = zip64
      ? Buffer.concat([half(1), half(24), long(fields.size), long(fields.packed), long(offset)])
      : Buffer.alloc(0);
    const shown = zip64 ? { ...fields, packed: 0xffffffff, size: 0xffffffff } : fields;
    directory.push(
      Buffer.concat([
        word(0x02014b50),
        half(entry.madeBy ?? fields.version),
        common(shown, name.length, extra.length),
        half(0), // comment
        half(0), // disk
        half(0), // internal attributes
        word(entry.attributes ?? 0),
        word(zip64 ? 0xffffffff : offset),
        name,
        extra,
      ]),
    );
    parts.push(local, body);
    offset += local.length + body.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, end(entries.length, central.length, offset, zip64)]);
}

function common(
  {
    version,
    flags,
    method,
    crc,
    packed,
    size,
  }: Record<"version" | "flags" | "method" | "crc" | "packed" | "size", number>,
  nameLength: number,
  extraLength: number,
): Buffer {
  // The first date of the format, so that equal files give equal archives.
  const date = Buffer.concat([half(0), half(0x21)]);
  return Buffer.concat([
    ...[version, flags, method].map(half),
    date,
    ...[crc, packed, size].map(word),
    half(nameLength),
    half(extraLength),
  ]);
}

function end(count: number, size: number, offset: number, zip64: boolean): Buffer {
  const plain = (entries: number, length: number, start: number) =>
    Buffer.concat([
      word(0x06054b50),
      half(0),
      half(0),
      half(entries),
      half(entries),
      word(length),
      word(start),
      half(0),
    ]);
  if (!zip64) return plain(count, size, offset);
  const record = Buffer.concat([
    word(0x06064b50),
    long(44),
    half(VERSION_ZIP64),
    half(VERSION_ZIP64),
    word(0),
    word(0),
    long(count),
    long(count),
    long(size),
    long(offset),
  ]);
  const locator = Buffer.concat([word(0x07064b50), word(0), long(offset + size), word(1)]);
  return Buffer.concat([record, locator, plain(0xffff, 0xffffffff, 0xffffffff)]);
}

function half(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
