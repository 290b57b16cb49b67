import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { withActor } from "../../access/with-actor.ts";
import { NotFound } from "../../errors.ts";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../testing/server.ts";
import { listEndedAt } from "./ended.queries.ts";
import { endEnrolments, enrolPeople, restoreEnrolment, restoreEnrolments } from "./enrolments.service.ts";

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
const readName = (user: number, course: number) =>
  `${user === one ? "one" : "two"} ${course === first ? "first" : "second"}`;

/** Enrols two people in two courses. Each has completed the unit of each course and has a certificate that is valid. */
beforeEach(async () => {
  const people = [];
  for (const n of [++count, ++count]) people.push(await addLearner(admin, `ending${n}@demo.test`));
  [one, two] = people as [number, number];
  [first, second] = (await insertCourses(server, [`Ends ${count}`, `Stays ${count}`])) as [number, number];
  await acting(async (actor) =>
    enrolPeople(actor, await actor.reach("enrolment.manage"), [one, two], [first, second], { kind: "person" }),
  );
  await server.inside("demo", async (db, instance_id) => {
    const units = await db
      .selectFrom("units")
      .select(["id", "course_id"])
      .where("instance_id", "=", instance_id)
      .where("course_id", "in", [first, second])
      .execute();
    for (const user_id of [one, two])
      for (const { id: unit_id, course_id } of units) {
        const own = { instance_id, user_id, course_id };
        await db
          .insertInto("unit_progress")
          .values({ ...own, unit_id, completed_at: new Date() })
          .execute();
        await insertCertificate(user_id, course_id, null);
      }
    await db
      .updateTable("enrolments")
      .set({ units_completed: 1 })
      .where("instance_id", "=", instance_id)
      .where("course_id", "in", [first, second])
      .execute();
  });
});

const insertCertificate = (user_id: number, course_id: number, ended_at: Date | null) =>
  server.inside("demo", (db, instance_id) =>
    db
      .insertInto("certificates")
      .values({
        instance_id,
        user_id,
        course_id,
        code: `a-code-of-${user_id}-and-${course_id}-${ended_at?.getFullYear() ?? "now"}`,
        certificate_type: "Default",
        user_name: "Nora Blake",
        course_title: "x",
        completed_on: ended_at ? "2019-01-01" : "2020-01-01",
        expires_on: "2040-01-01",
        ended_at,
      })
      .execute(),
  );

/** Lists the certificates that are valid. */
const listValid = async () => {
  const rows = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("certificates")
      .select(["user_id", "course_id"])
      .where("instance_id", "=", instance)
      .where("user_id", "in", [one, two])
      .where("ended_at", "is", null)
      .execute(),
  );
  return rows.map((row) => readName(row.user_id, row.course_id!)).toSorted();
};

const readUnits = async () => {
  const rows = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolments")
      .select(["user_id", "course_id", "units_completed"])
      .where("instance_id", "=", instance)
      .where("user_id", "in", [one, two])
      .execute(),
  );
  return Object.fromEntries(rows.map((row) => [readName(row.user_id, row.course_id), row.units_completed]));
};

const end = (...pairs: [user: number, course: number][]) =>
  acting(async (actor) =>
    endEnrolments(
      await actor.reach("enrolment.manage"),
      pairs.map(([user_id, course_id]) => ({ user_id, course_id })),
    ),
  );

const findEnded = async (user: number, course: number) => {
  const { id } = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("ended_enrolments")
      .select("id")
      .where("instance_id", "=", instance)
      .where("user_id", "=", user)
      .where("course_id", "=", course)
      .executeTakeFirstOrThrow(),
  );
  return id;
};

const restore = (id: number) => acting(async (actor) => restoreEnrolment(await actor.reach("deleted.restore"), id));

test("an enrolment ends with its own certificate, and restoring it brings back that one alone", async () => {
  await insertCertificate(one, first, new Date("2020-01-01"));
  await end([one, first]);
  expect(await listValid()).toEqual(["one second", "two first", "two second"]);
  await restore(await findEnded(one, first));
  expect(await listValid()).toEqual(["one first", "one second", "two first", "two second"]);
});

