/** One encoded frame; `time` in milliseconds from the start. */
export type EncodedFrame = { time: number; key: boolean; data: Buffer };

type Film = { codec: "V_VP8" | "V_VP9"; width: number; height: number; duration: number; frames: EncodedFrame[] };

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CUES = 0x1c53bb6b;
const CLUSTER = 0x1f43b675;

/**
 * Writes a silent WebM file (RFC 9559) in which players can seek: the duration and the cues, one per cluster, precede
 * the frames. The first frame must be a key frame; each key frame starts a cluster.
 */
export function webm(film: Film): Buffer {
  const header = element(EBML, text(0x4282, "webm"), uint(0x4287, 4), uint(0x4285, 2));
  const info = element(
    INFO,
    uint(0x2ad7b1, 1_000_000),
    float(0x4489, film.duration),
    text(0x4d80, "Cairn"),
    text(0x5741, "Cairn"),
  );
  const video = element(0xe0, uint(0xb0, film.width), uint(0xba, film.height));
  const track = element(
    0xae,
    uint(0xd7, 1),
    uint(0x73c5, 1),
    uint(0x83, 1),
    uint(0x9c, 0),
    text(0x86, film.codec),
    video,
  );
  const tracks = element(TRACKS, track);
  const clusters = splitClusters(film.frames);
  // Numbers have a fixed width, so the cues have the same length with zeros as with the real positions.
  const cuesLength = cuesFor(clusters, 0).length;
  const cues = cuesFor(clusters, info.length + tracks.length + cuesLength);
  return Buffer.concat([header, element(SEGMENT, info, tracks, cues, ...clusters.map(({ bytes }) => bytes))]);
}

type Cluster = { time: number; bytes: Buffer };

function splitClusters(frames: EncodedFrame[]): Cluster[] {
  const starts = frames.flatMap((frame, index) => (frame.key ? [index] : []));
  return starts.map((start, nth) => {
    const inside = frames.slice(start, starts[nth + 1]);
    const time = inside[0]?.time ?? 0;
    return {
      time,
      bytes: element(CLUSTER, uint(0xe7, time), ...inside.map((frame) => simpleBlock(frame, frame.time - time))),
    };
  });
}

function simpleBlock({ key, data }: EncodedFrame, sinceCluster: number): Buffer {
  const head = Buffer.from([0x81, 0, 0, key ? 0x80 : 0]);
  head.writeInt16BE(sinceCluster, 1);
  return element(0xa3, head, data);
}

/** Positions count from the first byte of the segment. */
function cuesFor(clusters: Cluster[], firstPosition: number): Buffer {
  let position = firstPosition;
  const points = clusters.map(({ time, bytes }) => {
    const point = element(0xbb, uint(0xb3, time), element(0xb7, uint(0xf7, 1), uint(0xf1, position)));
    position += bytes.length;
    return point;
  });
  return element(CUES, ...points);
}

function uint(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
}

function float(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value));
}

function element(id: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id.toString(16), "hex"), size, body]);
}
