import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { untilOthersWait } from "../../testing/locks.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const BADGE = `query ($id: Int!) { badge(id: $id) { awarded } badgeAwards(id: $id) { total rows { id revoked_at } } }`;

let server: TestServer;
let admin: Client;
let learner: number;
let badge: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.userId("learner@demo.test");
});
let made = 0;
beforeEach(async () => {
  const input = { name: `Held ${++made}`, criteria: "Be there" };
  const CREATE = `mutation ($input: BadgeInput!) { createBadge(input: $input) { id } }`;
  badge = (await admin.data(CREATE, { input })).createBadge.id;
});
afterAll(() => server.close());

const insertAwards = (users: number[], more: object = {}) =>
  server.inside("demo", (db, instance_id) =>
    db
      .insertInto("badge_awards")
      .values(users.map((user_id) => ({ instance_id, badge_id: badge, user_id, source: "person", ...more })))
      .returning("id")
      .execute(),
  );

test("two revoked awards of a badge to one person are not both restored at the same time", async () => {
  const [first, second] = await insertAwards([learner, learner], {
    revoked_at: new Date(),
    revoke_reason: "By mistake",
  });
  let refusal!: Promise<string | null>;
  await server.inside("demo", async (db) => {
    await sql`UPDATE badge_awards SET revoked_at = NULL, revoke_reason = NULL WHERE id = ${first!.id}`.execute(db);
    refusal = admin.refusal(`mutation ($id: Int!) { restoreBadge(id: $id) { id } }`, { id: second!.id });
    await untilOthersWait(db);
  });
  expect(await refusal).toBe("CONFLICT");
  expect((await admin.data(BADGE, { id: badge })).badge.awarded).toBe(1);
});

test("people who are awarded a badge twice at the same time, named in another order, do not wait for each other", async () => {
  const other = await server.userId("manager@demo.test");
  const [low, high] = [learner, other].toSorted((a, b) => a - b) as [number, number];
  const ISSUE = `mutation ($id: Int!, $user_ids: [Int!]!) { issueBadge(id: $id, user_ids: $user_ids) }`;
  let issued!: Promise<{ issueBadge: number }>;
  await server.inside("demo", async (db, instance_id) => {
    const insert = (user_id: number) =>
      db.insertInto("badge_awards").values({ instance_id, badge_id: badge, user_id, source: "person" }).execute();
    await insert(low);
    issued = admin.data(ISSUE, { id: badge, user_ids: [high, low] });
    await untilOthersWait(db);
    await insert(high);
  });
  expect((await issued).issueBadge).toBe(0);
  expect((await admin.data(BADGE, { id: badge })).badge.awarded).toBe(2);
});

test("a badge counts its awards as its list: without those of deleted users and of the platform's own people", async () => {
  const people = await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("users")
      .values([
        { instance_id, first_name: "De", last_name: "Leted", email: "gone@demo.test", deleted_at: new Date() },
        {
          instance_id,
          first_name: "Plat",
          last_name: "Form",
          email: "own@demo.test",
          role: "super_admin",
          platform_user_id: 1,
        },
      ])
      .returning("id")
      .execute(),
  );
  await insertAwards([learner, ...people.map(({ id }) => id)]);
  const read = await admin.data(BADGE, { id: badge });
  expect([read.badgeAwards.total, read.badge.awarded]).toEqual([1, 1]);
});

test("the public page of a badge is in the language of the holder's branch when they have chosen none", async () => {
  await insertAwards([learner]);
  const code = await server.inside("demo", async (db, instance_id) => {
    const north = await db
      .updateTable("branches")
      .set({ language: "fr" })
      .where("instance_id", "=", instance_id)
      .where("url", "=", "north")
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("users").set({ is_primary: false, language: null }).where("id", "=", learner).execute();
    await db.deleteFrom("branch_users").where("user_id", "=", learner).execute();
    await db.insertInto("branch_users").values({ instance_id, branch_id: north.id, user_id: learner }).execute();
    const award = db.selectFrom("badge_awards").where("user_id", "=", learner).where("badge_id", "=", badge);
    return (await award.select("code").executeTakeFirstOrThrow()).code;
  });
  const page = await server.app.inject({ url: `/badges/${code}`, headers: { host: "demo.localhost" } });
  expect(page.body).toContain('<html lang="fr"');
});

test("a badge of a course that was deleted can be changed, and is of the course again when that is restored", async () => {
  const course_id = await server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, title: "Deleted ropes", status: "published" };
    return (await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });
  const UPDATE = `mutation ($id: Int!, $version: Int!, $input: BadgeInput!) { updateBadge(id: $id, version: $version, input: $input) { version } }`;
  const update = (version: number, more: object) =>
    admin.query(UPDATE, { id: badge, version, input: { name: `Held ${made}`, criteria: "Be there", ...more } });
  expect((await update(1, { course_id })).errors).toBeUndefined();
  await admin.data(`mutation ($id: Int!) { deleteCourse(id: $id) { __typename } }`, { id: course_id });
  expect((await update(2, { course_id, description: "Still there" })).errors).toBeUndefined();
  expect((await update(3, {})).errors).toBeUndefined();
  // Nobody chooses a deleted course anew.
  expect((await update(4, { course_id })).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
});
