import { once } from "node:events";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBucket } from "../testing/bucket.ts";
import { type FileStore, openFileStore, type StoredFile } from "./files.ts";

const key = (instance: number, digit: string) => `${instance}/${digit}${digit}/${digit.repeat(40)}`;
const MB = 1024 * 1024;

let folder: string;
let bucket: Awaited<ReturnType<typeof openBucket>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-files-"));
  bucket = await openBucket();
});

afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

describe.each(["a local folder", "an S3 bucket"])("the file store in %s", (place) => {
  let store: FileStore;
  const put = (name: string, content: string) =>
    store.put(name, Readable.from([Buffer.from(content)]), { type: "text/plain" });
  const listed = async (prefix: string) => {
    const files: StoredFile[] = [];
    for await (const file of store.list(prefix)) files.push(file);
    return files;
  };
  const keys = async (prefix: string) => (await listed(prefix)).map((file) => file.key).sort();

  beforeAll(() => {
    store = openFileStore({ STORAGE_URL: place === "an S3 bucket" ? bucket.url : undefined, DATA_DIR: folder });
  });

  it("returns files as stored, whole or in part", async () => {
    expect(await put(key(1, "a"), "0123456789")).toEqual({ size: 10 });
    expect(await text(await store.get(key(1, "a")))).toBe("0123456789");
    expect(await text(await store.get(key(1, "a"), { start: 2, end: 4 }))).toBe("234");
    expect(await text(await store.get(key(1, "a"), { start: 9, end: 9 }))).toBe("9");
  });

  it("stores files larger than its buffers", async () => {
    const parts = Array.from({ length: 20 }, (_, index) => Buffer.alloc(MB + index, index));
    expect(await store.put(key(1, "b"), Readable.from(parts), { type: "video/mp4" })).toEqual({ size: 20 * MB + 190 });
    expect((await buffer(await store.get(key(1, "b")))).equals(Buffer.concat(parts))).toBe(true);
  });

  it("replaces a file at the second upload to its key", async () => {
    await put(key(1, "c"), "old");
    await put(key(1, "c"), "new");
    expect(await text(await store.get(key(1, "c")))).toBe("new");
  });

  it("stores an empty file", async () => {
    expect(await put(key(1, "e"), "")).toEqual({ size: 0 });
    expect(await text(await store.get(key(1, "e")))).toBe("");
  });

  it.each([1, 20])("stores nothing when an upload is interrupted after %i MB", async (size) => {
    const cutOff = async function* () {
      for (let sent = 0; sent < size; sent++) yield Buffer.alloc(MB);
      throw new Error("The connection was lost.");
    };
    const upload = store.put(key(3, "d"), Readable.from(cutOff()), { type: "video/mp4" });
    await expect(upload).rejects.toThrow("The connection was lost.");
    expect(await keys("3/")).toEqual([]);
    await expect(store.get(key(3, "d"))).rejects.toThrow("File not found.");
  });

  it("stores nothing when the uploader disconnects", async () => {
    const stream = new Readable({ read() {} });
    stream.push(Buffer.alloc(1000));
    setImmediate(() => stream.destroy());
    await expect(store.put(key(3, "e"), stream, { type: "video/mp4" })).rejects.toThrow(/premature/i);
    expect(await keys("3/")).toEqual([]);
  });

  it("lists files by instance, with size and time", async () => {
    await put(key(2, "a"), "four");
    await put(key(22, "a"), "other");
    const [file, ...others] = await listed("2/");
    expect(others).toEqual([]);
    expect(file).toMatchObject({ key: key(2, "a"), size: 4 });
    expect(Math.abs(Date.now() - file!.modified.getTime())).toBeLessThan(60_000);
    expect(await keys("2/bb/")).toEqual([]);
    expect(await keys("")).toEqual(expect.arrayContaining([key(1, "a"), key(2, "a"), key(22, "a")]));
  });

  it("removes a file, and ignores a file that is already removed", async () => {
    await put(key(4, "a"), "x");
    await store.remove(key(4, "a"));
    await store.remove(key(4, "a"));
    await expect(store.get(key(4, "a"))).rejects.toThrow("File not found.");
  });

  it.each([
    "../etc/passwd",
    "1/aa/../../x",
    "",
    "0/aa/" + "a".repeat(40),
    key(1, "a").toUpperCase(),
    `${key(1, "a")}\n`,
  ])("refuses a key of another form: %j", async (bad) => {
    await expect(put(bad, "x")).rejects.toThrow("is not the key of a file");
    await expect(store.get(bad)).rejects.toThrow("is not the key of a file");
    await expect(store.remove(bad)).rejects.toThrow("is not the key of a file");
  });
});

describe("the file store in a local folder", () => {
  it("deletes uploads that a killed server left a day ago, but not current ones", async () => {
    const incoming = path.join(folder, "files/.incoming");
    const before = new Date(Date.now() - 25 * 3_600_000);
    await writeFile(path.join(incoming, "abandoned"), "x");
    await utimes(path.join(incoming, "abandoned"), before, before);
    await writeFile(path.join(incoming, "under-way"), "x");
    openFileStore({ DATA_DIR: folder });
    expect(await readdir(incoming)).toEqual(["under-way"]);
  });
});

describe("the file store in an S3 bucket", () => {
  it("fails an upload to an unreachable bucket instead of hanging, and releases its source", async () => {
    const port = await closedPort();
    const store = openFileStore({ STORAGE_URL: `s3://a:b@127.0.0.1:${port}/cairn?tls=off`, DATA_DIR: folder });
    const source = Readable.from([Buffer.alloc(100)]);
    await expect(store.put(key(1, "f"), source, { type: "text/plain" })).rejects.toThrow(/ECONNREFUSED/);
    expect(source.destroyed).toBe(true);
  });
});

async function closedPort(): Promise<number> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
