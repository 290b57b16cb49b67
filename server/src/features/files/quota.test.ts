import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const MB = 1024 * 1024;

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer({ INSTANCE_STORAGE_GB: "0.01", AUTHOR_STORAGE_GB: "0.005" });
  author = await server.as("instructor@demo.test");
});
beforeEach(() => server.platform.database.pool.query("UPDATE instances SET storage_limit_gb = NULL"));
afterAll(() => server.close());

const upload = (client: Client, bytes: number) =>
  server.app.inject({
    method: "POST",
    url: "/api/upload-resource",
    headers: {
      host: client.host,
      authorization: `Bearer ${client.token}`,
      "content-type": "multipart/form-data; boundary=x",
    },
    payload: `--x\r\ncontent-disposition: form-data; name="resource"; filename="a.txt"\r\n\r\n${"a".repeat(bytes)}\r\n--x--\r\n`,
  });
const announce = (client: Client, bytes: number) =>
  server.app.inject({
    method: "POST",
    url: "/api/uploads",
    headers: {
      host: client.host,
      authorization: `Bearer ${client.token}`,
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes),
      "upload-metadata": `filename ${btoa("film.webm")},kind ${btoa("video")}`,
    },
  });
const clear = () =>
  server.inside("demo", async (db) => {
    await db.deleteFrom("uploads").execute();
    await db.deleteFrom("files").where("purpose", "=", "resource").execute();
  });

/** Sends bytes of an upload in parts to the listening server, because the protocol reads them from the connection. */
async function sendPart(path: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, path, method: "PATCH", headers });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(204);
  answer.resume();
}

describe("storage limits", () => {
  test("reject a person's upload above their own limit while others may still upload", async () => {
    await clear();
    expect((await upload(author, 4 * MB)).statusCode).toBe(200);
    const refused = await upload(author, 2 * MB);
    expect([refused.statusCode, refused.json().validation.resource[0]]).toEqual([
      422,
      expect.stringContaining("You may store 0.005 GB"),
    ]);
    expect((await upload(await server.as("admin@demo.test"), 2 * MB)).statusCode).toBe(200);
  });

  test("reject every upload above the limit of the instance and do not affect other instances", async () => {
    await clear();
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("files")
        .values({
          instance_id,
          key: `${instance_id}/aa/${"a".repeat(40)}`,
          name: "x",
          type: "x",
          size: 11 * MB,
          purpose: "resource",
        })
        .execute(),
    );
    const refused = await upload(author, 100);
    expect([refused.statusCode, refused.json().validation.resource[0]]).toEqual([
      422,
      expect.stringContaining("This site may store 0.01 GB"),
    ]);
    expect((await upload(await server.as("admin@riverside.test"), 100)).statusCode).toBe(200);
    await server.platform.database.pool.query("UPDATE instances SET storage_limit_gb = 1 WHERE domain = 'demo'");
    expect((await upload(author, 100)).statusCode).toBe(200);
  });

  test("count unfinished uploads", async () => {
    await clear();
    expect((await announce(author, 3 * MB)).statusCode).toBe(201);
    const refused = await announce(author, 3 * MB);
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining("You may store")]);
    expect((await upload(author, 3 * MB)).statusCode).toBe(422);
  });

  test("count an upload in parts once when it becomes a file", async () => {
    await clear();
    const BYTES = 4 * MB;
    const headers = {
      host: author.host,
      authorization: `Bearer ${author.token}`,
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
    };
    const metadata = `filename ${btoa("notes.txt")},kind ${btoa("resource")}`;
    const begun = await server.app.inject({
      method: "POST",
      url: "/api/uploads",
      headers: { ...headers, "upload-length": String(BYTES), "upload-metadata": metadata },
    });
    const url = String(begun.headers["location"]);
    await server.app.listen({ host: "127.0.0.1", port: 0 });
    await sendPart(url, { ...headers, "upload-offset": "0" }, Buffer.alloc(BYTES, "a"));
    const finished = await server.app.inject({
      method: "POST",
      url: `${url}/finish`,
      headers: { ...headers, "content-type": "application/json" },
      payload: "{}",
    });
    expect([finished.statusCode, finished.json()]).toEqual([200, expect.objectContaining({ size: BYTES })]);
    expect((await upload(author, 2 * MB)).statusCode).toBe(422);
  });

  test("hold when many uploads are announced at once", async () => {
    await clear();
    const codes = (await Promise.all(Array.from({ length: 8 }, () => announce(author, 2 * MB)))).map(
      ({ statusCode }) => statusCode,
    );
    expect(codes.filter((code) => code === 201)).toHaveLength(2);
  });

  test("use the instance's own limit, then its active subscription's, then the installation's", async () => {
    await clear();
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("files")
        .values({
          instance_id,
          key: `${instance_id}/bb/${"b".repeat(40)}`,
          name: "x",
          type: "x",
          size: 1500 * MB,
          purpose: "resource",
        })
        .execute(),
    );
    const subscribe = (status: string, storage_limit_gb: number | null) =>
      server.inside("demo", async (db, instance_id) => {
        await db.deleteFrom("subscriptions").execute();
        await db.insertInto("subscriptions").values({ instance_id, amount: 1, status, storage_limit_gb }).execute();
      });
    const limit = async () => /may store ([\d.]+) GB/.exec((await upload(author, 100)).body)?.[1] ?? "room";
    expect(await limit()).toBe("0.01");
    await subscribe("active", 1);
    expect(await limit()).toBe("1");
    await subscribe("trialing", 2);
    expect(await limit()).toBe("room");
    await subscribe("cancelled", 2);
    expect(await limit()).toBe("0.01");
    await subscribe("active", null);
    expect(await limit()).toBe("0.01");
    await subscribe("active", 2);
    await server.platform.database.pool.query("UPDATE instances SET storage_limit_gb = 1 WHERE domain = 'demo'");
    expect(await limit()).toBe("1");
  });

  test("can be set by the operator for an instance", async () => {
    const operator = await operatorAt(server);
    const { lmsInstances } = await operator.data('{ lmsInstances(search: "riverside") { id name } }');
    const { id, name } = lmsInstances[0];
    const UPDATE = `mutation ($id: Int!, $name: String!, $gb: Int) {
      updateLmsInstance(id: $id, name: $name, storage_limit_gb: $gb) { storage_limit_gb } }`;
    expect((await operator.data(UPDATE, { id, name, gb: 7 })).updateLmsInstance.storage_limit_gb).toBe(7);
    expect(await operator.refusal(UPDATE, { id, name, gb: 0 })).toBe("VALIDATION");
  });
});
