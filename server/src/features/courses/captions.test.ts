import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { sweepFiles } from "../files/sweep.service.ts";

const FILM = readFileSync(new URL("../../demo/media/rope-and-river.webm", import.meta.url));
const WORDS = "WEBVTT\n\n00:00.000 --> 00:02.000\nHold the rope.\n";
const CREATE = `mutation ($video: [VideoUnitInput!], $status: String) {
  createCourse(title: "Ropes", description: "d", video: $video, status: $status) { id } }`;
const READ = `query ($id: Int!) { course(id: $id) { videos { captions { language file_name file_path } } } }`;

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

async function upload(kind: string, name: string, bytes: Buffer | string) {
  const boundary = "----cairn";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${kind}"; filename="${name}"\r\n\r\n`;
  const headers = {
    host: "demo.localhost",
    authorization: `Bearer ${author.token}`,
    "content-type": `multipart/form-data; boundary=${boundary}`,
  };
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return server.app.inject({ method: "POST", url: `/api/upload-${kind}`, headers, payload });
}
const uploadFile = async (kind: string, name: string, bytes: Buffer | string) =>
  (await upload(kind, name, bytes)).json().url as string;

test("returns captions in two languages with the video, and serves them inline as WebVTT", async () => {
  const video = [
    {
      unit_order: 1,
      title: "Ropes",
      video_path: await uploadFile("video", "ropes.webm", FILM),
      captions: [
        { language: "en", file_path: await uploadFile("captions", "ropes.vtt", WORDS) },
        { language: "pt-BR", file_path: await uploadFile("captions", "cordas", `\ufeff${WORDS}`) },
      ],
    },
  ];
  const { id } = (await author.data(CREATE, { video })).createCourse;
  const learner = await server.as("learner@demo.test");
  expect((await learner.data(READ, { id })).course.videos[0].captions).toEqual([]);
  await learner.data(`mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`, { id });
  const { captions } = (await learner.data(READ, { id })).course.videos[0];
  expect(captions).toMatchObject([
    { language: "en", file_name: "ropes.vtt" },
    { language: "pt-BR", file_name: "cordas" },
  ]);
  const file = await server.app.inject({ url: captions[0].file_path, headers: { host: "demo.localhost" } });
  expect(file.headers["content-type"]).toMatch(/^text\/vtt/);
  expect(file.headers["content-disposition"]).toMatch(/^inline/);
  expect(file.body).toBe(WORDS);
});

test("rejects a file that is not WebVTT, whatever its name", async () => {
  for (const content of ["1\n00:00:00,000 --> 00:00:02,000\nSubRip\n", "WEBVTTX", FILM, " WEBVTT\n"]) {
    const response = await upload("captions", "words.vtt", content);
    expect(response.json().validation).toEqual({
      captions: ["This file is not one of the accepted WebVTT captions (.vtt)."],
    });
  }
});

test("rejects two captions in one language, captions without a language, and a file that is not captions", async () => {
  const words = await uploadFile("captions", "a.vtt", WORDS);
  const film = await uploadFile("video", "a.webm", FILM);
  const save = async (captions: object[]) =>
    (await author.query(CREATE, { video: [{ unit_order: 1, title: "v", captions }], status: "draft" })).errors?.[0]
      ?.extensions.validation;
  expect(
    await save([
      { language: "en", file_path: words },
      { language: "EN", file_path: words },
    ]),
  ).toEqual({ "units.0.captions": ["There are two captions in one language."] });
  expect(await save([{ language: "?", file_path: words }])).toEqual({
    "units.0.captions.0.language": ["Choose the language of the captions."],
  });
  expect(await save([{ language: "en", file_path: film }])).toEqual({
    "units.0.captions": ["This file is not known here. Please upload it again."],
  });
});

test("deletes captions that were removed, and keeps those in use", async () => {
  const kept = await uploadFile("captions", "kept.vtt", WORDS);
  const removed = await uploadFile("captions", "removed.vtt", WORDS);
  await author.data(CREATE, {
    video: [{ unit_order: 1, title: "v", captions: [{ language: "en", file_path: kept }] }],
    status: "draft",
  });
  const instanceId = await server.inside("demo", async (db, id) => {
    await db
      .updateTable("files")
      .set({ created_at: new Date(0) })
      .where("instance_id", "=", id)
      .where("purpose", "=", "captions")
      .execute();
    return id;
  });
  await sweepFiles(server.platform, instanceId);
  const status = async (url: string) =>
    (await server.app.inject({ url, headers: { host: "demo.localhost" } })).statusCode;
  expect([await status(kept), await status(removed)]).toEqual([200, 404]);
});
