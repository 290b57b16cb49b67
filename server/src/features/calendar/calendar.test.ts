import ical, { type VEvent } from "node-ical";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation { createCalendarFeed }`;
const DELETE = `mutation { deleteCalendarFeed { id } }`;

let server: TestServer;
let learner: Client;
let course: number;
beforeAll(async () => {
  server = await startServer();
  learner = await server.as("learner@demo.test");
  const id = await server.userId("learner@demo.test");
  course = await server.inside("demo", async (db, instance_id) => {
    await db.updateTable("enrolments").set({ due_on: null }).where("instance_id", "=", instance_id).execute();
    const insert = async (title: string, status: string) =>
      (await db.insertInto("courses").values({ instance_id, title, status }).returning("id").executeTakeFirstOrThrow())
        .id;
    const due = { instance_id, user_id: id, due_on: "2031-05-06" };
    const [open, done, draft] = [
      await insert("Ladders; first, second\nand last", "published"),
      await insert("Completed", "published"),
      await insert("Draft", "draft"),
    ];
    await db
      .insertInto("enrolments")
      .values([
        { ...due, course_id: open },
        { ...due, course_id: done, completed_at: new Date() },
        { ...due, course_id: draft },
      ])
      .execute();
    return open;
  });
});
afterAll(() => server.close());

const take = (address: string, host = "demo.localhost") =>
  server.app.inject({ url: new URL(address).pathname, headers: { host } });
const create = async () => (await learner.data(CREATE)).createCalendarFeed as string;

/** Reads the events of a calendar with a parser of its own. */
const readEvents = (body: string) =>
  Object.values(ical.sync.parseICS(body)).filter((each): each is VEvent => each?.type === "VEVENT");

test("a calendar has an event of a whole day for each course that is due and not complete", async () => {
  const response = await take(await create());
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(response.headers["cache-control"]).toBe("private, no-store");
  const events = readEvents(response.body);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    uid: `course-${course}@demo.localhost`,
    datetype: "date",
    summary: "Due: Ladders; first, second\nand last",
  });
  expect(events[0]!.start.getDate()).toBe(6);
  expect(response.body).toContain("DTSTART;VALUE=DATE:20310506");
  // Lines end with CRLF and have at most 75 octets (RFC 5545, 3.1).
  for (const line of response.body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("a new address ends the former one, and so does deleting it", async () => {
  const former = await create();
  const address = await create();
  expect((await take(former)).statusCode).toBe(404);
  expect((await take(address)).statusCode).toBe(200);
  expect((await learner.data("{ calendarFeed { created_at } }")).calendarFeed.created_at).toMatch(/^2\d{3}-/);
  await learner.data(DELETE);
  expect((await take(address)).statusCode).toBe(404);
  expect((await learner.data("{ calendarFeed { created_at } }")).calendarFeed).toBeNull();
  // Deleting it again changes nothing, and is not recorded.
  await learner.data(DELETE);
  const { auditLog } = await (
    await server.as("admin@demo.test")
  ).data(`{ auditLog(action: "calendar.deleted") { total } }`);
  expect(auditLog.total).toBe(1);
});

test("an address works on the host of its instance only, while its owner may sign in", async () => {
  const address = await create();
  expect((await take(address, "riverside.localhost")).statusCode).toBe(404);
  expect((await take(address, "localhost")).statusCode).toBe(404);
  const setActive = (is_active: boolean) =>
    server.inside("demo", (db) =>
      db.updateTable("users").set({ is_active }).where("email", "=", "learner@demo.test").execute(),
    );
  await setActive(false);
  expect((await take(address)).statusCode).toBe(404);
  await setActive(true);
  expect((await take(address)).statusCode).toBe(200);
});

test.each(["", "x".repeat(43), "../../etc/passwd", `${"a".repeat(42)}%00`, "%F0%9F", "x".repeat(400)])(
  "answers an invalid address %j with 404 or 400, and nothing of the database",
  async (secret) => {
    const { statusCode, body } = await server.app.inject({
      url: `/calendar/${secret}.ics`,
      headers: { host: "demo.localhost" },
    });
    expect([400, 404]).toContain(statusCode);
    expect(body).not.toContain("VCALENDAR");
  },
);

test("stores only the hash of an address", async () => {
  const secret = /calendar\/(.+)\.ics$/.exec(await create())![1]!;
  const rows = await server.inside("demo", (db) => db.selectFrom("calendar_feeds").selectAll().execute());
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(rows[0]!.secret_hash.toString("base64url")).not.toBe(secret);
});

test("limits unknown addresses of calendars by network address, and never those that are known", async () => {
  const address = await create();
  const takeFrom = async (url: string, remoteAddress: string) =>
    (await server.app.inject({ url, headers: { host: "demo.localhost" }, remoteAddress })).statusCode;
  const known = new URL(address).pathname;
  for (let n = 0; n < 70; n++) expect(await takeFrom(known, "192.0.2.1")).toBe(200);
  const unknown = `/calendar/${"x".repeat(43)}.ics`;
  const statuses = await Promise.all(Array.from({ length: 70 }, () => takeFrom(unknown, "192.0.2.2")));
  expect(statuses.filter((status) => status === 404)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(await takeFrom(known, "192.0.2.2")).toBe(200);
});

test("a calendar of a person of a branch who has chosen no language is in that of the branch", async () => {
  await server.inside("demo", async (db, id) => {
    const { id: branch } = await db
      .selectFrom("branches")
      .where("instance_id", "=", id)
      .where("url", "=", "north")
      .select("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("branches").set({ language: "fr" }).where("id", "=", branch).execute();
    const user_id = await server.userId("learner@demo.test");
    await db.updateTable("users").set({ is_primary: false, language: null }).where("id", "=", user_id).execute();
    await db.deleteFrom("branch_users").where("user_id", "=", user_id).execute();
    await db.insertInto("branch_users").values({ instance_id: id, branch_id: branch, user_id }).execute();
  });
  const [event] = readEvents((await take(await create())).body);
  expect(event!.summary).not.toContain("Due:");
});
