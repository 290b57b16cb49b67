import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addLearner, complete, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const LEADERBOARD = `query ($period: String, $branchUrl: String, $limit: Int, $offset: Int) {
  leaderboard(period: $period, branchUrl: $branchUrl, limit: $limit, offset: $offset) {
    total rows { rank user_name points is_me } mine { points courses paths badges rank is_hidden }
    rules { for_course for_path for_badge } } }`;
const UPDATE = `mutation ($version: Int!, $points: PointSettingsInput) {
  updateInstanceSettings(version: $version, points: $points) { points { is_on for_course for_path for_badge } } }`;
const HIDE = `mutation ($hide: Boolean!) { hideFromLeaderboard(hide: $hide) }`;

let server: TestServer;
let admin: Client;
const people: { id: number; as: Client }[] = [];
let courses: number[];

beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  courses = await insertCourses(server, ["Ladders", "Ropes", "Knots"]);
  for (const branch of ["north", "north", undefined]) {
    const email = `climber${people.length}@demo.test`;
    people.push({ id: await addLearner(admin, email, branch), as: await server.as(email) });
  }
  await admin.data(
    `mutation ($course_ids: [Int!]!, $user_ids: [Int!]!) {
      enrolUsers(course_ids: $course_ids, user_ids: $user_ids) { __typename } }`,
    { course_ids: courses, user_ids: people.map(({ id }) => id) },
  );
});
afterAll(() => server.close());

async function setPoints(points: object) {
  const { instanceSettings } = await admin.data("{ instanceSettings { version } }");
  return admin.query(UPDATE, { version: instanceSettings.version, points });
}

const read = async (by: Client, variables: object = {}) =>
  (await by.data(LEADERBOARD, { limit: 500, ...variables })).leaderboard;

/** The places of the people of this test: the demo's people have points too. */
const readPlaces = async (by: Client, branchUrl?: string) =>
  (await read(by, { branchUrl })).rows.filter(({ user_name }: { user_name: string }) => user_name === "Nora Blake");

test("the leaderboard is null until the instance gives points", async () => {
  await setPoints({ is_on: false });
  expect(await read(people[0]!.as)).toBeNull();
});

test("courses, paths and badges earn the points of the settings, and a course that is taken again counts once", async () => {
  await setPoints({ is_on: true, for_course: 10, for_path: 100, for_badge: 1000 });
  const [first] = people;
  await complete(admin, first!.id, [courses[0]!]);
  expect((await read(first!.as)).mine).toMatchObject({ points: 10, courses: 1, paths: 0, badges: 0 });

  const path = await createPath(admin, "Climbing", [{ course_ids: [courses[0]!, courses[1]!] }]);
  await admin.data(
    `mutation ($id: Int!, $to: LearningPathAssignmentInput!) { assignLearningPath(id: $id, to: $to) { added } }`,
    { id: path.id, to: { user_ids: [first!.id] } },
  );
  await complete(admin, first!.id, [courses[1]!]);
  expect((await read(first!.as)).mine).toMatchObject({ points: 120, courses: 2, paths: 1 });

  const { createBadge } = await admin.data(
    `mutation { createBadge(input: { name: "Climber", criteria: "Climb" }) { id } }`,
  );
  await admin.data(`mutation ($id: Int!, $ids: [Int!]!) { issueBadge(id: $id, user_ids: $ids) }`, {
    id: createBadge.id,
    ids: [first!.id],
  });
  expect((await read(first!.as)).mine).toMatchObject({ points: 1120, badges: 1 });
  const { badgeAwards } = await admin.data(`query ($id: Int!) { badgeAwards(id: $id) { rows { id } } }`, {
    id: createBadge.id,
  });
  await admin.data(`mutation ($id: Int!) { revokeBadge(id: $id, reason: "Mistake") { id } }`, badgeAwards.rows[0]);
  expect((await read(first!.as)).mine).toMatchObject({ points: 120, badges: 0 });

  await server.inside("demo", (db) =>
    db
      .updateTable("enrolments")
      .set({ completed_at: null, completed_before: new Date() })
      .where("user_id", "=", first!.id)
      .where("course_id", "=", courses[0]!)
      .execute(),
  );
  expect((await read(first!.as)).mine).toMatchObject({ points: 120, courses: 2 });
});

test("people with the same points share a place, and the next place leaves one out", async () => {
  await complete(admin, people[1]!.id, [courses[0]!]);
  await complete(admin, people[2]!.id, [courses[0]!]);
  const { rows } = await read(people[1]!.as);
  const places = rows.filter(({ points }: { points: number }) => points === 10);
  expect(new Set(places.map(({ rank }: { rank: number }) => rank)).size).toBe(1);
  expect(places[0].rank).toBe(rows.findIndex(({ points }: { points: number }) => points === 10) + 1);
  expect(rows.filter(({ is_me }: { is_me: boolean }) => is_me)).toHaveLength(1);
});

