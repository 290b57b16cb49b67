import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { CREATE, EDIT, smallCourse } from "./course.testdata.ts";

const ANNOUNCE = `mutation ($id: Int!, $window: String!, $leaving: Boolean) {
  announceEditing(id: $id, window: $window, leaving: $leaving) { version saved_by editors { name } } }`;

let server: TestServer;
let first: Client;
let second: Client;
beforeAll(async () => {
  server = await startServer();
  first = await server.as("instructor@demo.test");
  second = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const create = async (title: string) =>
  (await first.data(CREATE, smallCourse(title))).createCourse as { id: number; version: number };
const announce = async (client: Client, id: number, window: string, leaving = false) =>
  (await client.data(ANNOUNCE, { id, window, leaving })).announceEditing;
const findName = (email: string) =>
  server.inside("demo", async (db, instanceId) => {
    const { first_name, last_name } = await db
      .selectFrom("users")
      .select(["first_name", "last_name"])
      .where("instance_id", "=", instanceId)
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    return `${first_name} ${last_name}`;
  });

test("shows two editors of a course each other until one leaves", async () => {
  const { id } = await create("Written by two");
  expect((await announce(first, id, "a")).editors).toEqual([]);
  expect((await announce(second, id, "b")).editors).toEqual([{ name: await findName("instructor@demo.test") }]);
  expect((await announce(first, id, "a")).editors).toEqual([{ name: await findName("admin@demo.test") }]);
  await announce(second, id, "b", true);
  expect((await announce(first, id, "a")).editors).toEqual([]);
});

test("reports the caller's second window, and not one that sent nothing for a minute", async () => {
  const { id } = await create("Open twice");
  await announce(first, id, "a");
  expect((await announce(first, id, "b")).editors).toEqual([{ name: await findName("instructor@demo.test") }]);
  await server.inside("demo", (db, instanceId) =>
    db
      .updateTable("course_editors")
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .where("instance_id", "=", instanceId)
      .where("editing_window", "=", "a")
      .execute(),
  );
  expect((await announce(first, id, "b")).editors).toEqual([]);
});

test("names who saved the newest version, and refuses a save from an older one", async () => {
  const { id } = await create("Saved by two");
  const save = (client: Client, version: number, title: string) =>
    client.query(EDIT, { input: { id, version, title, description: "d", status: "draft" } });
  expect((await save(second, 1, "Theirs")).errors).toBeUndefined();
  expect(await announce(first, id, "a")).toMatchObject({ version: 2, saved_by: await findName("admin@demo.test") });
  expect((await save(first, 1, "Mine")).errors?.[0]?.extensions.code).toBe("CONFLICT");
  expect((await save(first, 2, "Mine")).errors).toBeUndefined();
});

test("refuses a course of another instance or outside the branch, and an invalid window id", async () => {
  const { id } = await create("Not theirs");
  const outsider = await server.as("admin@riverside.test");
  expect(await outsider.refusal(ANNOUNCE, { id, window: "a" })).toBe("NOT_FOUND");
  const learner = await server.as("learner@demo.test");
  expect(await learner.refusal(ANNOUNCE, { id, window: "a" })).toBe("FORBIDDEN");
  expect(await first.refusal(ANNOUNCE, { id, window: "<b>" })).toBe("VALIDATION");
});

test("refuses an embedded image of more than 100 kB, in a draft too", async () => {
  const image = `data:image/png;base64,${"A".repeat(200_000)}`;
  const content = JSON.stringify({ ops: [{ insert: { image } }, { insert: "\n" }] });
  const course = smallCourse("Heavy", { content: [{ unit_order: 1, title: "Heavy", content }], status: "draft" });
  expect((await first.query(CREATE, course)).errors?.[0]?.extensions.validation).toEqual({
    course: [
      "Content Unit 1: An image inside of the text is larger than 100 kB. Please use the image button, which uploads it.",
    ],
  });
});
