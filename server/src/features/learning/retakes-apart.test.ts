import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withUser } from "../../access/with-actor.ts";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { createTest, RIGHT, takeTest } from "../../testing/test-attempts.ts";
import { retakeFrom, retakeToRecertify } from "./retakes.service.ts";

const RETAKE = `mutation ($c: Int!, $u: Int, $branchUrl: String) { retakeCourse(course_id: $c, user_id: $u, branchUrl: $branchUrl) { attempt } }`;
const ATTEMPTS = `query ($c: Int!, $u: Int) { courseAttempts(course_id: $c, user_id: $u) { attempt certificate_url answers { is_correct } } }`;
const DAY = 86_400_000;

let server: TestServer;
let author: Client;
let learner: Client;
let other: Client;
let admin: Client;
let learnerId: number;
let otherId: number;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
  other = await server.as("yusuf.demir@demo.test");
  admin = await server.as("admin@demo.test");
  learnerId = await server.userId("learner@demo.test");
  otherId = await server.userId("yusuf.demir@demo.test");
});
afterAll(() => server.close());

type Place = Awaited<ReturnType<typeof createTest>>;

/** Makes a course that these learners have passed. */
async function makePassed(...learners: Client[]): Promise<Place> {
  const place = await createTest(author, { pass_mark: 50, review: "after_attempt" }, { learners });
  for (const each of learners) await takeTest(each, place).take(["Ordering"]);
  return place;
}

const retake = async ({ course }: Place, user: number) =>
  (await admin.data(RETAKE, { c: course, u: user })).retakeCourse.attempt as number;

/** Lists for each enrolment its attempt, whether it is complete, its rows, and its submitted and open attempts at tests. */
const listWork = ({ course }: Place) =>
  server.inside("demo", async (db, instance) => {
    const count = (table: string, more = sql``) => sql`(SELECT count(*)::integer FROM ${sql.table(table)} x
      WHERE x.instance_id = e.instance_id AND x.user_id = e.user_id AND x.course_id = e.course_id ${more})`;
    const { rows } = await sql<{ work: unknown[] }>`
      SELECT jsonb_build_array(e.user_id, e.attempt, e.completed_at IS NOT NULL, ${count("unit_progress")}, ${count("responses")},
        ${count("test_attempts", sql`AND submitted_at IS NOT NULL`)}, ${count("test_attempts", sql`AND submitted_at IS NULL`)}) AS work
      FROM enrolments e WHERE e.instance_id = ${instance} AND e.course_id = ${course} ORDER BY e.user_id`.execute(db);
    return rows.map(({ work }) => work);
  });

const byId = (...rows: [number, ...unknown[]][]) => rows.toSorted(([a], [b]) => a - b);

const changeCourse = ({ course }: Place, change: object) =>
  server.inside("demo", (db, instance) =>
    db.updateTable("courses").set(change).where("instance_id", "=", instance).where("id", "=", course).execute(),
  );

test("a course that starts again leaves what others did in it, and what the same person did elsewhere", async () => {
  const [place, elsewhere] = [await makePassed(learner, other), await makePassed(learner)];
  for (const [client, at] of [
    [learner, place],
    [other, place],
    [learner, elsewhere],
  ] as const)
    await takeTest(client, at).start();
  expect(await retake(place, learnerId)).toBe(2);
  expect(await listWork(place)).toEqual(byId([learnerId, 2, false, 0, 0, 1, 0], [otherId, 1, true, 1, 5, 1, 1]));
  expect(await listWork(elsewhere)).toEqual([[learnerId, 1, true, 1, 5, 1, 1]]);
  const archived = await server.inside("demo", async (db, instance) => {
    const { rows } = await sql`
      SELECT user_id, course_id, jsonb_array_length(record -> 'unit_progress') AS units,
        jsonb_array_length(record -> 'responses') AS responses
      FROM course_attempts WHERE instance_id = ${instance} AND course_id IN (${place.course}, ${elsewhere.course})`.execute(
      db,
    );
    return rows;
  });
  expect(archived).toEqual([{ user_id: learnerId, course_id: place.course, units: 1, responses: 5 }]);
});