test("an enrolment ends with what its packages share, and restoring it brings that back unless it was shared anew", async () => {
  const share = (id: string, value: string) =>
    server.inside("demo", (db, instance_id) =>
      db
        .insertInto("scorm_shared")
        .values({ instance_id, user_id: one, course_id: first, kind: "data", id, value: JSON.stringify(value) })
        .execute(),
    );
  const listShared = () =>
    server.inside("demo", (db, instance) =>
      db
        .selectFrom("scorm_shared")
        .select(["id", "value"])
        .where("instance_id", "=", instance)
        .where("user_id", "=", one)
        .orderBy("id")
        .execute(),
    );
  await share("a", "Old");
  await share("b", "Old");
  await end([one, first]);
  expect(await listShared()).toEqual([]);
  await share("b", "New");
  await restore(await findEnded(one, first));
  expect(await listShared()).toEqual([
    { id: "a", value: "Old" },
    { id: "b", value: "New" },
  ]);
});

test("of enrolments that ended together one is restored, and the others stay ended", async () => {
  await end([one, first], [one, second], [two, first]);
  expect(await listValid()).toEqual(["two second"]);
  await restore(await findEnded(one, first));
  expect(await listValid()).toEqual(["one first", "two second"]);
  expect(await readUnits()).toEqual({ "one first": 1, "two second": 1 });
});

test("a restored enrolment counts the units of its person and course that exist and are complete", async () => {
  await server.inside("demo", async (db, instance_id) => {
    const [opened, removed] = await db
      .insertInto("units")
      .values([
        { instance_id, course_id: first, type: "Content", unit_order: 2, title: "Opened" },
        { instance_id, course_id: first, type: "Content", unit_order: 3, title: "Removed", deleted_at: new Date() },
      ])
      .returning("id")
      .execute();
    const own = { instance_id, user_id: one, course_id: first };
    await db
      .insertInto("unit_progress")
      .values([
        { ...own, unit_id: opened!.id },
        { ...own, unit_id: removed!.id, completed_at: new Date() },
      ])
      .execute();
  });
  await end([one, first]);
  await restore(await findEnded(one, first));
  expect(await readUnits()).toEqual({ "one first": 1, "one second": 1, "two first": 1, "two second": 1 });
});

test("an enrolment can be restored while others are in the course, and its person in others", async () => {
  await end([one, first]);
  const ids = [await findEnded(one, first)];
  const restored = await acting(async (actor) => restoreEnrolments(await actor.reach("deleted.restore"), ids));
  expect(restored).toMatchObject([{ user_id: one, course_id: first }]);
});

test("of two endings of one person in one course, that of the given moment is listed", async () => {
  await end([one, first]);
  await acting(async (actor) =>
    enrolPeople(actor, await actor.reach("enrolment.manage"), [one], [first], { kind: "person" }),
  );
  await end([one, first]);
  const endings = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("ended_enrolments")
      .select(["id", sql<string>`ended_at::text`.as("moment")])
      .where("instance_id", "=", instance)
      .where("user_id", "=", one)
      .execute(),
  );
  expect(endings).toHaveLength(2);
  const share = { userIds: [one], courseIds: [first] };
  for (const { id, moment } of endings)
    expect(
      await acting(async (actor) =>
        listEndedAt(await actor.reach("deleted.restore"), sql`${moment}::timestamptz`, share),
      ),
    ).toEqual([{ id, course_id: first }]);
});

test.each(["users", "courses"] as const)(
  "an enrolment is not restored while its part of %s is deleted",
  async (table) => {
    await end([one, first]);
    await server.inside("demo", (db, instance) =>
      db
        .updateTable(table)
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", instance)
        .where("id", "=", table === "users" ? one : first)
        .execute(),
    );
    await expect(restore(await findEnded(one, first))).rejects.toThrow(NotFound);
  },
);

