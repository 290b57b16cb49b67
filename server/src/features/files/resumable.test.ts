import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reach } from "../../access/actor.ts";
import { withActor } from "../../access/with-actor.ts";
import { openBucket } from "../../testing/bucket.ts";
import { cmi5Structure, scormPackage, tincanPackage } from "../../testing/packages.ts";
import { startServer, type TestServer, VISIT } from "../../testing/server.ts";
import type { RunAsActor } from "./files.service.ts";
import { claimFinish, holdFinish } from "./resumable.queries.ts";
import { finishUpload } from "./resumable.service.ts";
import { sweepFiles } from "./sweep.service.ts";

const FILM = readFileSync(new URL("../../demo/media/rope-and-river.webm", import.meta.url));

const folder = async () => ({ settings: {}, close: async () => {} });
const bucket = async () => {
  const { url, close } = await openBucket();
  return { settings: { STORAGE_URL: url }, close };
};

describe.each([
  ["kept in a folder", folder],
  ["kept in a bucket", bucket],
])("resumable upload, %s,", (_, open) => {
  let place: Awaited<ReturnType<typeof open>>;
  let server: TestServer;
  let origin: string;
  beforeAll(async () => {
    place = await open();
    server = await startServer(place.settings);
    await server.app.listen({ host: "127.0.0.1", port: 0 });
    origin = `http://127.0.0.1:${(server.app.server.address() as { port: number }).port}`;
  });
  afterAll(async () => {
    await server.close();
    await place.close();
  });

  const encode = (text: string) => Buffer.from(text).toString("base64");
  const toHost = (email: string) => (email.endsWith("riverside.test") ? "riverside.localhost" : "demo.localhost");

  interface Answer {
    status: number;
    headers: Record<string, string>;
    body: string;
  }

  /** Sends a request to the listening server with its own host, which fetch cannot send. */
  async function send(
    email: string | null,
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: Buffer = Buffer.alloc(0),
  ): Promise<Answer> {
    const token = email && (await server.as(email)).token;
    const { request } = await import("node:http");
    return new Promise((resolve, reject) => {
      const call = request(
        `${origin}${path}`,
        {
          method,
          headers: {
            host: email ? toHost(email) : "demo.localhost",
            "tus-resumable": "1.0.0",
            "content-length": body.length,
            ...(token && { authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers as Record<string, string>,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      call.on("error", reject);
      call.end(body);
    });
  }

  const AUTHOR = "instructor@demo.test";
  const begin = (size: number, kind = "video", name = "film.webm", email: string | null = AUTHOR) =>
    send(email, "POST", "/api/uploads", {
      "upload-length": String(size),
      "upload-metadata": `filename ${encode(name)},kind ${encode(kind)}`,
    });
  const patch = (path: string, offset: number, bytes: Buffer, email = AUTHOR) =>
    send(
      email,
      "PATCH",
      path,
      { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
      bytes,
    );
  const finish = (path: string, email = AUTHOR) => send(email, "POST", `${path}/finish`);
  const readOffset = async (path: string, email = AUTHOR) => {
    const { status, headers } = await send(email, "HEAD", path);
    return status === 200 ? Number(headers["upload-offset"]) : status;
  };
  const bytesStored = async () => {
    let count = 0;
    for await (const _ of server.platform.files.list("")) count++;
    return count;
  };
  /** Returns the bytes of an upload that count as stored. */
  const announced = (path: string) =>
    server.inside("demo", async (db, id) => {
      const uploads = db.selectFrom("uploads").select("size").where("instance_id", "=", id);
      return (await uploads.where("id", "=", path.split("/").at(-1)!).executeTakeFirstOrThrow()).size;
    });
  const rowsStored = () =>
    server.inside(
      "demo",
      async (db, id) => (await db.selectFrom("files").select("key").where("instance_id", "=", id).execute()).length,
    );

  test("becomes one identical file, which a course uses and learners read by ranges", async () => {
    const half = Math.floor(FILM.length / 2);
    const { status, headers } = await begin(FILM.length);
    expect(status).toBe(201);
    const path = headers["location"]!;
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
    expect(await readOffset(path)).toBe(0);
    expect((await patch(path, 0, FILM.subarray(0, half))).status).toBe(204);
    expect(await readOffset(path)).toBe(half);
    expect(JSON.parse((await finish(path)).body).error).toBe("The upload is not complete yet.");
    expect((await patch(path, half, FILM.subarray(half))).status).toBe(204);
    const stored = JSON.parse((await finish(path)).body);
    expect(stored).toMatchObject({ name: "film.webm", type: "video/webm", size: FILM.length });
    const file = await server.app.inject({ url: stored.url, headers: { host: "demo.localhost" } });
    expect(file.rawPayload.equals(FILM)).toBe(true);

    // A client that missed the answer asks again.
    const again = JSON.parse((await finish(path)).body);
    expect(again.url.split("?")[0]).toBe(stored.url.split("?")[0]);
    const author = await server.as(AUTHOR);
    const video = [{ unit_order: 1, title: "Film", video_path: stored.url }];
    await author.data(
      `mutation ($video: [VideoUnitInput!]) { createCourse(title: "Resumed", description: "d", video: $video) { id } }`,
      { video },
    );
  });

  test("becomes one file however many requests finish it", async () => {
    const [bytes, rows] = [await bytesStored(), await rowsStored()];
    const path = (await begin(FILM.length)).headers["location"]!;
    await patch(path, 0, FILM);
    const answers = await Promise.all([1, 2, 3].map(() => finish(path)));
    expect(new Set(answers.map(({ body }) => JSON.parse(body).url.split("?")[0])).size).toBe(1);
    await expect.poll(async () => [await bytesStored(), await rowsStored()]).toEqual([bytes + 1, rows + 1]);
  });

  test("is assembled by one server at a time: another waits, reports it, and takes over from one that died", async () => {
    const path = (await begin(100, "resource", "a.bin")).headers["location"]!;
    await patch(path, 0, Buffer.alloc(100, 7));
    const heldUntil = (until: Date) =>
      server.inside("demo", (db, id) =>
        db
          .updateTable("uploads")
          .set({ finishing_until: until })
          .where("instance_id", "=", id)
          .where("id", "=", path.split("/").at(-1)!)
          .execute(),
      );
    await heldUntil(new Date(Date.now() + 3_600_000));
    const rows = await rowsStored();
    const author = await server.as(AUTHOR);
    const runAsActor: RunAsActor = (work) => withActor(server.platform, VISIT, author.token, work);
    expect(await finishUpload(server.platform, runAsActor, {}, path.split("/").at(-1)!, 0)).toBe(null);
    expect(await rowsStored()).toBe(rows);
    const asked = finish(path);
    await heldUntil(new Date(0));
    expect(JSON.parse((await asked).body)).toMatchObject({ name: "a.bin", size: 100 });
    expect(await rowsStored()).toBe(rows + 1);
  });

  test("continues after a network failure with what had arrived", async () => {
    const { headers } = await begin(FILM.length);
    const path = headers["location"]!;
    const sent = Math.floor(FILM.length / 3);
    const { token } = await server.as(AUTHOR);
    const socket = connect(Number(new URL(origin).port), "127.0.0.1").on("error", () => {});
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: demo.localhost\r\nAuthorization: Bearer ${token}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${FILM.length}\r\n\r\n`,
    );
    socket.end(FILM.subarray(0, sent));
    await expect.poll(() => readOffset(path)).toBeGreaterThan(0);
    const offset = await readOffset(path);
    expect(offset).toBeLessThanOrEqual(sent);
    expect((await patch(path, offset, FILM.subarray(offset))).status).toBe(204);
    const stored = JSON.parse((await finish(path)).body);
    const file = await server.app.inject({ url: stored.url, headers: { host: "demo.localhost" } });
    expect(file.rawPayload.equals(FILM)).toBe(true);
  });

  test("adds one part for two requests at one offset, and none at a wrong offset", async () => {
    const { headers } = await begin(300, "resource", "a.bin");
    const path = headers["location"]!;
    const answers = await Promise.all([1, 2, 3].map((fill) => patch(path, 0, Buffer.alloc(100, fill))));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await readOffset(path)).toBe(100);
    expect((await patch(path, 50, Buffer.alloc(10))).status).toBe(409);
    expect(await readOffset(path)).toBe(100);
  });

  test("checks limits, kinds and permissions before a byte is sent", async () => {
    const tooLarge = await begin(3 * 1024 ** 3);
    expect([tooLarge.status, JSON.parse(tooLarge.body).validation]).toEqual([
      422,
      { video: ["This file is larger than 2048 MB."] },
    ]);
    for (const kind of ["assignment", "constructor", "nonsense"]) expect((await begin(10, kind)).status).toBe(422);
    expect((await begin(0)).status).toBe(422);
    expect((await begin(10, "video", "a.webm", "learner@demo.test")).status).toBe(403);
    expect((await begin(10, "video", "a.webm", null)).status).toBe(401);
  });

  test("reads a complete package of any standard, and answers the same when asked again", async () => {
    const packages: [Buffer, string, string][] = [
      [scormPackage(), "course.zip", "scorm_1_2"],
      [tincanPackage(), "course.zip", "xapi"],
      [Buffer.from(cmi5Structure({ url: () => "https://au.example/" })), "cmi5.xml", "cmi5"],
    ];
    for (const [bytes, name, kind] of packages) {
      const path = (await begin(bytes.length, "scorm", name)).headers["location"]!;
      await patch(path, 0, bytes.subarray(0, 300));
      await patch(path, 300, bytes.subarray(300));
      const stored = JSON.parse((await finish(path)).body);
      expect(stored).toMatchObject({ name, size: bytes.length, scorm: { kind, id: expect.any(Number) } });
      expect(JSON.parse((await finish(path)).body).scorm).toEqual(stored.scorm);
      const author = await server.as(AUTHOR);
      const { createCourse } = await author.data(
        `mutation ($scorm: [ScormUnitInput!]) { createCourse(title: "In parts", description: "d", scorm: $scorm) { id } }`,
        { scorm: [{ unit_order: 1, title: "Do", scorm_path: stored.url }] },
      );
      const { course } = await author.data(
        "query ($id: Int!) { course(id: $id) { scorms { scorm_id } } }",
        createCourse,
      );
      expect(course.scorms).toEqual([{ scorm_id: stored.scorm.id }]);
    }
    expect(server.outside.jobs.filter(({ name }) => name === "scorm.unpack")).toHaveLength(2);
  });

  test("rejects an invalid package when it is complete, with its reason, and leaves nothing", async () => {
    const [bytes, rows] = [await bytesStored(), await rowsStored()];
    const path = (await begin(100, "scorm", "course.zip")).headers["location"]!;
    await patch(path, 0, Buffer.alloc(100, 1));
    const answer = await finish(path);
    expect([answer.status, JSON.parse(answer.body).validation]).toEqual([
      422,
      { scorm: [expect.stringMatching(/not a zip file/)] },
    ]);
    expect(await readOffset(path)).toBe(404);
    expect([await bytesStored(), await rowsStored()]).toEqual([bytes, rows]);
    // Whichever server is asked: the one that refused it need not be the next.
    const again = await finish(path);
    expect([again.status, JSON.parse(again.body).validation]).toEqual([422, JSON.parse(answer.body).validation]);
    expect((await patch(path, 0, Buffer.alloc(100, 1))).status).toBe(404);
    expect(await announced(path)).toBe(0);
    const author = await server.as(AUTHOR);
    const id = path.split("/").at(-1)!;
    const inUpload = <T>(work: (reach: Reach<"file.upload">) => Promise<T>) =>
      withActor(server.platform, VISIT, author.token, async (actor) => work(await actor.reach("file.upload")));
    await inUpload((reach) => holdFinish(reach, id, 0));
    // Also for a process that read the upload before it was refused.
    const mayAssemble = await inUpload((reach) => claimFinish(reach, id, 60));
    expect(mayAssemble).toBe(false);
  });

  test("rejects more bytes than announced", async () => {
    const path = (await begin(10, "resource", "a.bin")).headers["location"]!;
    expect((await patch(path, 0, Buffer.alloc(20))).status).toBe(413);
  });

  test("rejects a file of another type when it is complete, and leaves nothing", async () => {
    const [bytes, rows] = [await bytesStored(), await rowsStored()];
    const path = (await begin(100)).headers["location"]!;
    await patch(path, 0, Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(96)]));
    const answer = await finish(path);
    expect([answer.status, JSON.parse(answer.body).validation]).toEqual([
      422,
      { video: ["This file is not one of the accepted MP4, WebM or MOV videos."] },
    ]);
    expect(await readOffset(path)).toBe(404);
    expect([await bytesStored(), await rowsStored()]).toEqual([bytes, rows]);
  });

  test("belongs to its owner: a colleague and another instance cannot find it", async () => {
    const path = (await begin(10, "resource", "a.bin")).headers["location"]!;
    for (const email of ["admin@demo.test", "admin@riverside.test"]) {
      expect(await readOffset(path, email)).toBe(404);
      expect((await patch(path, 0, Buffer.alloc(10), email)).status).toBe(404);
      expect((await finish(path, email)).status).toBe(404);
      expect((await send(email, "DELETE", path)).status).toBe(404);
    }
    expect(await readOffset("/api/uploads/not-an-id")).toBe(404);
  });

  test("is deleted at once when abandoned, and by the sweep when forgotten", async () => {
    const before = await bytesStored();
    const path = (await begin(100, "resource", "a.bin")).headers["location"]!;
    await patch(path, 0, Buffer.alloc(50));
    expect(await bytesStored()).toBe(before + 1);
    expect((await send(AUTHOR, "DELETE", path)).status).toBe(204);
    expect([await bytesStored(), await readOffset(path)]).toEqual([before, 404]);

    const forgotten = (await begin(100, "resource", "b.bin")).headers["location"]!;
    await patch(forgotten, 0, Buffer.alloc(50));
    const instanceId = await server.inside("demo", async (_, id) => id);
    await sweepFiles(server.platform, instanceId);
    expect(await readOffset(forgotten)).toBe(50);
    await server.inside("demo", (db, id) =>
      db
        .updateTable("uploads")
        .set({ updated_at: new Date(0) })
        .where("instance_id", "=", id)
        .execute(),
    );
    await sweepFiles(server.platform, instanceId);
    expect(await readOffset(forgotten)).toBe(404);
  });

  test("keeps twenty concurrent uploads with one name and size apart", async () => {
    const bytes = Array.from({ length: 20 }, (_, fill) => Buffer.alloc(5000, fill + 1));
    const urls = await Promise.all(
      bytes.map(async (each) => {
        const path = (await begin(each.length, "resource", "../../same.bin")).headers["location"]!;
        await patch(path, 0, each.subarray(0, 2000));
        await patch(path, 2000, each.subarray(2000));
        return JSON.parse((await finish(path)).body).url as string;
      }),
    );
    expect(new Set(urls).size).toBe(20);
    for (const [index, url] of urls.entries()) {
      const file = await server.app.inject({ url, headers: { host: "demo.localhost" } });
      expect(file.rawPayload.equals(bytes[index]!)).toBe(true);
      expect(file.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''same.bin");
    }
  });
});
