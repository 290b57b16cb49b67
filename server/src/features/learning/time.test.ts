import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCourses } from "../../testing/learning-paths.ts";
import { withActor } from "../../access/with-actor.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../testing/server.ts";
import { startClock } from "./time.queries.ts";

const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`;
const OPEN = `query ($c: Int!, $u: Int!) { course(id: $c, asLearner: true) { openedUnit(unit_id: $u, starts: true) { unit { id } } } }`;

let server: TestServer;
let learner: Client;
let other: Client;
let ids: [number, number];
let course: number;
let elsewhere: number;
beforeAll(async () => {
  server = await startServer();
  learner = await server.as("learner@demo.test");
  other = await server.as("yusuf.demir@demo.test");
  ids = [await server.userId("learner@demo.test"), await server.userId("yusuf.demir@demo.test")];
  [course, elsewhere] = (await insertCourses(server, ["Timed", "Timed elsewhere"])) as [number, number];
  for (const client of [learner, other])
    for (const id of [course, elsewhere])
      await client.data(`mutation { courseEnrollment(input: { course_id: ${id} }) { id } }`);
});
afterAll(() => server.close());

const findUnit = (course_id: number) =>
  server.inside("demo", async (db, instance) => {
    const units = db.selectFrom("units").select("id").where("instance_id", "=", instance);
    return (await units.where("course_id", "=", course_id).orderBy("id").executeTakeFirstOrThrow()).id;
  });
const heartbeat = async (client: Client, course_id: number, timeSpent: number) =>
  client.data(RESPOND, {
    input: {
      course_id,
      unit_id: await findUnit(course_id),
      unit_type: "Content",
      input_type: "time",
      input_key: "timeSpent",
      response: JSON.stringify({ timeSpent }),
    },
  });
const contactAgo = (seconds: number) =>
  server.inside("demo", (db, instance) =>
    db
      .updateTable("unit_progress")
      .set({ last_contact_at: new Date(Date.now() - seconds * 1000) })
      .where("instance_id", "=", instance)
      .where("user_id", "in", ids)
      .execute(),
  );
/** Lists the seconds of the person in the course: of the enrolment, and of all its days. */
const readSeconds = (user_id: number, course_id: number) =>
  server.inside("demo", async (db, instance) => {
    const { time_spent } = await db
      .selectFrom("enrolments")
      .select("time_spent")
      .where("instance_id", "=", instance)
      .where("user_id", "=", user_id)
      .where("course_id", "=", course_id)
      .executeTakeFirstOrThrow();
    const days = await db
      .selectFrom("daily_time")
      .select("seconds")
      .where("instance_id", "=", instance)
      .where("user_id", "=", user_id)
      .where("course_id", "=", course_id)
      .execute();
    return [time_spent, days.reduce((sum, { seconds }) => sum + seconds, 0)];
  });

test("time counts for one person in one course, and adds up by day", async () => {
  for (const client of [learner, other]) for (const id of [course, elsewhere]) await heartbeat(client, id, 0);
  await contactAgo(100);
  await heartbeat(learner, course, 60);
  expect(await readSeconds(ids[0], course)).toEqual([60, 60]);
  await contactAgo(100);
  await heartbeat(learner, course, 70);
  expect(await readSeconds(ids[0], course)).toEqual([70, 70]);
  for (const [user, id] of [
    [ids[0], elsewhere],
    [ids[1], course],
    [ids[1], elsewhere],
  ] as const)
    expect(await readSeconds(user, id)).toEqual([0, 0]);
  // A claim that is lower than before takes nothing back.
  await contactAgo(100);
  await heartbeat(learner, course, 10);
  expect(await readSeconds(ids[0], course)).toEqual([70, 70]);
});

test("the fraction of a second between two heartbeats counts with the next one", async () => {
  const letPass = (seconds: number) =>
    server.inside("demo", (db, instance) =>
      sql`UPDATE unit_progress SET last_contact_at = last_contact_at - make_interval(secs => ${seconds})
        WHERE instance_id = ${instance} AND user_id = ${ids[1]} AND course_id = ${elsewhere}`.execute(db),
    );
  const before = (await readSeconds(ids[1], elsewhere))[0]!;
  await contactAgo(0);
  for (let sent = 0; sent < 4; sent++) {
    await letPass(2.75);
    await heartbeat(other, elsewhere, before + 1000);
  }
  expect((await readSeconds(ids[1], elsewhere))[0]).toBeGreaterThanOrEqual(before + 11);
});

test("a unit that a person opens is the last one of theirs in its course alone", async () => {
  const opened = await server.inside("demo", async (db, instance_id) => {
    const unit = { instance_id, course_id: course, type: "Content", unit_order: 2, title: "Opened" };
    return (await db.insertInto("units").values(unit).returning("id").executeTakeFirstOrThrow()).id;
  });
  const before = await findUnit(course);
  await learner.data(OPEN, { c: course, u: opened });
  const rows = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolments")
      .select(["course_id", "last_unit_id"])
      .where("instance_id", "=", instance)
      .where("user_id", "in", ids)
      .where("course_id", "in", [course, elsewhere])
      .orderBy("user_id", ids[0] < ids[1] ? "asc" : "desc")
      .orderBy("course_id")
      .execute(),
  );
  const there = await findUnit(elsewhere);
  expect(rows.map(({ last_unit_id }) => last_unit_id)).toEqual([opened, there, before, there]);
});

test("no clock starts in a unit that is deleted or belongs to another course", async () => {
  const [removed, there, here] = await server.inside("demo", async (db, instance_id) => {
    const unit = { instance_id, type: "Content", unit_order: 3, title: "Without a clock" };
    const rows = await db
      .insertInto("units")
      .values([
        { ...unit, course_id: course, deleted_at: new Date() },
        { ...unit, course_id: elsewhere },
        { ...unit, course_id: course },
      ])
      .returning("id")
      .execute();
    return rows.map(({ id }) => id) as [number, number, number];
  });
  for (const unitId of [removed, there, here])
    await withActor(server.platform, VISIT, learner.token, async (actor) =>
      startClock(await actor.reach("learn"), { courseId: course, unitId }),
    );
  const started = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("unit_progress")
      .select("unit_id")
      .where("instance_id", "=", instance)
      .where("unit_id", "in", [removed, there, here])
      .execute(),
  );
  expect(started).toEqual([{ unit_id: here }]);
});

test("a learner who opens their last unit again does not write their enrolment again", async () => {
  /** Reads where the row is: a new version has another place. */
  const readPlace = async () => {
    const { rows } = await server.inside("demo", (db, instance) =>
      sql<{ place: string }>`SELECT ctid::text AS place FROM enrolments
        WHERE instance_id = ${instance} AND user_id = ${ids[0]} AND course_id = ${course}`.execute(db),
    );
    return rows[0]!.place;
  };
  const openAgain = async () => learner.data(OPEN, { c: course, u: await findUnit(course) });
  await openAgain();
  const before = await readPlace();
  await openAgain();
  expect(await readPlace()).toBe(before);
});
