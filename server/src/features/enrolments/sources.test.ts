import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { withActor } from "../../access/with-actor.ts";
import { createGroup } from "../../testing/automations.ts";
import { addLearner, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../testing/server.ts";
import {
  enrolPeople,
  followGroupRule,
  followPathDates,
  measureWithdrawal,
  takeOutCourses,
  withdraw,
} from "./enrolments.service.ts";
import type { Source } from "./enrolments.queries.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const acting = <T>(work: (actor: Actor) => Promise<T>) => withActor(server.platform, VISIT, admin.token, work);

let one: number;
let two: number;
let first: number;
let second: number;
let count = 0;
beforeEach(async () => {
  [one, two] = [
    await addLearner(admin, `source${++count}@demo.test`),
    await addLearner(admin, `source${++count}@demo.test`),
  ];
  [first, second] = (await insertCourses(server, [`First ${count}`, `Second ${count}`])) as [number, number];
});

const enrol = (userIds: number[], courseIds: number[], source: Source) =>
  acting(async (actor) => enrolPeople(actor, await actor.reach("enrolment.manage"), userIds, courseIds, source));

/** Adds a row for a source that has the number of another kind of source. */
const insertSource = (user_id: number, course_id: number, source: "group" | "path", group_id: number) =>
  server.inside("demo", (db, instance_id) =>
    db.insertInto("enrolment_sources").values({ instance_id, user_id, course_id, source, group_id }).execute(),
  );

/** Lists why both people are enrolled, and until when. */
const list = async () => {
  const rows = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolment_sources")
      .select(["user_id", "course_id", "source", "group_id", "due_on"])
      .where("instance_id", "=", instance)
      .where("user_id", "in", [one, two])
      .execute(),
  );
  const names = new Map([
    [one, "one"],
    [two, "two"],
    [first, "first"],
    [second, "second"],
  ]);
  const toText = (row: (typeof rows)[number]) =>
    `${names.get(row.user_id)} ${names.get(row.course_id)} ${row.source} ${row.group_id || ""}`.trim();
  return Object.fromEntries(rows.map((row) => [toText(row), row.due_on]));
};

describe("a group's rule for a course", () => {
  const setRule = (group_id: number, course_id: number, due_on: string | null) =>
    server.inside("demo", (db, instance_id) =>
      db
        .insertInto("group_courses")
        .values({ instance_id, group_id, course_id, due_on })
        .onConflict((on) => on.columns(["instance_id", "group_id", "course_id"]).doUpdateSet({ due_on }))
        .execute(),
    );
  const follow = (group: number, course: number) =>
    acting(async (actor) => followGroupRule(await actor.reach("group.manage"), group, course));

  test("changes the due date of what the group gives in that course, and nothing else", async () => {
    const days = ["2031-01-01", "2032-01-01", "2033-01-01"];
    const groups = [];
    for (const day of days) groups.push(await createGroup(admin, `Until ${day} ${count}`));
    const [before, group, after] = groups as [number, number, number];
    const [third] = (await insertCourses(server, [`Third ${count}`])) as [number];
    for (const [at, id] of groups.entries()) {
      const day = days[at]!;
      for (const course of [first, second]) await setRule(id, course, day);
      await enrol([one, two], [first, second], { kind: "group", groupId: id });
    }
    await insertSource(one, first, "path", group);
    const earlier = await list();
    expect(earlier).toMatchObject({ [`one first group ${group}`]: "2032-01-01", [`one first path ${group}`]: null });
    await setRule(before, first, "2031-01-01");
    await setRule(group, third, "2028-01-01");
    await setRule(group, first, "2030-01-01");
    await setRule(group, second, "2029-01-01");
    await setRule(after, first, "2033-01-01");
    await follow(group, first);
    expect(await list()).toEqual({
      ...earlier,
      [`one first group ${group}`]: "2030-01-01",
      [`two first group ${group}`]: "2030-01-01",
    });
    await follow(group, second);
    expect(await list()).toMatchObject({
      [`one first group ${group}`]: "2030-01-01",
      [`one second group ${group}`]: "2029-01-01",
    });
  });

  test("counts its days from the day in the time zone of the own instance", async () => {
    const group = await createGroup(admin, `Days ${count}`);
    const setZones = (own: string, others: string) =>
      server.platform.database.pool.query(
        "UPDATE instances SET time_zone = CASE WHEN domain = 'demo' THEN $1 ELSE $2 END",
        [own, others],
      );
    const { rows: zones } = await server.platform.database.pool.query("SELECT id, time_zone FROM instances");
    await setRule(group, first, "2031-01-01");
    await enrol([one], [first], { kind: "group", groupId: group });
    const { rows } = await server.inside("demo", (db, instance) =>
      sql<{ due_on: string }>`UPDATE group_courses SET due_on = NULL, due_days = 3
        WHERE instance_id = ${instance} AND group_id = ${group}
        RETURNING ((now() AT TIME ZONE 'Etc/GMT+12')::date + 3)::text AS due_on`.execute(db),
    );
    // The days of these zones always differ.
    await setZones("Etc/GMT+12", "Pacific/Kiritimati");
    await follow(group, first);
    for (const { id, time_zone } of zones)
      await server.platform.database.pool.query("UPDATE instances SET time_zone = $2 WHERE id = $1", [id, time_zone]);
    expect((await list())[`one first group ${group}`]).toBe(rows[0]!.due_on);
  });

  test("falls back to the rule of that course", async () => {
    const group = await createGroup(admin, `No rule ${count}`);
    await setRule(group, first, "2031-01-01");
    await enrol([one], [first], { kind: "group", groupId: group });
    const setDays = (course: number, due_days: number) =>
      server.inside("demo", (db, instance) =>
        db
          .updateTable("courses")
          .set({ due_days })
          .where("instance_id", "=", instance)
          .where("id", "=", course)
          .execute(),
      );
    await server.inside("demo", (db, instance) =>
      sql`UPDATE courses SET due_days = 1000 WHERE instance_id = ${instance}`.execute(db),
    );
    await setDays(first, 30);
    await setRule(group, first, null);
    await follow(group, first);
    const today = Date.parse(new Date().toISOString().slice(0, 10));
    const due = (await list())[`one first group ${group}`];
    // The day of the instance may be a day before or after that of the test.
    expect(Math.abs((Date.parse(due!) - today) / 86_400_000 - 30)).toBeLessThanOrEqual(1);
  });
});

