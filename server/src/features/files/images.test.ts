import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { redraw, UnusableImage } from "./images.ts";

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#205060", noise: { type: "gaussian", mean: 128, sigma: 40 } },
  });
const readSize = async (image: Buffer) => {
  const { width, height, format, pages } = await sharp(image).metadata();
  return { width, height, format, pages: pages ?? 1 };
};

describe("redrawn picture", () => {
  test("keeps its format, is no larger than screens need, and has a small version for lists", async () => {
    const { image, small } = await redraw(await noise(4000, 2000).jpeg().toBuffer());
    expect(await readSize(image)).toMatchObject({ width: 1600, height: 800, format: "jpeg" });
    expect(await readSize(small!)).toMatchObject({ width: 640, height: 320, format: "webp" });
    const tiny = await redraw(await noise(40, 20).png().toBuffer());
    expect(await readSize(tiny.image)).toMatchObject({ width: 40, height: 20, format: "png" });
    expect(tiny.small).toBe(null);
  });

  test("is upright and has no location data", async () => {
    const photo = await noise(300, 200)
      .withExif({ IFD0: { Artist: "Photographer" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { image } = await redraw(photo);
    const metadata = await sharp(image).metadata();
    expect([metadata.width, metadata.height]).toEqual([200, 300]);
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    expect(image.includes("Photographer")).toBe(false);
  });

  test("loses data hidden after it and keeps its animation", async () => {
    const page = "<script>alert(1)</script>";
    const { image } = await redraw(Buffer.concat([await noise(50, 50).png().toBuffer(), Buffer.from(page)]));
    expect(image.includes(page)).toBe(false);
    const frames = await Promise.all([1, 2, 3].map(() => noise(60, 40).png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await readSize((await redraw(animated)).image)).toMatchObject({ format: "gif", pages: 3 });
  });

  test("is rejected when it is broken or would exhaust memory", async () => {
    const whole = await noise(400, 400).png().toBuffer();
    await expect(redraw(whole.subarray(0, whole.length / 2))).rejects.toBeInstanceOf(UnusableImage);
    await expect(redraw(bomb(30_000, 30_000))).rejects.toBeInstanceOf(UnusableImage);
    await expect(redraw(Buffer.from("GIF89a nothing more"))).rejects.toBeInstanceOf(UnusableImage);
  });
});

describe("picture upload", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer()));
  afterAll(() => server.close());

  async function upload(bytes: Buffer) {
    const { token } = await server.as("instructor@demo.test");
    const boundary = "----cairn";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="river.jpg"\r\n\r\n`;
    return server.app.inject({
      method: "POST",
      url: "/api/upload-image",
      headers: {
        host: "demo.localhost",
        authorization: `Bearer ${token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
  }
  const fetchImage = (url: string) => server.app.inject({ url, headers: { host: "demo.localhost" } });

  test("provides the small version of a thumbnail in lists and the large one in the course", async () => {
    const { url } = (await upload(await noise(3000, 1500).jpeg().toBuffer())).json();
    const author = await server.as("instructor@demo.test");
    const { createCourse } = await author.data(
      `mutation ($thumbnail: String) { createCourse(title: "With a picture", description: "d", status: "draft", thumbnail: $thumbnail) { id } }`,
      { thumbnail: url },
    );
    const { course, coursesPage } = await author.data(
      `query ($id: Int!) { course(id: $id) { thumbnail } coursesPage(search: "With a picture") { rows { thumbnail } } }`,
      createCourse,
    );
    const large = await fetchImage(course.thumbnail);
    expect([large.headers["content-type"], (await readSize(large.rawPayload)).width]).toEqual(["image/jpeg", 1600]);
    const small = await fetchImage(coursesPage.rows[0].thumbnail);
    expect([small.headers["content-type"], (await readSize(small.rawPayload)).width]).toEqual(["image/webp", 640]);
    expect(Number(small.headers["content-length"])).toBe(small.rawPayload.length);
  });

  test("rejects a decompression bomb with a clear error", async () => {
    const response = await upload(bomb(30_000, 30_000));
    expect([response.statusCode, response.json().validation]).toEqual([
      422,
      { image: ["This image cannot be read, or has more than 60 megapixels."] },
    ]);
  });
});

/** Returns a PNG of a few kilobytes that would be gigabytes when drawn. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}
