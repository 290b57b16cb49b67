import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { signedAddress } from "../files/addresses.ts";

const CONTENT = `query ($id: Int!) { course(id: $id) { contents { id content } } }`;
const CREATE_VIDEO = `mutation ($title: String!, $video: [VideoUnitInput!], $thumbnail: String, $resources: [ResourceInput!]) {
  createCourse(title: $title, description: "d", status: "draft", branchUrl: "north", video: $video, thumbnail: $thumbnail, resources: $resources) { id } }`;
const CREATE_TEXT = `mutation ($title: String!, $content: [ContentUnitInput!], $branchUrl: String) {
  createCourse(title: $title, description: "d", status: "draft", content: $content, branchUrl: $branchUrl) { id } }`;
const DUPLICATE = `mutation ($id: Int!) { duplicateCourse(id: $id) { id } }`;

let server: TestServer;
let author: Client;
/** An instructor of one branch, without access to the main site. */
let northAuthor: Client;
let northId: number;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  northId = await server.userId("priya.raman@demo.test");
  await server.inside("demo", (db, id) =>
    db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", id)
      .where("id", "=", northId)
      .execute(),
  );
  northAuthor = await server.as("priya.raman@demo.test", "north.demo.localhost");
});
afterAll(() => server.close());

/** Stores a file and returns its key. */
function stored(purpose: string, { domain = "demo", by = null as number | null } = {}): Promise<string> {
  return server.inside(domain, async (db, instance_id) => {
    const random = randomBytes(20).toString("hex");
    const key = `${instance_id}/${random.slice(0, 2)}/${random}`;
    const row = { instance_id, key, name: purpose, type: "image/png", size: 1, purpose, uploaded_by: by };
    await db.insertInto("files").values(row).execute();
    return key;
  });
}

const address = (key: string) => signedAddress(server.platform.secret, key);
const picture = (key: string) => JSON.stringify({ ops: [{ insert: { image: `/files/${key}` } }, { insert: "\n" }] });
const text = (key: string, branchUrl: string | null = null) => ({
  title: "Pictures",
  content: [{ unit_order: 1, title: "Look", content: picture(key) }],
  branchUrl,
});
const getValidation = async (client: Client, document: string, variables: object) =>
  (await client.query(document, variables)).errors?.[0]?.extensions.validation;
const shownIn = async (id: number): Promise<string> =>
  (await author.data(CONTENT, { id })).course.contents[0].content as string;

describe("file keys in what an author saves", () => {
  test.each([
    ["a private submission", () => stored("assignment")],
    ["a file of another instance", () => stored("image", { domain: "riverside" })],
    ["a package", () => stored("scorm")],
    ["a file that does not exist", async () => `1/aa/${"a".repeat(40)}`],
  ])("rejects %s as an image in a text", async (_, make) => {
    expect(await getValidation(author, CREATE_TEXT, text(await make()))).toEqual({
      course: ["Content Unit 1: A picture in the text is not known here. Please remove it and upload it again."],
    });
  });

  test("rejects an image that only courses of another branch use, for an instructor of one branch", async () => {
    const key = await stored("image");
    const { createCourse } = await author.data(CREATE_TEXT, text(key));
    expect(await getValidation(northAuthor, CREATE_TEXT, text(key, "north"))).toHaveProperty("course");
    await server.inside("demo", async (db, instance_id) => {
      const branch = await db
        .selectFrom("branches")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("url", "=", "north")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("branch_courses")
        .values({ instance_id, branch_id: branch.id, course_id: createCourse.id })
        .execute();
    });
    expect(await getValidation(northAuthor, CREATE_TEXT, text(key, "north"))).toBeUndefined();
  });

  test("accepts the image that an instructor of one branch uploaded", async () => {
    const key = await stored("image", { by: northId });
    expect(await getValidation(northAuthor, CREATE_TEXT, text(key, "north"))).toBeUndefined();
  });

  test.each([
    ["videos", "video", (file: string) => ({ video: [{ unit_order: 1, title: "Watch", video_path: file }] })],
    [
      "captions",
      "captions",
      (file: string) => ({
        video: [{ unit_order: 1, title: "Watch", captions: [{ language: "en", file_path: file }] }],
      }),
    ],
    ["thumbnails", "image", (file: string) => ({ thumbnail: file })],
    ["resources", "resource", (file: string) => ({ resources: [{ name: "Plan", file_path: file }] })],
  ])("rejects another user's %s for an instructor of one branch", async (_, purpose, fields) => {
    const foreign = { title: "Foreign", ...fields(address(await stored(purpose))) };
    const refused = await getValidation(northAuthor, CREATE_VIDEO, foreign);
    expect(Object.values(refused ?? {})).toEqual([["This file is not known here. Please upload it again."]]);
    const own = { title: "Own", ...fields(address(await stored(purpose, { by: northId }))) };
    expect(await getValidation(northAuthor, CREATE_VIDEO, own)).toBeUndefined();
  });
});

describe("file keys in stored texts", () => {
  /** Creates a course whose text was stored before its keys were checked. */
  async function storedBefore(key: string): Promise<number> {
    const { createCourse } = await author.data(CREATE_TEXT, text(await stored("image")));
    await server.inside("demo", (db, id) =>
      db
        .updateTable("units")
        .set({ content: picture(key), content_images: [] })
        .where("instance_id", "=", id)
        .where("course_id", "=", createCourse.id)
        .execute(),
    );
    return createCourse.id;
  }

  test("signs a checked image, also in a copy of the course, and no other file", async () => {
    const { createCourse } = await author.data(CREATE_TEXT, text(await stored("image")));
    expect(await shownIn(createCourse.id)).toMatch(/\?e=\w+&m=v&s=/);
    const copy = (await author.data(DUPLICATE, { id: createCourse.id })).duplicateCourse;
    expect(await shownIn(copy.id)).toMatch(/\?e=\w+&m=v&s=/);
    expect(await shownIn(await storedBefore(await stored("assignment")))).not.toContain("s=");
  });

  test("leaves an unchecked file out of the archive of a course", async () => {
    const key = await stored("assignment");
    const id = await storedBefore(key);
    const { rawPayload, statusCode } = await server.app.inject({
      url: `/api/courses/${id}/archive`,
      headers: { host: "demo.localhost", authorization: `Bearer ${author.token}` },
    });
    expect(statusCode).not.toBe(404);
    expect(rawPayload.toString("latin1")).not.toContain("assignment");
  });

  test("keeps images of the same instance in the migration, and leaves out every other key", async () => {
    const [image, submission, foreign] = [
      await stored("image"),
      await stored("assignment"),
      await stored("image", { domain: "riverside" }),
    ];
    const units = await Promise.all([image, submission, foreign].map(storedBefore));
    const owner = new pg.Client({ ...server.connection, user: "postgres" });
    await owner.connect();
    await owner.query("ALTER TABLE units DROP COLUMN content_images");
    await owner.query(
      await readFile(new URL("../../../migrations/0070_pictures_of_texts.sql", import.meta.url), "utf8"),
    );
    await owner.end();
    const texts = await Promise.all(units.map(shownIn));
    expect(texts.map((each) => each.includes("s="))).toEqual([true, false, false]);
  });
});