describe("a learning path", () => {
  const setDates = (path_id: number, dates: [user: number, due_on: string | null][]) =>
    server.inside("demo", async (db, instance_id) => {
      for (const [user_id, due_on] of dates)
        await db
          .insertInto("learning_path_people")
          .values({ instance_id, path_id, user_id, due_on })
          .onConflict((on) => on.columns(["instance_id", "path_id", "user_id"]).doUpdateSet({ due_on }))
          .execute();
    });

  test("changes the due dates of what it gives to the people named, each to their own, and nothing else", async () => {
    const { id: path } = await createPath(admin, `Dates ${count}`, [{ course_ids: [first] }]);
    const { id: other } = await createPath(admin, `Other dates ${count}`, [{ course_ids: [first] }]);
    const third = await addLearner(admin, `source${++count}@demo.test`);
    for (const id of [path, other]) {
      await setDates(id, [
        [one, "2031-01-01"],
        [two, "2031-02-02"],
        [third, "2031-03-03"],
      ]);
      await enrol([one, two, third], [first], { kind: "path", pathId: id });
    }
    await insertSource(one, first, "group", path);
    const before = await list();
    expect(before).toMatchObject({
      [`one first path ${path}`]: "2031-01-01",
      [`two first path ${path}`]: "2031-02-02",
    });
    await setDates(path, [
      [one, "2030-01-01"],
      [two, "2030-02-02"],
      [third, "2029-01-01"],
    ]);
    await setDates(other, [
      [one, "2028-01-01"],
      [two, "2028-02-02"],
    ]);
    const follow = (users: number[]) =>
      acting(async (actor) => followPathDates(await actor.reach("learning_path.assign"), path, users, [first]));
    await follow([one]);
    expect(await list()).toEqual({ ...before, [`one first path ${path}`]: "2030-01-01" });
    await setDates(path, [[one, null]]);
    await follow([one, two]);
    expect(await list()).toEqual({
      ...before,
      // Without a date in the path, that of the course's rule stays.
      [`one first path ${path}`]: "2030-01-01",
      [`two first path ${path}`]: "2030-02-02",
    });
  });

  test.each([
    ["a unit", { units_completed: 1 }],
    ["a look", { started_at: new Date() }],
    ["a completion by staff", { completed_at: new Date() }],
  ])("leaves a course that it loses to those who have begun it with %s, and to nobody else", async (_, begun) => {
    const { id: path } = await createPath(admin, `Loses ${count}`, [{ course_ids: [first, second] }]);
    const { id: other } = await createPath(admin, `Keeps ${count}`, [{ course_ids: [first] }]);
    await enrol([one, two], [first, second], { kind: "path", pathId: path });
    const [third, fourth] = [
      await addLearner(admin, `source${++count}@demo.test`),
      await addLearner(admin, `source${++count}@demo.test`),
    ];
    await enrol([third], [first], { kind: "path", pathId: other });
    await enrol([fourth], [first], { kind: "group", groupId: await createGroup(admin, `Group ${count}`) });
    await insertSource(fourth, first, "group", path);
    const begin = (user: number, course: number) =>
      server.inside("demo", (db, instance) =>
        db
          .updateTable("enrolments")
          .set(begun)
          .where("instance_id", "=", instance)
          .where("user_id", "=", user)
          .where("course_id", "=", course)
          .execute(),
      );
    await begin(one, first);
    // Another course does not count, nor what other sources give.
    await begin(two, second);
    for (const user of [third, fourth]) await begin(user, first);
    await acting(async (actor) => takeOutCourses(await actor.reach("learning_path.manage"), path, [first]));
    expect(Object.keys(await list()).toSorted()).toEqual([
      "one first person",
      `one second path ${path}`,
      `two second path ${path}`,
    ]);
    const adopted = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("enrolment_sources")
        .select("user_id")
        .where("instance_id", "=", instance)
        .where("course_id", "=", first)
        .where("source", "=", "person")
        .execute(),
    );
    expect(adopted).toEqual([{ user_id: one }]);
  });
});

