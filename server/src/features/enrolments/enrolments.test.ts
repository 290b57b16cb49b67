import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withActor } from "../../access/with-actor.ts";
import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { endEnrolments, enrolPeople, measureWithdrawal, restoreEnrolment, withdraw } from "./enrolments.service.ts";

let server: TestServer;
let token: string;
let group: number;
let learner: number;
let other: number;
let course: number;
beforeAll(async () => {
  server = await startServer();
  token = (await server.as("admin@demo.test")).token!;
  learner = await server.userId("learner@demo.test");
  other = await server.userId("amara.diallo@demo.test");
  group = await server.inside("demo", async (db, instance_id) => {
    const row = await db
      .insertInto("groups")
      .values({ instance_id, name: "Riverbank crew" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.deleteFrom("enrolments").where("instance_id", "=", instance_id).where("user_id", "=", other).execute();
    return row.id;
  });
  course = await finishedCourse();
});
afterAll(() => server.close());

const acting = <T>(work: (actor: Actor) => Promise<T>) =>
  withActor(
    server.platform,
    {
      host: "demo.localhost",
      origin: "http://demo.localhost",
      address: "127.0.0.1",
      userAgent: "",
      language: "en",
      requestId: "",
      instanceLabel: "demo",
      branchLabel: null,
    },
    token,
    work,
  );

/** Finds a demo course that its learner has completed, with a certificate. */
const finishedCourse = () =>
  server.inside("demo", async (db, instance_id) => {
    const row = await db
      .selectFrom("enrolments")
      .select("course_id")
      .where("instance_id", "=", instance_id)
      .where("user_id", "=", learner)
      .where("completed_at", "is not", null)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("certificates")
      .values({
        instance_id,
        user_id: learner,
        course_id: row.course_id,
        code: "a-code-of-at-least-twenty",
        certificate_type: "Default",
        user_name: "Grace Adeyemi",
        course_title: "x",
        completed_on: "2020-01-01",
        expires_on: "2021-01-01",
      })
      .execute();
    return row.course_id;
  });

const listSources = (userId: number, courseId: number) =>
  server.inside("demo", async (db, id) => {
    const rows = await db
      .selectFrom("enrolment_sources")
      .select("source")
      .where("instance_id", "=", id)
      .where("user_id", "=", userId)
      .where("course_id", "=", courseId)
      .orderBy("source")
      .execute();
    return rows.map((row) => row.source);
  });

test("users enrolled from two sources keep the course when one goes, and lose it with the last", async () => {
  await acting(async (actor) => {
    const reach = await actor.reach("enrolment.manage");
    expect(await enrolPeople(actor, reach, [other], [course], { kind: "person" })).toEqual([
      { user_id: other, course_id: course },
    ]);
    expect(await enrolPeople(actor, reach, [other], [course], { kind: "group", groupId: group })).toEqual([]);
    expect((await measureWithdrawal(reach, { groupId: group })).keeps).toBe(1);
  });
  expect(await listSources(other, course)).toEqual(["group", "person"]);

  await acting(async (actor) => {
    const reach = await actor.reach("group.manage");
    expect(await withdraw(reach, { groupId: group, courseIds: [course] })).toEqual([]);
  });
  expect(await listSources(other, course)).toEqual(["person"]);

  await acting(async (actor) => {
    const reach = await actor.reach("enrolment.manage");
    await enrolPeople(actor, reach, [learner, other], [course], { kind: "group", groupId: group });
    await endEnrolments(reach, [{ user_id: other, course_id: course }]);
  });
  expect(await listSources(other, course)).toEqual([]);
});

test("a group that is the only source takes the course with it, and other users of the group keep theirs", async () => {
  await acting(async (actor) => {
    const reach = await actor.reach("group.manage");
    await enrolPeople(actor, reach, [other], [course], { kind: "group", groupId: group });
    expect(await withdraw(reach, { groupId: group, userIds: [other] })).toEqual([
      { user_id: other, course_id: course },
    ]);
  });
  expect(await listSources(other, course)).toEqual([]);
  expect(await listSources(learner, course)).toContain("group");
});

test("restoreEnrolment restores progress, answers, time and certificate", async () => {
  const before = await server.inside("demo", traces);
  expect(before.progress).not.toEqual([]);
  await acting(async (actor) =>
    endEnrolments(await actor.reach("enrolment.manage"), [{ user_id: learner, course_id: course }]),
  );
  const ended = await server.inside("demo", traces);
  expect(ended).toMatchObject({ enrolment: undefined, progress: [], responses: [], time: [] });
  expect(ended.certificates.every((certificate) => certificate.ended)).toBe(true);

  const endedId = await server.inside(
    "demo",
    async (db, id) =>
      (
        await db
          .selectFrom("ended_enrolments")
          .select("id")
          .where("instance_id", "=", id)
          .where("user_id", "=", learner)
          .executeTakeFirstOrThrow()
      ).id,
  );
  await acting(async (actor) => {
    expect(await restoreEnrolment(await actor.reach("deleted.restore"), endedId)).toMatchObject({ course_id: course });
  });
  expect(await server.inside("demo", traces)).toEqual(before);
});

test("restoreEnrolment refuses when the user has started again", async () => {
  await acting(async (actor) => {
    const reach = await actor.reach("enrolment.manage");
    await endEnrolments(reach, [{ user_id: learner, course_id: course }]);
    await enrolPeople(actor, reach, [learner], [course], { kind: "person" });
  });
  const endedId = await server.inside(
    "demo",
    async (db, id) =>
      (
        await db
          .selectFrom("ended_enrolments")
          .select("id")
          .where("instance_id", "=", id)
          .where("user_id", "=", learner)
          .executeTakeFirstOrThrow()
      ).id,
  );
  await expect(
    acting(async (actor) => restoreEnrolment(await actor.reach("deleted.restore"), endedId)),
  ).rejects.toThrow(/enrolled in .* again/);
});

/** Reads everything that refers to the learner's enrolment, for a comparison. */
async function traces(db: Db, instanceId: number) {
  const of = <T extends "unit_progress" | "responses" | "daily_time">(table: T) =>
    sql<{ row: object }>`SELECT to_jsonb(r) AS row FROM ${sql.table(table)} r
      WHERE r.instance_id = ${instanceId} AND r.user_id = ${learner} AND r.course_id = ${course} ORDER BY to_jsonb(r)::text`
      .execute(db)
      .then(({ rows }) => rows.map(({ row }) => row));
  return {
    enrolment: await db
      .selectFrom("enrolments")
      .selectAll()
      .where("instance_id", "=", instanceId)
      .where("user_id", "=", learner)
      .where("course_id", "=", course)
      .executeTakeFirst(),
    progress: await of("unit_progress"),
    responses: await of("responses"),
    time: await of("daily_time"),
    certificates: await db
      .selectFrom("certificates")
      .select(["code", sql<boolean>`ended_at IS NOT NULL`.as("ended")])
      .where("instance_id", "=", instanceId)
      .where("user_id", "=", learner)
      .where("course_id", "=", course)
      .orderBy("code")
      .execute(),
  };
}
