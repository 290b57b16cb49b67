import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createAutomation,
  createGroup,
  join,
  leave,
  listGroupMembers,
  passDay,
  readRuns,
  work,
} from "../../testing/automations.ts";
import { addLearner, ASSIGN, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { lookAtEverybody } from "./looking.service.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

let count = 0;
let target: number;
const newLearner = (branchUrl?: string) => addLearner(admin, `trigger${++count}@demo.test`, branchUrl);
/** Creates an automation that adds people to a group of its own. */
const watch = async (trigger: { kind: string; object_id?: number; days?: number }, conditions: object = {}) => {
  target = await createGroup(admin, `Target ${++count}`);
  return createAutomation(admin, { trigger, conditions, actions: [{ kind: "add_to_group", group_id: target }] });
};
const touched = () => listGroupMembers(server, target);
beforeEach(async () => {
  await server.inside("demo", (db, id) =>
    db.updateTable("automations").set({ is_on: false }).where("instance_id", "=", id).execute(),
  );
});

describe("an automation runs when", () => {
  test("a person is created", async () => {
    const id = await watch({ kind: "person_created" });
    const person = await newLearner();
    await work(server);
    expect(await touched()).toEqual([person]);
    expect((await readRuns(admin, id)).rows).toMatchObject([
      { user_id: person, state: "done", results: [{ kind: "add_to_group", outcome: "done" }] },
    ]);
  });

  test("a person joins a branch, and not another one", async () => {
    const north = await server.inside("demo", async (db, id) =>
      db
        .selectFrom("branches")
        .select("id")
        .where("instance_id", "=", id)
        .where("url", "=", "north")
        .executeTakeFirstOrThrow(),
    );
    await watch({ kind: "branch_joined", object_id: north.id });
    const person = await newLearner("north");
    await newLearner("south");
    await work(server);
    expect(await touched()).toEqual([person]);
  });

  test("a person leaves a branch", async () => {
    const person = await newLearner("north");
    await watch({ kind: "branch_left" });
    await server.inside("demo", (db, id) =>
      db.deleteFrom("branch_users").where("instance_id", "=", id).where("user_id", "=", person).execute(),
    );
    await work(server);
    expect(await touched()).toEqual([person]);
  });

  test("a person joins a group, and not when they are in it already", async () => {
    const name = `Joined ${++count}`;
    const group = await createGroup(admin, name);
    const person = await newLearner();
    const id = await watch({ kind: "group_joined", object_id: group });
    await join(admin, person, group);
    await join(admin, person, group);
    await work(server);
    expect(await touched()).toEqual([person]);
    expect(await readRuns(admin, id)).toMatchObject({ total: 1, rows: [{ about: name }] });
  });

  test("a person leaves a group", async () => {
    const group = await createGroup(admin, `Left ${++count}`);
    const person = await newLearner();
    await join(admin, person, group);
    await watch({ kind: "group_left", object_id: group });
    await leave(admin, person, group);
    await work(server);
    expect(await touched()).toEqual([person]);
  });

  test("a field of a person changes, and not when it is saved without a change", async () => {
    const { createUserField } = await admin.data(
      `mutation { createUserField(input: { name: "Site ${++count}", type: "text" }) { id } }`,
    );
    const person = await newLearner();
    const id = await watch({ kind: "field_changed", object_id: createUserField.id });
    const change = (value: string | null) =>
      admin.data(
        `mutation ($id: Int!, $f: [UserFieldValueInput!]) { updateUser(id: $id, input: { fields: $f }) { id } }`,
        {
          id: person,
          f: [{ id: createUserField.id, value }],
        },
      );
    await change("Leeds");
    await change("Leeds");
    await change("York");
    await change(null);
    await work(server);
    expect((await readRuns(admin, id)).total).toBe(3);
    expect(await touched()).toEqual([person]);
  });

  test("a course is completed, and not when a completed enrolment is restored", async () => {
    const [course] = await insertCourses(server, [`Course ${++count}`]);
    const person = await newLearner();
    const id = await watch({ kind: "course_completed", object_id: course! });
    const enrol = `mutation ($u: Int!, $c: Int!) { adminCourseEnrollment(user_id: $u, course_ids: [$c]) { id } }`;
    await admin.data(enrol, { u: person, c: course });
    await admin.data(
      `mutation ($c: Int!, $u: Int!) { completeCourseForPeople(course_id: $c, people: { user_ids: [$u] }, reason: "Classroom") }`,
      { c: course, u: person },
    );
    const { courseUnenrollment } = await admin.data(
      `mutation ($u: Int!, $c: Int!) { courseUnenrollment(user_id: $u, course_id: $c) { ended_id } }`,
      { u: person, c: course },
    );
    await admin.data(`mutation ($id: Int!) { restoreEnrolment(id: $id) { id } }`, { id: courseUnenrollment.ended_id });
    await work(server);
    expect(await touched()).toEqual([person]);
    expect((await readRuns(admin, id)).total).toBe(1);
  });

  test("a package reports that a course was failed, once until it reports something else", async () => {
    const person = await newLearner();
    const { course_id, unit_id, package_id } = await server.inside("demo", async (db, instance_id) => {
      const [course] = await insertCourses(server, [`Package ${++count}`]);
      const { id: package_id } = await db
        .selectFrom("scorm_packages")
        .select("id")
        .where("instance_id", "=", instance_id)
        .executeTakeFirstOrThrow();
      const { id: unit_id } = await db
        .selectFrom("units")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("course_id", "=", course!)
        .executeTakeFirstOrThrow();
      await db.insertInto("enrolments").values({ instance_id, user_id: person, course_id: course! }).execute();
      return { course_id: course!, unit_id, package_id };
    });
    const id = await watch({ kind: "course_failed", object_id: course_id });
    const report = (success_status: string) =>
      server.inside("demo", (db, instance_id) =>
        db
          .insertInto("scorm_results")
          .values({ instance_id, user_id: person, course_id, unit_id, package_id, success_status })
          .onConflict((on) => on.columns(["instance_id", "user_id", "unit_id"]).doUpdateSet({ success_status }))
          .execute(),
      );
    for (const status of ["unknown", "failed", "failed", "passed"]) await report(status);
    await work(server);
    expect(await touched()).toEqual([person]);
    expect((await readRuns(admin, id)).total).toBe(1);
  });

  test("a learning path is completed", async () => {
    const [course] = await insertCourses(server, [`Path course ${++count}`]);
    const path = await createPath(admin, `Path ${++count}`, [{ course_ids: [course!] }]);
    const person = await newLearner();
    await admin.data(
      `mutation ($id: Int!, $u: [Int!]) { assignLearningPath(id: $id, to: { user_ids: $u }) { added } }`,
      { id: path.id, u: [person] },
    );
    await watch({ kind: "path_completed", object_id: path.id });
    await admin.data(
      `mutation ($c: Int!, $u: Int!) { completeCourseForPeople(course_id: $c, people: { user_ids: [$u] }, reason: "Classroom") }`,
      { c: course, u: person },
    );
    await work(server);
    expect(await touched()).toEqual([person]);
  });
});

describe("an automation runs once for each occurrence when", () => {
  const enrol = (user_id: number, course_id: number, fields: object) =>
    server.inside("demo", (db, instance_id) =>
      db
        .insertInto("enrolments")
        .values({ instance_id, user_id, course_id, ...fields })
        .execute(),
    );

  test("a certificate expires within some days, and not when it is revoked or expires later", async () => {
    const [course] = await insertCourses(server, [`Certified ${++count}`]);
    const [soon, later, revoked] = [await newLearner(), await newLearner(), await newLearner()];
    await enrol(revoked, course!, { completed_at: sql`now() - interval '1 year' + interval '10 days'` });
    await server.inside("demo", (db, instance_id) =>
      sql`INSERT INTO certificates (instance_id, user_id, course_id, code, user_name, course_title, certificate_type, completed_on, expires_on, revoked_at)
        SELECT ${instance_id}, e.user_id, e.course_id, 'ABCDEFGHJKLMNPQRSTUV', 'Nora', 'Course', c.certificate_type,
          (e.completed_at AT TIME ZONE i.time_zone)::date, ((e.completed_at AT TIME ZONE i.time_zone)::date + interval '1 year')::date, now()
        FROM enrolments e JOIN instances i ON i.id = e.instance_id
        JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
        WHERE e.instance_id = ${instance_id} AND e.user_id = ${revoked}`.execute(db),
    );
    await enrol(soon, course!, { completed_at: sql`now() - interval '1 year' + interval '10 days'` });
    await enrol(later, course!, { completed_at: sql`now() - interval '1 year' + interval '60 days'` });
    const id = await watch({ kind: "certificate_expiring", object_id: course!, days: 30 });
    await passDay(server);
    await passDay(server);
    expect(await touched()).toEqual([soon]);
    expect((await readRuns(admin, id)).total).toBe(1);
  });

  test("the certificate of a learning path expires within some days, and not when it is revoked or expires later", async () => {
    const [course] = await insertCourses(server, [`Of a path ${++count}`]);
    const path = await createPath(admin, `Certified path ${++count}`, [{ course_ids: [course!] }], {
      certificate_months: 12,
    });
    const [soon, later, revoked] = [await newLearner(), await newLearner(), await newLearner()];
    const daysLeft = { [soon]: 10, [later]: 60, [revoked]: 10 };
    await admin.data(ASSIGN, { id: path.id, to: { user_ids: [soon, later, revoked] } });
    await server.inside("demo", async (db, instance_id) => {
      for (const [user, days] of Object.entries(daysLeft))
        await sql`UPDATE learning_path_people SET completed_at = now() - interval '1 year' + make_interval(days => ${days})
          WHERE instance_id = ${instance_id} AND user_id = ${Number(user)}`.execute(db);
    });
    await admin.data(
      `mutation ($user: Int!, $path: Int!) { revokeCertificate(user_id: $user, path_id: $path, reason: "Mistake") { state } }`,
      { user: revoked, path: path.id },
    );
    const id = await watch({ kind: "path_certificate_expiring", object_id: path.id, days: 30 });
    await passDay(server);
    await passDay(server);
    expect(await touched()).toEqual([soon]);
    expect((await readRuns(admin, id)).total).toBe(1);
  });

  test("a person has not signed in for some days, and again after they came back", async () => {
    const [idle, recent] = [await newLearner(), await newLearner()];
    const signedIn = (user_id: number, days: number) =>
      server.inside("demo", (db, instance_id) =>
        db
          .insertInto("sign_ins")
          .values({ instance_id, user_id, last_at: sql`now() - make_interval(days => ${days})` })
          .onConflict((on) => on.columns(["instance_id", "user_id"]).doUpdateSet({ last_at: sql`excluded.last_at` }))
          .execute(),
      );
    await signedIn(idle, 40);
    await signedIn(recent, 20);
    const group = await createGroup(admin, `Idle ${++count}`);
    for (const each of [idle, recent]) await join(admin, each, group);
    const id = await watch({ kind: "not_signed_in", days: 30 }, { group_id: group });
    await passDay(server);
    await passDay(server);
    expect(await touched()).toEqual([idle]);
    expect((await readRuns(admin, id)).total).toBe(1);
    await signedIn(idle, 35);
    await passDay(server);
    expect((await readRuns(admin, id)).total).toBe(2);
  });

  test("a sign-in is recorded when a session opens", async () => {
    const person = await newLearner();
    await server.as(`trigger${count}@demo.test`);
    const row = await server.inside("demo", (db, id) =>
      db
        .selectFrom("sign_ins")
        .select("last_at")
        .where("instance_id", "=", id)
        .where("user_id", "=", person)
        .executeTakeFirst(),
    );
    expect(row?.last_at).toBeInstanceOf(Date);
  });

  test("the due date of a course has passed, and again when a new one passes", async () => {
    const [course] = await insertCourses(server, [`Overdue ${++count}`]);
    const [late, done, early] = [await newLearner(), await newLearner(), await newLearner()];
    await enrol(late, course!, { due_on: sql`current_date - 3` });
    await enrol(done, course!, { due_on: sql`current_date - 3`, completed_at: sql`now() - interval '5 days'` });
    await enrol(early, course!, { due_on: sql`current_date + 3` });
    const id = await watch({ kind: "course_overdue", object_id: course! });
    await passDay(server);
    await passDay(server);
    expect(await touched()).toEqual([late]);
    expect((await readRuns(admin, id)).total).toBe(1);
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("enrolments")
        .set({ due_on: sql`current_date - 2` })
        .where("instance_id", "=", instance)
        .where("user_id", "=", late)
        .execute(),
    );
    await passDay(server);
    expect((await readRuns(admin, id)).total).toBe(2);
  });

  test("the due date of a learning path has passed", async () => {
    const [course] = await insertCourses(server, [`Late course ${++count}`]);
    const path = await createPath(admin, `Late path ${++count}`, [{ course_ids: [course!] }], { due_days: 1 });
    const person = await newLearner();
    await admin.data(
      `mutation ($id: Int!, $u: [Int!]) { assignLearningPath(id: $id, to: { user_ids: $u }) { added } }`,
      {
        id: path.id,
        u: [person],
      },
    );
    await watch({ kind: "path_overdue", object_id: path.id });
    await passDay(server);
    expect(await touched()).toEqual([]);
    await server.inside("demo", (db, id) =>
      db
        .updateTable("learning_path_people")
        .set({ due_on: sql`current_date - 2` })
        .where("instance_id", "=", id)
        .where("user_id", "=", person)
        .execute(),
    );
    await passDay(server);
    expect(await touched()).toEqual([person]);
  });

  test("a new day of the instance has begun, and not a second time on it", async () => {
    const [course] = await insertCourses(server, [`Daily ${++count}`]);
    await enrol(await newLearner(), course!, { due_on: sql`current_date - 3` });
    await watch({ kind: "course_overdue", object_id: course! });
    await passDay(server);
    const instance = await server.inside("demo", async (_, id) => id);
    await enrol(await newLearner(), course!, { due_on: sql`current_date - 3` });
    expect(await lookAtEverybody(server.platform, instance)).toBe(0);
    expect(await passDay(server)).toBe(1);
  });
});