describe("an enrolment", () => {
  test("ends with its last source, whatever its person has in other courses and others have in this one", async () => {
    const group = await createGroup(admin, `Last ${count}`);
    await enrol([one, two], [first], { kind: "group", groupId: group });
    await enrol([one], [second], { kind: "person" });
    await enrol([two], [first], { kind: "person" });
    await acting(async (actor) => {
      const reach = await actor.reach("group.manage");
      const share = { groupId: group };
      expect(await measureWithdrawal(reach, share)).toEqual({ ends: 1, keeps: 1, self: 0, person: 1, group: 0 });
      expect(await withdraw(reach, share)).toEqual([{ user_id: one, course_id: first }]);
    });
    expect(Object.keys(await list()).toSorted()).toEqual(["one second person", "two first person"]);
  });

  test("loses the source of the people and courses that are named, and no other", async () => {
    const group = await createGroup(admin, `Named ${count}`);
    await enrol([one, two], [first, second], { kind: "group", groupId: group });
    await acting(async (actor) =>
      withdraw(await actor.reach("group.manage"), { groupId: group, userIds: [one], courseIds: [first] }),
    );
    expect(Object.keys(await list()).toSorted()).toEqual([
      `one second group ${group}`,
      `two first group ${group}`,
      `two second group ${group}`,
    ]);
  });

  test("keeps the date of its source when it is assigned again without one", async () => {
    await enrol([one], [first], { kind: "person", due: { on: "2031-01-01", days: null } });
    await enrol([one], [first], { kind: "person" });
    expect(await list()).toEqual({ "one first person": "2031-01-01" });
    await enrol([one], [first], { kind: "person", due: { on: "2030-01-01", days: null } });
    expect(await list()).toEqual({ "one first person": "2030-01-01" });
  });
});

describe("a course", () => {
  test("is given to nobody who is deleted, and not while it is deleted itself", async () => {
    const remove = (table: "users" | "courses", id: number) =>
      server.inside("demo", (db, instance) =>
        db
          .updateTable(table)
          .set({ deleted_at: new Date() })
          .where("instance_id", "=", instance)
          .where("id", "=", id)
          .execute(),
      );
    await remove("users", two);
    await remove("courses", second);
    expect(await enrol([one, two], [first, second], { kind: "person" })).toEqual([{ user_id: one, course_id: first }]);
    expect(Object.keys(await list())).toEqual(["one first person"]);
  });
});