test("a restored enrolment has what still exists of its units, questions and packages, and no reviewer who is gone", async () => {
  const tables = [
    "unit_progress",
    "responses",
    "test_attempts",
    "test_answers",
    "submissions",
    "scorm_results",
    "scorm_attempts",
    "cmi5_registrations",
  ];
  const reviewers = [await addLearner(admin, `reviewer${count}@demo.test`), await server.userId("admin@demo.test")];
  const KEY = `1/aa/${"a".repeat(40)}`;
  const things = await server.inside("demo", async (db, id) => {
    const insert = async (table: string, columns: string, values: string) => {
      const row = sql.raw(`INSERT INTO ${table} (instance_id, ${columns}) VALUES (${id}, ${values}) RETURNING id`);
      return (await row.execute(db)).rows[0] as { id: number };
    };
    await sql`INSERT INTO files (instance_id, key, name, type, size, purpose)
      VALUES (${id}, ${KEY}, 'p.zip', 'application/zip', 1, 'scorm')`.execute(db);
    const add = async (nth: number) => {
      const { id: unit } = await insert(
        "units",
        "course_id, type, unit_order, title",
        `${first}, 'Test', ${nth}, 'Unit'`,
      );
      const { id: question } = await insert(
        "questions",
        "unit_id, position, question, type",
        `${unit}, 1, 'Q?', 'Essay'`,
      );
      const { id: pack } = await insert("scorm_packages", "file_key, kind", `'${KEY}', 'cmi5'`);
      const { id: sco } = await insert("scorm_scos", "package_id, identifier, position", `${pack}, 's', 1`);
      return { unit, question, pack, sco };
    };
    const [kept, gone] = [await add(2), await add(3)];
    // What is gone of the units that stay: a question, a package and one of its parts.
    const partly = { ...(await add(4)), question: gone.question, pack: gone.pack, sco: gone.sco };
    for (const [at, { unit, question, pack, sco }] of [kept, gone, partly].entries()) {
      const own = `${one}, ${first}, ${unit}`;
      const columns = "user_id, course_id, unit_id";
      const run = (table: string, more: string, values: string) =>
        sql
          .raw(`INSERT INTO ${table} (instance_id, ${columns}, ${more}) VALUES (${id}, ${own}, ${values})`)
          .execute(db);
      await run("unit_progress", "completed_at", "now()");
      await run("responses", "input_type, input_key, response, question_id", `'question', 'q', '{}', ${question}`);
      await run("responses", "input_type, input_key, response", "'place', 'p', '{}'");
      const { id: attempt } = await insert(
        "test_attempts",
        `${columns}, course_attempt, number, question_ids, rules`,
        `${own}, 1, 1, '{}', '{}'`,
      );
      const by = at === 0 ? reviewers[0] : reviewers[1];
      await run(
        "test_answers",
        "attempt_id, question_id, response, is_correct, credit, marked_by",
        `${attempt}, ${question}, '{}', true, 1, ${reviewers[0]}`,
      );
      await run("submissions", "kind, reviewed_by", `'AssignmentText', ${by}`);
      await run("scorm_results", "package_id", String(pack));
      await run("scorm_attempts", "sco_id", String(sco));
      await run(
        "cmi5_registrations",
        "id, package_id, origin, account_home, account_name",
        `gen_random_uuid(), ${pack}, 'o', 'h', 'n'`,
      );
    }
    return { kept, gone, partly };
  });
  const { kept, gone, partly } = things;
  await end([one, first]);
  const ended = await findEnded(one, first);
  await server.inside("demo", async (db, id) => {
    for (const [table, row] of [
      ["questions", gone.question],
      ["units", gone.unit],
      ["scorm_packages", gone.pack],
      ["users", reviewers[0]],
    ])
      await sql.raw(`DELETE FROM ${table} WHERE instance_id = ${id} AND id = ${row}`).execute(db);
  });
  await restore(ended);
  const found = await server.inside("demo", async (db, id) => {
    const list = async (table: string) => {
      const rows = sql.raw(`SELECT unit_id FROM ${table} WHERE instance_id = ${id} AND user_id = ${one}
        AND unit_id IN (${kept.unit}, ${gone.unit}, ${partly.unit}) ORDER BY unit_id`);
      return (await rows.execute(db)).rows.map((row) => (row as { unit_id: number }).unit_id);
    };
    const entries = [];
    for (const table of tables) entries.push([table, await list(table)] as const);
    const { rows } = await sql
      .raw(`SELECT reviewed_by FROM submissions WHERE user_id = ${one} ORDER BY unit_id`)
      .execute(db);
    const { rows: marks } = await sql.raw(`SELECT marked_by FROM test_answers WHERE user_id = ${one}`).execute(db);
    return { ...Object.fromEntries(entries), reviewers: rows, marks };
  });
  const both = [kept.unit, partly.unit];
  expect(found).toEqual({
    unit_progress: both,
    // The place in each, and one answer.
    responses: [kept.unit, kept.unit, partly.unit],
    test_attempts: both,
    test_answers: [kept.unit],
    submissions: both,
    scorm_results: [kept.unit],
    scorm_attempts: [kept.unit],
    cmi5_registrations: [kept.unit],
    reviewers: [{ reviewed_by: null }, { reviewed_by: reviewers[1] }],
    marks: [{ marked_by: null }],
  });
});
