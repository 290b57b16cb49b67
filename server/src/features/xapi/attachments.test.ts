import { createHash, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { BASE, makeStatement, recordStore } from "../../testing/record-store.ts";

const { server, ask, query } = await recordStore();
afterAll(() => server.close());

const ACTIVITY = "https://a.test/with-attachments";

/** Stores a statement with one attachment. @returns its bytes */
async function attach(): Promise<Buffer> {
  const content = Buffer.alloc(200_000, randomUUID());
  const sha2 = createHash("sha256").update(content).digest("hex");
  const attachment = {
    usageType: "https://a.test/u",
    display: {},
    contentType: "text/plain",
    length: content.length,
    sha2,
  };
  const statement = makeStatement({ object: { id: ACTIVITY }, attachments: [attachment] });
  const head = `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(statement)}\r\n--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha2}\r\n\r\n`;
  const { statusCode } = await ask("POST", `${BASE}/statements`, {
    headers: { "content-type": "multipart/mixed; boundary=b" },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--b--\r\n")]),
  });
  expect(statusCode).toBe(200);
  return content;
}

test("reads the attachments of a page of statements one after the other", async () => {
  const contents = [await attach(), await attach(), await attach()];
  const { files } = server.platform;
  const get = files.get.bind(files);
  let opened = 0;
  let most = 0;
  files.get = async (key, range) => {
    most = Math.max(most, ++opened);
    return (await get(key, range)).once("close", () => opened--);
  };
  const answer = await query({ activity: ACTIVITY, attachments: "true" });
  const head = await ask(
    "HEAD" as "GET",
    `${BASE}/statements?${new URLSearchParams({ activity: ACTIVITY, attachments: "true" }).toString()}`,
  );
  files.get = get;
  expect(answer.statusCode).toBe(200);
  for (const content of contents) expect(answer.body).toContain(`\r\n\r\n${content.toString()}\r\n--part-`);
  expect(most).toBe(1);
  expect([head.statusCode, head.body]).toEqual([200, ""]);
});
