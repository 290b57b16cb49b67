const END = 0x06054b50;
const END_LENGTH = 22;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;

/**
 * Returns a zip with only the XML files of a zip, whose bytes are copied as they are: the pictures and films of a package of
 * questions are not imported, and would make it too large to send. Returns the bytes themselves when they cannot be read as
 * a zip; the server then says why.
 */
export function keepXmlOfZip(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const kept = listEntries(view)
      .filter(({ name }) => /\.xml$/i.test(name))
      .map((entry) => ({ ...entry, file: sliceFile(bytes, view, entry) }));
    return joinZip(bytes, kept);
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

/**
 * Returns a file of a zip; null when the zip does not have it, or not in a form that browsers can read.
 * @param most the most bytes it may have; a larger one is not read to its end
 */
export async function readFileOfZip(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const entry = listEntries(view).find(({ name }) => name === path);
    if (!entry) return null;
    const whole = sliceFile(bytes, view, entry);
    const stored = whole.slice(whole.length - entry.stored);
    if (entry.method === STORED) return stored.length > most ? null : stored;
    return entry.method === DEFLATED ? await inflate(stored, most) : null;
  } catch (error) {
    // What is no zip, or is damaged.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

const STORED = 0;
const DEFLATED = 8;

async function inflate(stored: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      controller.enqueue(stored);
      controller.close();
    },
  });
  const reader = source.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let each = await reader.read(); !each.done; each = await reader.read()) {
    length += each.value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    parts.push(each.value);
  }
  return concat(parts);
}

interface Entry {
  name: string;
  /** How its bytes are compressed. */
  method: number;
  /** Where its record in the directory is. */
  start: number;
  end: number;
  /** Where its file is, and how many bytes it has as they are stored. */
  local: number;
  stored: number;
}

function listEntries(view: DataView): Entry[] {
  let end = view.byteLength - END_LENGTH;
  while (view.getUint32(end, true) !== END) end--;
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== ENTRY) throw new RangeError("no entry");
    const nameLength = view.getUint16(at + 28, true);
    const next = at + ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const name = new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_LENGTH, nameLength);
    entries.push({
      name: new TextDecoder().decode(name),
      method: view.getUint16(at + 10, true),
      start: at,
      end: next,
      local: view.getUint32(at + 42, true),
      stored: view.getUint32(at + 20, true),
    });
    at = next;
  }
  return entries;
}

/** Returns the file with its own header. Sizes after the file, which the header may announce, are in the directory too. */
function sliceFile(bytes: Uint8Array<ArrayBuffer>, view: DataView, { local, stored }: Entry): Uint8Array<ArrayBuffer> {
  if (view.getUint32(local, true) !== LOCAL) throw new RangeError("no file");
  const length = LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true) + stored;
  return bytes.subarray(local, local + length);
}

function joinZip(bytes: Uint8Array, kept: (Entry & { file: Uint8Array })[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = kept.map(({ file }) => file);
  let offset = 0;
  const directory = kept.map(({ start, end, file }) => {
    const record = bytes.slice(start, end);
    new DataView(record.buffer).setUint32(42, offset, true);
    offset += file.length;
    return record;
  });
  const directoryLength = directory.reduce((sum, record) => sum + record.length, 0);
  const ending = new DataView(new ArrayBuffer(END_LENGTH));
  ending.setUint32(0, END, true);
  ending.setUint16(8, kept.length, true);
  ending.setUint16(10, kept.length, true);
  ending.setUint32(12, directoryLength, true);
  ending.setUint32(16, offset, true);
  parts.push(...directory, new Uint8Array(ending.buffer));
  return concat(parts);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
