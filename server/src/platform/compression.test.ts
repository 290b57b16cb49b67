import { gunzipSync, brotliDecompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type Client, type TestServer } from "../testing/server.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const INFLATE: Record<string, (compressed: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

const post = (url: string, payload: object, headers: Record<string, string>) =>
  server.app.inject({
    method: "POST",
    url,
    headers: { host: "demo.localhost", authorization: `Bearer ${admin.token}`, ...headers },
    payload,
  });
const queryUsers = (headers: Record<string, string>) =>
  post("/graphql", { query: "{ users { id name first_name last_name email role created_at } }" }, headers);

test.each([
  ["zstd, br, gzip", "zstd"],
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
])("compresses GraphQL answers for a caller that accepts %s with %s", async (accepted, encoding) => {
  const plain = await queryUsers({ "accept-encoding": "identity" });
  const answer = await queryUsers({ "accept-encoding": accepted });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(answer.headers.vary).toMatch(/accept-encoding/i);
  expect(plain.json().errors).toBeUndefined();
  expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(INFLATE[encoding]!(answer.rawPayload).toString()).toBe(plain.body);
});

test("compresses exported CSV while it is streamed", async () => {
  const asked = { kind: "everything", format: "csv" };
  const plain = await post("/api/reports/export", asked, { "accept-encoding": "identity" });
  const answer = await post("/api/reports/export", asked, { "accept-encoding": "gzip" });
  expect([plain.statusCode, answer.headers["content-encoding"]]).toEqual([200, "gzip"]);
  expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.body);
});

test("sends small answers, and answers to callers that accept no encoding, as they are", async () => {
  const small = await post("/graphql", { query: "{ viewer { id } }" }, { "accept-encoding": "gzip" });
  expect([small.statusCode, small.headers["content-encoding"]]).toEqual([200, undefined]);
  expect((await queryUsers({})).headers["content-encoding"]).toBeUndefined();
});

test("does not inflate requests, whose limits count received bytes", async () => {
  const answer = await post("/graphql", { query: "{ viewer { id } }" }, { "content-encoding": "gzip" });
  expect(answer.json().data.viewer.id).toBeGreaterThan(0);
});