test("former attempts are listed each with its own certificate and answers, and only those of the person", async () => {
  const [place, elsewhere] = [await makePassed(learner, other), await makePassed(learner)];
  for (const [at, user] of [
    [place, learnerId],
    [place, otherId],
    [elsewhere, learnerId],
  ] as const)
    await retake(at, user);
  const read = async (): Promise<{ attempt: number; certificate_url: string | null; answers: unknown[] }[]> =>
    (await admin.data(ATTEMPTS, { c: place.course, u: learnerId })).courseAttempts;
  const [first] = await read();
  expect(await read()).toEqual([{ attempt: 1, certificate_url: expect.any(String), answers: first!.answers }]);
  await takeTest(learner, place).take(["Ordering", "Free Text"]);
  expect(await retake(place, learnerId)).toBe(3);
  const right = (await read()).map(({ answers }) => answers.filter((each: any) => each.is_correct).length);
  expect(right).toEqual([3, 4]);
  // Their own tests show answers by the rule of the test.
  const own = (await learner.data(ATTEMPTS, { c: place.course })).courseAttempts;
  expect(own.map(({ answers }: { answers: unknown[] }) => answers.length)).toEqual([0, 0]);

  const end = (change: object) =>
    server.inside("demo", (db, instance) =>
      db
        .updateTable("certificates")
        .set(change)
        .where("instance_id", "=", instance)
        .where("course_id", "=", place.course)
        .where("user_id", "=", learnerId)
        .execute(),
    );
  await end({ revoked_at: new Date() });
  const withoutIt = [
    { attempt: 2, certificate_url: null },
    { attempt: 1, certificate_url: null },
  ];
  expect(await read()).toMatchObject(withoutIt);
  await end({ revoked_at: null, ended_at: new Date() });
  expect(await read()).toMatchObject(withoutIt);
});

test("answers to a test without attempts stay readable, for people who took other tests in attempts and without the test", async () => {
  const place = await createTest(author, {}, { learners: [learner] });
  const taking = takeTest(learner, place);
  for (const { id, type } of (await taking.read()).tests) await taking.answer(id, RIGHT[type]!);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("enrolments")
      .set({ completed_at: new Date() })
      .where("instance_id", "=", instance)
      .where("course_id", "=", place.course)
      .execute(),
  );
  await retake(place, learnerId);
  const count = async () =>
    (await learner.data(ATTEMPTS, { c: place.course })).courseAttempts[0].answers.length as number;
  expect(await count()).toBe(5);
  // As if the unit and the questions had been removed for good since.
  await server.inside("demo", (db, instance) =>
    sql`UPDATE course_attempts
      SET record = regexp_replace(record::text, '"(unit|question)_id": \\d+', '"\\1_id": 2000000000', 'g')::jsonb
      WHERE instance_id = ${instance} AND course_id = ${place.course}`.execute(db),
  );
  expect(await count()).toBe(5);
});

test("a course does not start again as a draft, when it or the person is deleted, nor in a branch without it", async () => {
  const place = await makePassed(learner);
  const asked = { c: place.course, u: learnerId };
  const refusal = (more: object = {}) => admin.refusal(RETAKE, { ...asked, ...more });
  expect(await refusal({ branchUrl: "north" })).toBe("NOT_FOUND");
  await changeCourse(place, { status: "draft" });
  expect(await refusal()).toBe("NOT_FOUND");
  await changeCourse(place, { status: "published", deleted_at: new Date() });
  expect(await refusal()).toBe("NOT_FOUND");
  await changeCourse(place, { deleted_at: null });
  const remove = (deleted_at: Date | null) =>
    server.inside("demo", (db, instance) =>
      db
        .updateTable("users")
        .set({ deleted_at })
        .where("instance_id", "=", instance)
        .where("id", "=", learnerId)
        .execute(),
    );
  await remove(new Date());
  expect(await refusal()).toBe("NOT_FOUND");
  expect(await admin.refusal(ATTEMPTS, asked)).toBe("NOT_FOUND");
  await remove(null);
  expect(await refusal()).toBeNull();
});