test("the leaderboard of a branch lists its own people only, also for people who are in no other", async () => {
  expect(await readPlaces(admin)).toHaveLength(3);
  expect(await readPlaces(admin, "north")).toHaveLength(2);
  await server.inside("demo", (db) =>
    db.updateTable("users").set({ is_primary: false }).where("id", "=", people[0]!.id).execute(),
  );
  expect(await readPlaces(people[0]!.as)).toHaveLength(2);
  const { errors } = await people[0]!.as.query(LEADERBOARD, { branchUrl: "south" });
  expect(errors?.[0]?.extensions?.code).toBe("NOT_FOUND");
});

test("a person who hides is on no leaderboard, keeps the points, and can come back", async () => {
  const [, hidden, other] = people;
  await hidden!.as.data(HIDE, { hide: true });
  expect(await readPlaces(other!.as)).toHaveLength(2);
  expect((await read(hidden!.as)).mine).toMatchObject({ points: 10, rank: null, is_hidden: true });
  await hidden!.as.data(HIDE, { hide: false });
  expect((await read(hidden!.as)).mine).toMatchObject({ points: 10, rank: expect.any(Number), is_hidden: false });
  expect(await readPlaces(other!.as)).toHaveLength(3);
});

test("a person who may not sign in is not listed", async () => {
  const [, , gone] = people;
  const setActive = (is_active: boolean) =>
    server.inside("demo", (db) => db.updateTable("users").set({ is_active }).where("id", "=", gone!.id).execute());
  await setActive(false);
  expect(await readPlaces(admin)).toHaveLength(2);
  await setActive(true);
  expect(await readPlaces(admin)).toHaveLength(3);
});

test("the month begins on its first day in the time zone of the instance", async () => {
  const [, second] = people;
  const setDay = (when: string) =>
    server.inside("demo", async (db, instance_id) => {
      const { time_zone } = await db
        .selectFrom("instances")
        .where("id", "=", instance_id)
        .select("time_zone")
        .executeTakeFirstOrThrow();
      await db
        .updateTable("enrolments")
        .set({
          completed_at: sql<Date>`(date_trunc('month', now() AT TIME ZONE ${time_zone}) + ${when}::interval) AT TIME ZONE ${time_zone}`,
        })
        .where("user_id", "=", second!.id)
        .where("course_id", "=", courses[0]!)
        .execute();
    });
  await server.inside("demo", (db, id) =>
    db.updateTable("instances").set({ time_zone: "Pacific/Auckland" }).where("id", "=", id).execute(),
  );
  await setDay("0 seconds");
  expect((await read(second!.as, { period: "month" })).mine.points).toBe(10);
  await setDay("-1 second");
  expect((await read(second!.as, { period: "month" })).mine.points).toBe(0);
  expect((await read(second!.as)).mine.points).toBe(10);
  const { errors } = await second!.as.query(LEADERBOARD, { period: "decade" });
  expect(errors?.[0]?.extensions?.code).toBe("VALIDATION");
});

test("a page of the leaderboard counts all places", async () => {
  const whole = await read(admin);
  const page = await read(admin, { limit: 1, offset: 1 });
  expect(page).toMatchObject({ total: whole.total, rows: [{ user_name: whole.rows[1].user_name }] });
});

test("points outside of 0 to 1000 are refused, and fields that are left out stay", async () => {
  for (const for_course of [-1, 1001]) {
    const { errors } = await setPoints({ for_course });
    expect(errors?.[0]?.extensions?.["validation"]).toHaveProperty("for_course");
  }
  const { data } = await setPoints({ for_badge: 7 });
  expect(data["updateInstanceSettings"].points).toEqual({ is_on: true, for_course: 10, for_path: 100, for_badge: 7 });
});

test("people whose achievements earn nothing are not listed", async () => {
  await setPoints({ for_course: 0, for_path: 0, for_badge: 0 });
  expect(await read(people[0]!.as)).toMatchObject({ total: 0, rows: [], mine: { points: 0, courses: 2, rank: null } });
});

test("an operator who visits the instance sees its leaderboard and is not on it", async () => {
  await setPoints({ for_course: 10 });
  const operator = await operatorAt(server);
  await server.inside("demo", async (db, instance_id) => {
    const { id: user_id } = await db
      .selectFrom("users")
      .where("instance_id", "=", instance_id)
      .where("platform_user_id", "is not", null)
      .select("id")
      .executeTakeFirstOrThrow();
    const course_id = courses[0]!;
    await db.insertInto("enrolments").values({ instance_id, user_id, course_id, completed_at: new Date() }).execute();
  });
  const seen = await read(operator);
  expect(seen.rows.length).toBeGreaterThan(0);
  expect(seen.mine).toMatchObject({ points: 10, rank: null });
});
