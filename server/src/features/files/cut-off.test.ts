import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const HEAD = '--x\r\ncontent-disposition: form-data; name="resource"; filename="a.bin"\r\n\r\n';

test.each([
  ["within the file", `${HEAD}${"a".repeat(50_000)}`],
  ["within a large file", `${HEAD}${"a".repeat(1_000_000)}`],
  ["before the file", "--x\r\ncontent-dispo"],
  ["before everything", ""],
  ["behind the file, without the end of the form", `${HEAD}abc\r\n--x`],
])("reports a client error and leaves no file when an upload is cut off %s", async (_, payload) => {
  const { host, token } = await server.as("instructor@demo.test");
  const count = async () =>
    (await server.inside("demo", (db) => db.selectFrom("files").select("key").execute())).length;
  const before = await count();
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/upload-resource",
    headers: { host, authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
    payload,
  });
  expect([Math.floor(answer.statusCode / 100), answer.statusCode]).toEqual([4, answer.statusCode]);
  expect(await count()).toBe(before);
});
