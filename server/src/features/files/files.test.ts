import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { COURSE, CREATE, smallCourse } from "../courses/course.testdata.ts";
import { signedAddress } from "./addresses.ts";
import { sweepFiles } from "./sweep.service.ts";

const FILM = readFileSync(new URL("../../demo/media/rope-and-river.webm", import.meta.url));
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const ZIP = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(200)]);

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

function form(field: string, name: string, bytes: Buffer, type = "video/webm") {
  const boundary = "----cairn";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

async function upload(kind: string, name: string, bytes: Buffer, email = "instructor@demo.test") {
  const { token } = await server.as(email);
  const { payload, contentType } = form(kind, name, bytes);
  const headers = {
    host: email.endsWith("riverside.test") ? "riverside.localhost" : "demo.localhost",
    "content-type": contentType,
    authorization: `Bearer ${token}`,
  };
  return server.app.inject({ method: "POST", url: `/api/upload-${kind}`, headers, payload });
}

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: "GET", url, headers: { host: "demo.localhost", ...headers } });
const storedFiles = () =>
  server.inside(
    "demo",
    async (db, id) => (await db.selectFrom("files").select("key").where("instance_id", "=", id).execute()).length,
  );

describe("uploads", () => {
  test("return the name of a document and the type found in it, so that the page can show it", async () => {
    const { url } = (await upload("presentation", "the plan.txt", Buffer.from("First the rope.\n"))).json();
    const author = await server.as("instructor@demo.test");
    const document = [{ unit_order: 1, title: "The plan", doc_path: url }];
    const made = await author.data(
      `mutation ($document: [DocumentUnitInput!]) { createCourse(title: "Plans", description: "To read.", document: $document) { id } }`,
      { document },
    );
    const { course } = await author.data(
      `query ($id: Int!) { course(id: $id) { documents { file_path file_name file_type } } }`,
      made.createCourse,
    );
    expect(course.documents).toEqual([
      { file_path: expect.stringContaining("/files/"), file_name: "the plan.txt", file_type: "text/plain" },
    ]);
  });

  test("return a video whole and by ranges", async () => {
    const { url } = (await upload("video", "film.webm", FILM)).json();
    const whole = await get(url);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers["content-type"]).toBe("video/webm");
    expect(whole.rawPayload.equals(FILM)).toBe(true);
    const part = await get(url, { range: "bytes=100-199" });
    expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes 100-199/${FILM.length}`]);
    expect(part.rawPayload.equals(FILM.subarray(100, 200))).toBe(true);
    expect((await get(url, { range: "bytes=-50" })).rawPayload.equals(FILM.subarray(-50))).toBe(true);
    expect((await get(url, { range: `bytes=${FILM.length}-` })).statusCode).toBe(416);
  });

  test("reject a renamed zip uploaded as a video with a clear error and leave nothing", async () => {
    const before = await storedFiles();
    const answer = await upload("video", "film.mp4", ZIP);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      error: "This file is not one of the accepted MP4, WebM or MOV videos.",
      validation: { video: [expect.any(String)] },
    });
    expect(await storedFiles()).toBe(before);
  });

  test("reject an empty file, another field's name and a missing file with a clear error", async () => {
    const { token } = await server.as("instructor@demo.test");
    const headers = { host: "demo.localhost", authorization: `Bearer ${token}` };
    expect((await upload("resource", "empty.txt", Buffer.alloc(0))).json().error).toBe("This file is empty.");
    const wrong = form("picture", "a.png", PNG);
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/upload-image",
      headers: { ...headers, "content-type": wrong.contentType },
      payload: wrong.payload,
    });
    expect(answer.statusCode).toBe(422);
    expect(
      (await server.app.inject({ method: "POST", url: "/api/upload-image", headers, payload: {} })).statusCode,
    ).toBe(406);
  });

  test("leave neither a row nor bytes when they are cut off", async () => {
    await server.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = server.app.server.address() as { port: number };
    const rows = await storedFiles();
    // Other test servers keep files in the same folder: these are the keys of this one.
    const { files } = server.platform;
    const stored: string[] = [];
    const put = files.put.bind(files);
    files.put = (key, ...rest) => {
      stored.push(key);
      return put(key, ...rest);
    };
    const { token } = await server.as("instructor@demo.test");
    const { payload, contentType } = form("video", "cut.webm", FILM);
    const head = `POST /api/upload-video HTTP/1.1\r\nHost: demo.localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${contentType}\r\nContent-Length: ${payload.length}\r\n\r\n`;
    const finished = new Promise<void>((resolve) =>
      server.app.server.once("request", (_, response) => response.once("close", resolve)),
    );
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(head);
    socket.write(payload.subarray(0, payload.length / 2), () => socket.destroy());
    await finished;
    // It may be cut off before or after the first byte is stored.
    const left = async () => (await Promise.all(stored.map(countBytes))).filter((count) => count > 0).length;
    await expect.poll(left).toBe(0);
    files.put = put;
    expect(await storedFiles()).toBe(rows);
  });

  test("use the name for downloads only and never as a path", async () => {
    const { url } = (await upload("resource", "../../etc/passwd.txt", Buffer.from("plain text"))).json();
    const answer = await get(url);
    expect(answer.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''passwd.txt");
    expect(url).toMatch(/^\/files\/\d+\/[0-9a-f]{2}\/[0-9a-f]{40}\?/);
  });

  test("refuse learners, managers and unknown users", async () => {
    expect((await upload("video", "a.webm", FILM, "learner@demo.test")).statusCode).toBe(403);
    expect((await upload("video", "a.webm", FILM, "manager@demo.test")).statusCode).toBe(403);
    const { payload, contentType } = form("video", "a.webm", FILM);
    expect(
      (
        await server.app.inject({
          method: "POST",
          url: "/api/upload-video",
          headers: { host: "demo.localhost", "content-type": contentType },
          payload,
        })
      ).statusCode,
    ).toBe(401);
  });
});

describe("signed addresses", () => {
  test("are not found when changed, expired, or requested at another instance's host", async () => {
    const { url } = (await upload("image", "a.png", PNG)).json();
    expect((await get(url)).statusCode).toBe(200);
    expect((await get(url.replace(/s=..../, "s=AAAA"))).statusCode).toBe(404);
    expect((await get(url.replace("m=v", "m=d"))).statusCode).toBe(404);
    expect((await get(url, { host: "riverside.localhost" })).statusCode).toBe(404);
    const key = url.replace("/files/", "").replace(/\?.*/, "");
    expect(
      (await get(signedAddress(server.platform.secret, key, "view", Date.now() - 14 * 3_600_000))).statusCode,
    ).toBe(404);
    expect((await get("/files/../../package.json")).statusCode).toBe(404);
  });

  test("are stored without signatures in a lesson and signed again at each reading", async () => {
    const { url } = (await upload("image", "a.png", PNG)).json();
    const content = JSON.stringify({ ops: [{ insert: { image: url } }, { insert: "\n" }] });
    const author = await server.as("instructor@demo.test");
    const { id } = (
      await author.data(
        CREATE,
        smallCourse("With a picture in it", { content: [{ unit_order: 1, title: "Look", content }] }),
      )
    ).createCourse;
    const kept = await server.inside("demo", (db, instanceId) =>
      db
        .selectFrom("units")
        .select("content")
        .where("instance_id", "=", instanceId)
        .where("course_id", "=", id)
        .where("type", "=", "Content")
        .executeTakeFirstOrThrow(),
    );
    expect(kept.content).not.toContain("?");
    const read = (await author.data(COURSE, { id })).course.contents[0].content;
    expect((await get(JSON.parse(read).ops[0].insert.image)).statusCode).toBe(200);
  });

  test("of another instance cannot be used in a course", async () => {
    const { url } = (await upload("image", "a.png", PNG, "admin@riverside.test")).json();
    const author = await server.as("instructor@demo.test");
    const { errors } = await author.query(CREATE, smallCourse("Thief", { thumbnail: url }));
    expect(errors?.[0]?.extensions.validation).toEqual({
      thumbnail: ["This file is not known here. Please upload it again."],
    });
  });

  test("offer uploaded pages and scripts only as downloads without their type", async () => {
    const { url } = (await upload("resource", "page.html", Buffer.from("<script>alert(1)</script>"))).json();
    const answer = await get(url);
    expect(answer.headers["content-type"]).toBe("application/octet-stream");
    expect(answer.headers["content-disposition"]).toMatch(/^attachment/);
    expect(answer.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  });
});

test("of unused files are removed after a week, and those of a course's files are kept", async () => {
  const [used, unused] = [
    (await upload("image", "used.png", PNG)).json(),
    (await upload("image", "unused.png", PNG)).json(),
  ];
  const author = await server.as("instructor@demo.test");
  await author.data(CREATE, smallCourse("With a picture", { thumbnail: used.url }));
  const instanceId = await server.inside("demo", async (_, id) => id);
  await sweepFiles(server.platform, instanceId);
  expect((await get(unused.url)).statusCode).toBe(200);
  await server.inside("demo", (db, id) =>
    db
      .updateTable("files")
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
      .where("instance_id", "=", id)
      .execute(),
  );
  await sweepFiles(server.platform, instanceId);
  expect((await get(unused.url)).statusCode).toBe(404);
  expect((await get(used.url)).statusCode).toBe(200);
});

async function countBytes(key: string): Promise<number> {
  let count = 0;
  for await (const _ of server.platform.files.list(key)) count++;
  return count;
}
