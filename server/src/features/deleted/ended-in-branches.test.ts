import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

/* What an admin of one branch sees and restores of a user who belongs to another branch too. */

const PAGE = `{ deletedPage(kind: "enrolment", limit: 500) { total rows { id name detail } } }`;
const RESTORE = `mutation ($id: Int!) { restoreDeleted(kind: "enrolment", id: $id) { id } }`;
const RESTORE_MANY = `mutation ($ids: [Int!]!) { restoreEnrolments(ids: $ids) }`;

let server: TestServer;
let admin: Client;
let north: Client;
/** Ids by what they are: the ended enrolment in a course of north, and in one of south alone. */
let ended: { ofNorth: number; ofSouth: number };
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  const user_id = await server.userId("learner@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    const branches = await db
      .selectFrom("branches")
      .where("instance_id", "=", instance_id)
      .select(["id", "url"])
      .execute();
    const findId = (url: string) => branches.find((branch) => branch.url === url)!.id;
    await db
      .updateTable("users")
      .set({ role: "admin", is_primary: false })
      .where("instance_id", "=", instance_id)
      .where("email", "=", "manager.north@demo.test")
      .execute();
    await db
      .insertInto("branch_users")
      .values({ instance_id, user_id, branch_id: findId("south") })
      .execute();
    const end = async (title: string, url: string) => {
      const { id: course_id } = await db
        .insertInto("courses")
        .values({ instance_id, title, status: "published" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("branch_courses")
        .values({ instance_id, course_id, branch_id: findId(url) })
        .execute();
      const record = { enrolments: [{ instance_id, user_id, course_id }] };
      const { id } = await db
        .insertInto("ended_enrolments")
        .values({ instance_id, user_id, course_id, record: JSON.stringify(record) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    };
    ended = { ofNorth: await end("Only north", "north"), ofSouth: await end("Only south", "south") };
  });
  north = await server.as("manager.north@demo.test", "north.demo.localhost");
});
afterAll(() => server.close());

test("an admin of a branch sees and restores no ended enrolment in a course of another branch", async () => {
  const titles = async (client: Client) =>
    (await client.data(PAGE)).deletedPage.rows.map(({ detail }: { detail: string }) => detail);
  expect(await titles(admin)).toEqual(expect.arrayContaining(["Only north", "Only south"]));
  expect(await titles(north)).toContain("Only north");
  expect(await titles(north)).not.toContain("Only south");
  expect(await north.refusal(RESTORE, { id: ended.ofSouth })).toBe("NOT_FOUND");
  expect(await north.refusal(RESTORE_MANY, { ids: [ended.ofSouth] })).toBe("NOT_FOUND");
  expect(await north.refusal(RESTORE, { id: ended.ofNorth })).toBeNull();
  expect(await admin.refusal(RESTORE, { id: ended.ofSouth })).toBeNull();
});