test("a learner starts a course again from the first day on, unless it has ended", async () => {
  const place = await makePassed(learner);
  const today = new Date().toISOString().slice(0, 10);
  const dayAgo = (days: number) => new Date(Date.parse(`${today}T12:00:00Z`) - days * DAY);
  // On 30 January before a leap day, no day of completion has this first day.
  const days = [334, 335, 336, 337].find((ago) => retakeFrom(dayAgo(ago).toISOString().slice(0, 10)) === today) ?? 338;
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("enrolments")
      .set({ completed_at: dayAgo(days) })
      .where("instance_id", "=", instance)
      .where("course_id", "=", place.course)
      .execute(),
  );
  await changeCourse(place, { end_date: "2020-01-01" });
  expect(await learner.refusal(RETAKE, { c: place.course })).toBe("CONFLICT");
  await changeCourse(place, { end_date: null });
  expect((await learner.data(RETAKE, { c: place.course, u: learnerId })).retakeCourse).toEqual({ attempt: 2 });
});

test("a job does not start a course again that is not complete any more, or has ended", async () => {
  const place = await makePassed(learner);
  const instanceId = await server.inside("demo", async (_, id) => id);
  const start = () =>
    withUser(server.platform, { instanceId, userId: learnerId }, (actor) =>
      retakeToRecertify(actor, place.course, "2030-01-31"),
    );
  const setCompleted = (completed_at: Date | null) =>
    server.inside("demo", (db, instance) =>
      db
        .updateTable("enrolments")
        .set({ completed_at })
        .where("instance_id", "=", instance)
        .where("course_id", "=", place.course)
        .execute(),
    );
  await changeCourse(place, { end_date: "2020-01-01" });
  expect(await start()).toBe(false);
  await changeCourse(place, { end_date: null });
  await setCompleted(null);
  expect(await start()).toBe(false);
  expect(await listWork(place)).toMatchObject([[learnerId, 1, false, 1, expect.any(Number), 1, 0]]);
  await setCompleted(new Date());
  expect(await start()).toBe(true);
  expect(await listWork(place)).toMatchObject([[learnerId, 2, false, 0, 0, 1, 0]]);
});

test("a learner takes a course again once the certificate of its completion is revoked, and no other one", async () => {
  const [place, elsewhere] = [await makePassed(learner, other), await makePassed(learner)];
  for (const { course } of [place, elsewhere])
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("enrolments")
        .set({ completed_at: new Date(Date.now() - 100 * DAY) })
        .where("instance_id", "=", instance)
        .where("course_id", "=", course)
        .execute(),
    );
  const REVOKE = `mutation ($u: Int!, $c: Int!) { revokeCertificate(user_id: $u, course_id: $c, reason: "Mistake") { state } }`;
  const RESTORE = `mutation ($u: Int!, $c: Int!) { restoreCertificate(user_id: $u, course_id: $c) { state } }`;
  const certificate = { u: learnerId, c: place.course };
  const begin = (by: Client, { course }: Place) => by.refusal(RETAKE, { c: course });
  const readDay = async () =>
    (await learner.data(`query ($c: Int!) { course(id: $c) { retake_from } }`, { c: place.course })).course.retake_from;
  const usual = await readDay();
  await admin.data(REVOKE, certificate);
  const [revoked] = (await server.inside("demo", (db) =>
    sql<{ day: string }>`SELECT (now() AT TIME ZONE time_zone)::date AS day FROM instances WHERE domain = 'demo'`
      .execute(db)
      .then(({ rows }) => rows),
  ))!;
  expect(await readDay()).toBe(revoked!.day);
  await admin.data(RESTORE, certificate);
  expect([await readDay(), await begin(learner, place)]).toEqual([usual, "CONFLICT"]);
  await admin.data(REVOKE, certificate);
  expect([await begin(other, place), await begin(learner, elsewhere)]).toEqual(["CONFLICT", "CONFLICT"]);
  expect(await begin(learner, place)).toBeNull();
});
