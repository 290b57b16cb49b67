import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { COURSE, delta, EDIT, smallCourse } from "./course.testdata.ts";

const CREATE = `mutation ($title: String!, $description: String!, $content: [ContentUnitInput!], $video: [VideoUnitInput!],
  $test_units: [TestUnitInput!], $tests: [QuestionInput!], $status: String, $creation_key: String) {
  createCourse(title: $title, description: $description, content: $content, video: $video, test_units: $test_units, tests: $tests,
    status: $status, creation_key: $creation_key) { id version } }`;

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

const create = async (title: string, creation_key: string, extra: object = {}, client = author) =>
  (await client.data(CREATE, { ...smallCourse(title, extra), creation_key })).createCourse as {
    id: number;
    version: number;
  };
const read = async (id: number) => (await author.data(COURSE, { id })).course;
const countTitled = (title: string) =>
  server.inside("demo", async (db, instanceId) => {
    const rows = await db
      .selectFrom("courses")
      .where("instance_id", "=", instanceId)
      .where("title", "=", title)
      .select("id")
      .execute();
    return rows.length;
  });

test("saves the first course when a create is repeated with its key, with the same units and questions", async () => {
  const first = await create("Answer lost", "lost-1");
  const before = await read(first.id);
  expect((await create("Answer lost", "lost-1")).id).toBe(first.id);
  expect(await countTitled("Answer lost")).toBe(1);
  const after = await read(first.id);
  expect(after).toEqual({ ...before, version: 2 });
});

test("stores what the author changed before a repeated create, each time", async () => {
  const { id } = await create("Changed since", "lost-2", { status: "draft" });
  await create("Changed since", "lost-2", { status: "draft", video: [] });
  const content = [{ unit_order: 1, title: "Read", content: delta("More.") }];
  expect((await create("Changed twice", "lost-2", { status: "draft", content })).id).toBe(id);
  expect(await read(id)).toMatchObject({
    title: "Changed twice",
    videos: [{}],
    contents: [{ content: content[0]!.content }],
  });
});

test("creates one course of two calls with one key at the same time", async () => {
  const [one, other] = await Promise.all([create("At once", "once"), create("At once", "once")]);
  expect(one.id).toBe(other.id);
});

test("creates another course for another key, another author and after a deletion", async () => {
  const admin = await server.as("admin@demo.test");
  const first = await create("Own", "own-1");
  const others = [await create("Own", "own-2"), await create("Own", "own-1", {}, admin)];
  await author.data(`mutation ($id: Int!) { deleteCourse(id: $id) { id } }`, { id: first.id });
  others.push(await create("Own", "own-1"));
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
});

test("refuses a repeated create when the course was saved by another call since, and an invalid key", async () => {
  const { id, version } = await create("Edited", "edited");
  await author.data(EDIT, { input: { id, version, title: "Newer", description: "d", status: "draft" } });
  const repeated = await author.query(CREATE, { ...smallCourse("Edited"), creation_key: "edited" });
  expect(repeated.errors?.[0]?.extensions).toMatchObject({
    code: "VALIDATION",
    validation: { course: [expect.stringMatching(/changed since/)] },
  });
  expect((await read(id)).title).toBe("Newer");
  expect(await author.refusal(CREATE, { ...smallCourse("Bad"), creation_key: "a b" })).toBe("VALIDATION");
});