describe("an automation leaves out", () => {
  test("people who do not match the conditions when it is their turn", async () => {
    const id = await watch({ kind: "person_created" }, { role: "manager" });
    await newLearner();
    await work(server);
    expect(await touched()).toEqual([]);
    expect((await readRuns(admin, id)).total).toBe(0);
  });

  test("deactivated people, unless a condition asks for them", async () => {
    const person = await newLearner();
    const group = await createGroup(admin, `Inactive ${++count}`);
    await server.inside("demo", (db, id) =>
      db
        .updateTable("users")
        .set({ is_active: false })
        .where("instance_id", "=", id)
        .where("id", "=", person)
        .execute(),
    );
    await watch({ kind: "group_joined", object_id: group });
    const first = target;
    await watch({ kind: "group_joined", object_id: group }, { state: "inactive" });
    await join(admin, person, group);
    await work(server);
    expect(await listGroupMembers(server, first)).toEqual([]);
    expect(await touched()).toEqual([person]);
  });

  test("people of an overdue learning path that was withdrawn to a draft", async () => {
    const [course] = await insertCourses(server, [`Draft course ${++count}`]);
    const path = await createPath(admin, `Draft path ${++count}`, [{ course_ids: [course!] }], { due_days: 1 });
    const person = await newLearner();
    await admin.data(ASSIGN, { id: path.id, to: { user_ids: [person] } });
    await watch({ kind: "path_overdue", object_id: path.id });
    await server.inside("demo", async (db, id) => {
      await sql`UPDATE learning_path_people SET due_on = current_date - 2
        WHERE instance_id = ${id} AND user_id = ${person}`.execute(db);
      await sql`UPDATE learning_paths SET status = 'draft' WHERE instance_id = ${id} AND id = ${path.id}`.execute(db);
    });
    await passDay(server);
    expect(await touched()).toEqual([]);
  });

  test("everything that happens while it is off", async () => {
    const id = await watch({ kind: "person_created" });
    await newLearner();
    await admin.data(`mutation ($id: Int!) { switchAutomation(id: $id, is_on: false) { id } }`, { id });
    await newLearner();
    await admin.data(`mutation ($id: Int!) { switchAutomation(id: $id, is_on: true) { id } }`, { id });
    const person = await newLearner();
    await work(server);
    expect(await touched()).toEqual([person]);
  });
});
