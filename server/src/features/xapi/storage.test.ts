import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { BASE, recordStore, makeStatement } from "../../testing/record-store.ts";

const MB = 1024 * 1024;
const { server, ask } = await recordStore({ INSTANCE_STORAGE_GB: "0.005" });
afterAll(() => server.close());
beforeEach(() =>
  server.inside("demo", async (db) => {
    await db.deleteFrom("xapi_documents").execute();
    await db.deleteFrom("xapi_attachments").execute();
  }),
);

const state = (stateId: string) =>
  `${BASE}/activities/state?${new URLSearchParams({ activityId: "https://a.test/1", agent: '{"mbox":"mailto:a@b.test"}', stateId }).toString()}`;
const put = async (stateId: string, bytes: number) => {
  const headers = { "content-type": "text/plain", "if-match": "*" };
  const { etag } = (await ask("GET", state(stateId))).headers;
  return ask("PUT", state(stateId), {
    body: "x".repeat(bytes),
    headers: etag === undefined ? { "content-type": "text/plain", "if-none-match": "*" } : headers,
  });
};
const attach = (bytes: number) => {
  const content = Buffer.alloc(bytes, randomUUID());
  const sha2 = createHash("sha256").update(content).digest("hex");
  const attachment = { usageType: "https://a.test/u", display: {}, contentType: "text/plain", length: bytes, sha2 };
  const head = `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(makeStatement({ attachments: [attachment] }))}\r\n--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha2}\r\n\r\n`;
  return ask("POST", `${BASE}/statements`, {
    headers: { "content-type": "multipart/mixed; boundary=b" },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--b--\r\n")]),
  });
};
const counted = () =>
  server.inside("demo", async (db) => {
    const rows = await db.selectFrom("xapi_stored_bytes").select("bytes").execute();
    return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  });

describe("storage limit of the record store", () => {
  test("counts documents, replacements by the difference, and frees deleted ones", async () => {
    expect((await put("a", 3 * MB)).statusCode).toBe(204);
    expect(await counted()).toBe(3 * MB);
    const refused = await put("b", 3 * MB);
    expect([refused.statusCode, refused.json().error]).toEqual([
      413,
      expect.stringContaining("This site may store 0.005 GB"),
    ]);
    expect((await put("a", 4 * MB)).statusCode).toBe(204);
    expect((await put("a", 6 * MB)).statusCode).toBe(413);
    expect((await put("a", MB)).statusCode).toBe(204);
    expect((await put("b", 3 * MB)).statusCode).toBe(204);
    expect(await counted()).toBe(4 * MB);
    await ask("DELETE", state("a"));
    expect(await counted()).toBe(3 * MB);
  });

  test("counts what is merged into a document", async () => {
    const merge = (body: object) => ask("POST", state("merged"), { body });
    expect((await merge({ a: "x".repeat(3 * MB) })).statusCode).toBe(204);
    expect((await merge({ b: "x".repeat(3 * MB) })).statusCode).toBe(413);
    expect((await merge({ a: "" })).statusCode).toBe(204);
  });

  test("counts attachments of statements, which are stored once", async () => {
    expect((await attach(3 * MB)).statusCode).toBe(200);
    expect((await attach(3 * MB)).statusCode).toBe(413);
    expect(await counted()).toBe(3 * MB);
  });

  test("counts records and files together", async () => {
    expect((await attach(2 * MB)).statusCode).toBe(200);
    expect((await put("a", 2 * MB)).statusCode).toBe(204);
    const author = await server.as("instructor@demo.test");
    const upload = await server.app.inject({
      method: "POST",
      url: "/api/upload-resource",
      headers: {
        host: author.host,
        authorization: `Bearer ${author.token}`,
        "content-type": "multipart/form-data; boundary=x",
      },
      payload: `--x\r\ncontent-disposition: form-data; name="resource"; filename="a.txt"\r\n\r\n${"a".repeat(2 * MB)}\r\n--x--\r\n`,
    });
    expect([upload.statusCode, upload.body]).toEqual([422, expect.stringContaining("This site may store 0.005 GB")]);
  });
});
