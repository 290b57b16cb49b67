/** A zip (APPNOTE.TXT, 4.3) of texts by their names, deflated. */
export async function zipOf(files: [name: string, text: string][], type: string): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const path = encode(name);
    const content = encode(text);
    const packed = await deflated(content);
    const about: Field[] = [
      [2, VERSION],
      [2, 0],
      [2, DEFLATED],
      [4, FIRST_OF_2020],
      [4, checksum(content)],
      [4, packed.byteLength],
      [4, content.length],
      [2, path.length],
      [2, 0],
    ];
    const header = bytes([4, 0x04034b50], ...about);
    parts.push(header, path, packed);
    directory.push(bytes([4, 0x02014b50], [2, VERSION], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), path);
    offset += header.length + path.length + packed.byteLength;
  }
  const { size } = new Blob(directory);
  const count: Field = [2, files.length];
  const end = bytes([4, 0x06054b50], [2, 0], [2, 0], count, count, [4, size], [4, offset], [2, 0]);
  return new Blob([...parts, ...directory, end], { type });
}

const VERSION = 20;
const DEFLATED = 8;
// Time and date as MS-DOS counts them. When a file was made, its own name and place say.
const FIRST_OF_2020 = (((2020 - 1980) << 9) | (1 << 5) | 1) << 16;

const encode = (text: string) => new TextEncoder().encode(text);

const deflated = (content: BlobPart): Promise<ArrayBuffer> =>
  new Response(new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();

/** A number and in how many bytes it is written, the lowest first. */
type Field = [size: 2 | 4, value: number];

function bytes(...fields: Field[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** CRC-32 (ISO 3309). */
function checksum(content: Uint8Array): number {
  let rest = -1;
  for (const byte of content) rest = REMAINDERS[(rest ^ byte) & 0xff]! ^ (rest >>> 8);
  return ~rest >>> 0;
}

const REMAINDERS = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});
