import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { fetchPictures, requestPictures } from "./pictures.service.ts";

const CREATE = `mutation ($content: [ContentUnitInput!]) { createCourse(title: "Pictures", description: "d", status: "draft", content: $content) { id } }`;
const READ = `query ($id: Int!) { course(id: $id) { contents { id content } } }`;

let server: TestServer;
let author: Client;
let elsewhere: Server;
let site: string;
let asked: string[] = [];
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  elsewhere = createServer((request, response) => {
    asked.push(request.url!);
    if (request.url!.startsWith("/picture")) response.setHeader("content-type", "image/png").end(picture);
    else if (request.url === "/page") response.setHeader("content-type", "image/png").end("<script>alert(1)</script>");
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => elsewhere.once("listening", resolve));
  site = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  server.outside.jobs.length = 0;
});
afterAll(async () => {
  elsewhere.close();
  await server.close();
});

const text = (...images: string[]) =>
  JSON.stringify({ ops: [{ insert: "Look: " }, ...images.map((image) => ({ insert: { image } })), { insert: "\n" }] });
const create = async (...contents: string[]): Promise<number> => {
  const content = contents.map((each, index) => ({ unit_order: index + 1, title: "Look", content: each }));
  return (await author.data(CREATE, { content })).createCourse.id;
};
const read = async (id: number): Promise<string[]> =>
  (await author.data(READ, { id })).course.contents.map((unit: { content: string }) => unit.content);
const listPictures = (content: string): string[] =>
  JSON.parse(content).ops.flatMap(({ insert }: { insert: { image?: string } }) => insert.image ?? []);
async function fetchNow(): Promise<void> {
  for (const { name, payload } of server.outside.jobs.splice(0))
    if (name === "course.fetch_pictures")
      await fetchPictures(server.platform, payload as Parameters<typeof fetchPictures>[1]);
}

test("fetches an image of another site once, and shows the copy from the instance's files", async () => {
  const first = await create(text(`${site}/picture?1`), text(`${site}/picture?1`, `${site}/picture?2`));
  await fetchNow();
  expect(asked.toSorted()).toEqual(["/picture?1", "/picture?2"]);
  const [one, two] = (await read(first)).map(listPictures);
  expect([one!.length, two!.length]).toEqual([1, 2]);
  for (const address of [...one!, ...two!]) {
    expect(address).toMatch(/^\/files\/.*&s=/);
    const answer = await server.app.inject({ url: address, headers: { host: "demo.localhost" } });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"]);
  }
  // The editor may still have the old address: it is known.
  const second = await create(text(`${site}/picture?2`));
  expect(listPictures((await read(second))[0]!)[0]).toMatch(/^\/files\/.*&s=/);
  expect(server.outside.jobs).toEqual([]);
  expect(asked).toHaveLength(2);
});

test("stores no file that is not an image, and stores the others", async () => {
  const id = await create(text(`${site}/page`, `${site}/missing`, `${site}/picture?3`, "data:image/png;base64,AA"));
  await fetchNow();
  const found = listPictures((await read(id))[0]!);
  expect(found.slice(0, 2)).toEqual([`${site}/page`, `${site}/missing`]);
  expect(found[2]).toMatch(/^\/files\//);
  expect(found[3]).toBe("data:image/png;base64,AA");
});

test("fetches an image that follows more images than one job fetches, most of which cannot be fetched", async () => {
  const missing = (from: number) => Array.from({ length: 45 }, (_, index) => `${site}/missing?${from + index}`);
  const id = await create(
    text(...missing(0), `${site}/picture?first`),
    text(...missing(100), `${site}/picture?second`),
    text(...missing(200), `${site}/picture?last`),
  );
  while (server.outside.jobs.length > 0) await fetchNow();
  for (const content of await read(id)) expect(listPictures(content).at(-1)).toMatch(/^\/files\//);
  expect(asked).toHaveLength(138);
  expect(new Set(asked).size).toBe(138);
  await requestPictures(server.platform, await server.inside("demo", async (_, instanceId) => instanceId));
  expect(server.outside.jobs).toEqual([]);
});

test("fetches no more images of a course once a thousand could not be fetched", async () => {
  const id = await create(text(...Array.from({ length: 1001 }, (_, index) => `${site}/missing?${index}`)));
  server.outside.jobs.length = 0;
  const instanceId = await server.inside("demo", async (_, found) => found);
  await fetchPictures(server.platform, { instanceId, courseId: id, failed: 950 });
  expect(asked).toHaveLength(50);
  expect(server.outside.jobs).toEqual([]);
});

test("fetches images with a name that is not percent-encoded, or too long", async () => {
  const long = `${site}/picture-${"x".repeat(300)}.png`;
  const id = await create(text(`${site}/picture-100%.png`, long));
  await fetchNow();
  const found = listPictures((await read(id))[0]!);
  expect(found).toHaveLength(2);
  for (const address of found) expect(address).toMatch(/^\/files\//);
});

test("stores no image of another site once the instance has used its storage", async () => {
  const id = await create(text(`${site}/picture?full`));
  const full = { name: "full", type: "video/mp4", size: 1024 ** 3, purpose: "video" };
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("files")
      .values({ ...full, instance_id, key: `${instance_id}/ab/${"ab".repeat(20)}` })
      .execute(),
  );
  await server.platform.database.pool.query("UPDATE instances SET storage_limit_gb = 1 WHERE domain = 'demo'");
  await fetchNow();
  expect(listPictures((await read(id))[0]!)).toEqual([`${site}/picture?full`]);
  await server.platform.database.pool.query("UPDATE instances SET storage_limit_gb = NULL");
});

test("does not fetch an image from a private network", async () => {
  const id = await create(text("http://10.0.0.1/a.png", "http://[::1]/b.png"));
  await fetchNow();
  expect(listPictures((await read(id))[0]!)).toEqual(["http://10.0.0.1/a.png", "http://[::1]/b.png"]);
});

test("keeps an author's change during the fetch, and fetches its images next", async () => {
  const id = await create(text(`${site}/picture?4`));
  const change = (content: string) =>
    server.inside("demo", (db, instanceId) =>
      db
        .updateTable("units")
        .set({ content })
        .where("instance_id", "=", instanceId)
        .where("course_id", "=", id)
        .execute(),
    );
  const { get } = server.platform.fetcher;
  server.platform.fetcher.get = async (url) => {
    await change(text(`${site}/picture?4`, `${site}/picture?5`));
    return get(url);
  };
  await fetchNow();
  server.platform.fetcher.get = get;
  expect(listPictures((await read(id))[0]!)[1]).toBe(`${site}/picture?5`);
  await requestPictures(server.platform, await server.inside("demo", async (_, instanceId) => instanceId));
  await fetchNow();
  expect(listPictures((await read(id))[0]!).every((address) => address.startsWith("/files/"))).toBe(true);
});

test("shows no image of another site on pages of the application", async () => {
  const { headers } = await server.app.inject({ url: "/", headers: { host: "demo.localhost" } });
  expect(headers["content-security-policy"]).toContain("img-src 'self' data: blob:;");
});
