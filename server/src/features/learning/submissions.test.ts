import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { delta } from "../courses/course.testdata.ts";

const CREATE = `mutation ($title: String!, $assignment: [AssignmentUnitInput!]) {
  createCourse(title: $title, description: "d", status: "published", assignment: $assignment) { id } }`;
const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete } }`;
const MINE = `query ($id: Int!) { mySubmissions(course_id: $id) { id unit_id content state } }`;
const REVIEW = `mutation ($id: Int!) { reviewSubmission(id: $id, accept: true) { id } }`;

let server: TestServer;
let author: Client;
let learner: Client;
let other: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  learner = await server.as("learner@demo.test");
  other = await server.as("yusuf.demir@demo.test");
});
afterAll(() => server.close());

interface Work {
  course: number;
  units: number[];
}

/** Creates a course of two assignments, which are complete by this option, with these people enrolled. */
async function createWork(title: string, completion_option: string, ...people: Client[]): Promise<Work> {
  const assignment = [1, 2].map((unit_order) => ({
    unit_order,
    title: `Part ${unit_order}`,
    content: delta("Write."),
    completion_option,
  }));
  const { id } = (await author.data(CREATE, { title, assignment })).createCourse;
  for (const each of people) await each.data(`mutation { courseEnrollment(input: { course_id: ${id} }) { id } }`);
  const { course } = await author.data(`{ course(id: ${id}) { assignments { id } } }`);
  return { course: id, units: course.assignments.map((unit: { id: number }) => unit.id) };
}

const about = ({ course, units }: Work, part: number) => ({
  course_id: course,
  unit_id: units[part - 1],
  unit_type: "AssignmentUnitType",
});
const handIn = (client: Client, work: Work, part: number, content = "Done.") =>
  client.refusal(RESPOND, {
    input: {
      ...about(work, part),
      input_type: "AssignmentText",
      input_key: "x",
      response: JSON.stringify({ content }),
    },
  });
const complete = (client: Client, work: Work, part: number) => client.refusal(COMPLETE, { input: about(work, part) });
const listMine = async (client: Client, { course }: Work) =>
  (await client.data(MINE, { id: course })).mySubmissions as {
    id: number;
    unit_id: number;
    content: string;
    state: string;
  }[];

test("work that is handed in completes its own unit for its author alone, and is listed in its course for them", async () => {
  const work = await createWork("Handed in apart", "user-uploads", learner, other);
  const elsewhere = await createWork("Handed in elsewhere", "user-uploads", learner);
  expect(await complete(learner, work, 1)).toBe("CONFLICT");
  expect(await handIn(learner, elsewhere, 1)).toBeNull();
  expect(await handIn(learner, work, 1)).toBeNull();
  expect([await complete(other, work, 1), await complete(learner, work, 2)]).toEqual(["CONFLICT", "CONFLICT"]);
  expect(await complete(learner, work, 1)).toBeNull();
  expect(await listMine(learner, work)).toEqual([
    { id: expect.any(Number), unit_id: work.units[0], content: "Done.", state: "submitted" },
  ]);
  expect(await listMine(other, work)).toEqual([]);
});

test("work that was accepted completes its unit, and no other is taken there, but for other parts and people", async () => {
  const work = await createWork("Accepted apart", "instructor-accepts", learner, other);
  expect(await handIn(learner, work, 1)).toBeNull();
  expect(await complete(learner, work, 1)).toBe("CONFLICT");
  const { id } = (await listMine(learner, work))[0]!;
  await author.data(REVIEW, { id });
  expect(await complete(learner, work, 1)).toBeNull();
  expect(await handIn(learner, work, 1)).toBe("CONFLICT");
  expect([await handIn(learner, work, 2), await handIn(other, work, 1)]).toEqual([null, null]);
  expect([await complete(learner, work, 2), await complete(other, work, 1)]).toEqual(["CONFLICT", "CONFLICT"]);
});

test("the acceptance of a former attempt completes nothing in this one, and one of two keeps the unit complete", async () => {
  const work = await createWork("Taken again", "instructor-accepts", learner);
  const set = (table: "enrolments" | "submissions", attempt: number, id?: number) =>
    server.inside("demo", (db, instance) => {
      const update = db.updateTable(table).set({ attempt }).where("instance_id", "=", instance);
      const ofCourse = update.where("course_id", "=", work.course);
      return (id ? ofCourse.where("id", "=", id as never) : ofCourse).execute();
    });
  const isComplete = async () =>
    (await learner.data(`{ course(id: ${work.course}) { assignments { is_complete } } }`)).course.assignments[0]
      .is_complete as boolean;
  const withdraw = (id: number) =>
    author.data(`mutation ($id: Int!) { withdrawAcceptance(id: $id) { state } }`, { id });
  await handIn(learner, work, 1, "Former");
  const former = (await listMine(learner, work))[0]!.id;
  await set("enrolments", 2);
  await handIn(learner, work, 1, "Now");
  const { id } = (await listMine(learner, work)).find(({ content }) => content === "Now")!;
  await author.data(REVIEW, { id: former });
  expect(await isComplete()).toBe(false);
  await author.data(REVIEW, { id });
  expect(await isComplete()).toBe(true);
  await set("submissions", 2, former);
  await withdraw(id);
  expect(await isComplete()).toBe(true);
  await withdraw(former);
  expect(await isComplete()).toBe(false);
});

test("an acceptance of a former attempt that is taken back leaves complete what this attempt has completed", async () => {
  const work = await createWork("Completed again", "instructor-accepts", learner);
  const setOption = (completion_option: string) =>
    server.inside("demo", (db, id) =>
      sql`UPDATE units SET completion_option = ${completion_option} WHERE instance_id = ${id} AND course_id = ${work.course}`.execute(
        db,
      ),
    );
  await handIn(learner, work, 1, "Former");
  const former = (await listMine(learner, work))[0]!.id;
  await author.data(REVIEW, { id: former });
  await server.inside("demo", async (db, id) => {
    await sql`UPDATE unit_progress SET completed_at = NULL WHERE instance_id = ${id} AND course_id = ${work.course}`.execute(
      db,
    );
    await sql`UPDATE enrolments SET attempt = 2, units_completed = 0 WHERE instance_id = ${id} AND course_id = ${work.course}`.execute(
      db,
    );
  });
  await setOption("user-uploads");
  await handIn(learner, work, 1, "Now");
  expect(await complete(learner, work, 1)).toBeNull();
  await setOption("instructor-accepts");
  await author.data(`mutation ($id: Int!) { withdrawAcceptance(id: $id) { state } }`, { id: former });
  const { course } = await learner.data(`{ course(id: ${work.course}) { progress assignments { is_complete } } }`);
  expect(course).toEqual({ progress: 50, assignments: [{ is_complete: true }, { is_complete: false }] });
});

test("an acceptance that is taken back opens its unit and course, and no other unit, course or person's work", async () => {
  const work = await createWork("Taken back apart", "instructor-accepts", learner, other);
  const elsewhere = await createWork("Accepted elsewhere", "instructor-accepts", learner);
  const accept = async (client: Client, at: Work, part: number) => {
    await handIn(client, at, part);
    const { id } = (await listMine(client, at))[0]!;
    await author.data(REVIEW, { id });
    return id;
  };
  for (const [client, at, part] of [
    [learner, elsewhere, 1],
    [learner, elsewhere, 2],
    [other, work, 2],
    [learner, work, 1],
  ] as const)
    await accept(client, at, part);
  const last = await accept(learner, work, 2);
  const state = async (client: Client, { course }: Work) => {
    const read = await client.data(`{ course(id: ${course}) { progress is_complete assignments { is_complete } } }`);
    return [
      read.course.progress,
      read.course.is_complete,
      ...read.course.assignments.map((unit: { is_complete: boolean }) => unit.is_complete),
    ];
  };
  expect(await state(learner, work)).toEqual([100, true, true, true]);

  // None of these is a valid certificate of the learner for this completion.
  const [mine, theirs] = [await server.userId("learner@demo.test"), await server.userId("yusuf.demir@demo.test")];
  const given = { certificate_type: "Default", user_name: "Ada", course_title: "Taken back apart" };
  const days = { completed_on: "2020-01-01", expires_on: "2040-01-01" };
  const others = [
    { user_id: theirs, course_id: work.course },
    { user_id: mine, course_id: elsewhere.course },
    { user_id: mine, course_id: work.course, revoked_at: new Date() },
    { user_id: mine, course_id: work.course, completed_on: "2020-01-02", ended_at: new Date() },
    { user_id: mine, course_id: work.course, completed_on: "2020-01-03", issued_at: new Date("2020-01-03") },
  ];
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("certificates")
      .values(
        others.map((each, n) => ({ ...given, ...days, instance_id, code: `a-code-of-at-least-twenty-${n}`, ...each })),
      )
      .execute(),
  );
  await author.data(`mutation ($id: Int!) { withdrawAcceptance(id: $id) { state } }`, { id: last });
  expect(await state(learner, work)).toEqual([50, false, true, false]);
  expect(await state(other, work)).toEqual([50, false, false, true]);
  expect(await state(learner, elsewhere)).toEqual([100, true, true, true]);
});

test.each([
  ["until those of the others are taken back too", false],
  ["for good when a certificate names the day", true],
])("a course that is complete without the unit whose acceptance is taken back stays so %s", async (_, isCertified) => {
  const work = await createWork(`Half is enough ${isCertified}`, "instructor-accepts", learner);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("courses")
      .set({ completion_rules: "percentage", completion_percentage: 50 })
      .where("instance_id", "=", instance)
      .where("id", "=", work.course)
      .execute(),
  );
  const accepted: number[] = [];
  for (const part of [1, 2]) {
    await handIn(learner, work, part);
    accepted.push((await listMine(learner, work))[0]!.id);
    await author.data(REVIEW, { id: accepted.at(-1) });
  }
  const readCourse = async () =>
    (await learner.data(`{ course(id: ${work.course}) { progress is_complete } }`)).course as object;
  const withdraw = (id: number | undefined) =>
    author.data(`mutation ($id: Int!) { withdrawAcceptance(id: $id) { state } }`, { id });
  if (isCertified)
    await learner.data(`mutation { generateCertificate(input: { course_id: ${work.course} }) { certificate_url } }`);
  await withdraw(accepted[0]);
  expect(await readCourse()).toEqual({ progress: 50, is_complete: true });
  await withdraw(accepted[1]);
  expect(await readCourse()).toEqual({ progress: 0, is_complete: isCertified });
});

test("a text is stored without the blanks around it, up to its longest", async () => {
  const work = await createWork("Long work", "user-uploads", learner);
  const longest = "x".repeat(50_000);
  expect(await handIn(learner, work, 1, `${longest}x`)).toBe("VALIDATION");
  expect(await handIn(learner, work, 1, ` ${longest}\n`)).toBeNull();
  expect((await listMine(learner, work)).map(({ content }) => content)).toEqual([longest]);
});

test("work that is sent again after newer work is answered, and the newer work stays the response of its unit", async () => {
  const work = await createWork("Sent again", "user-uploads", other);
  const send = async (content: string, given_id: string) => {
    const given = { input_type: "AssignmentText", input_key: "x", response: JSON.stringify({ content, given_id }) };
    const document = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { response } }`;
    const { storeUnitResponse } = await other.data(document, { input: { ...about(work, 1), ...given } });
    return (JSON.parse(storeUnitResponse.response) as { submission_id: number }).submission_id;
  };
  const first = await send("First.", "a");
  expect(await send("Second.", "b")).not.toBe(first);
  expect(await send("First.", "a")).toBe(first);
  expect((await listMine(other, work)).map(({ content }) => content).toSorted()).toEqual(["First.", "Second."]);
  const kept = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("responses")
      .select(sql<string>`response ->> 'content'`.as("content"))
      .where("instance_id", "=", instance)
      .where("unit_id", "=", work.units[0]!)
      .execute(),
  );
  expect(kept).toEqual([{ content: "Second." }]);
});

test("work goes to instructors who reach the learner with the course; to admins where there is none", async () => {
  const work = await createWork("Whose work", "instructor-accepts", learner, author);
  const another = await createWork("Work elsewhere", "instructor-accepts");
  const [north, south, west, shut] = await server.inside("demo", async (db, instance_id) => {
    const rows = await db
      .insertInto("branches")
      .values(
        ["Northern", "Southern", "Western", "Shut"].map((name) => ({
          instance_id,
          name,
          url: `r-${name.toLowerCase()}`,
        })),
      )
      .returning("id")
      .execute();
    return rows.map(({ id }) => id) as [number, number, number, number];
  });
  const learnerId = await server.userId("learner@demo.test");
  const add = (email: string, more: object = {}, branches: number[] = []) =>
    server.inside("demo", async (db, instance_id) => {
      const { id } = await db
        .insertInto("users")
        .values({ instance_id, first_name: "R", last_name: "V", email, role: "instructor", is_primary: false, ...more })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const branch_id of branches)
        await db.insertInto("branch_users").values({ instance_id, branch_id, user_id: id }).execute();
      return id;
    });
  await server.inside("demo", async (db, instance_id) => {
    await sql`UPDATE users SET is_primary = false WHERE instance_id = ${instance_id} AND role = 'instructor'`.execute(
      db,
    );
    for (const branch_id of [north, shut]) {
      await db.insertInto("branch_users").values({ instance_id, branch_id, user_id: learnerId }).execute();
      await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id: work.course }).execute();
    }
    await sql`UPDATE branches SET deleted_at = now() WHERE instance_id = ${instance_id} AND id = ${shut}`.execute(db);
    // The south has the course without the learner, the west the learner without the course.
    await db.insertInto("branch_courses").values({ instance_id, branch_id: south, course_id: work.course }).execute();
    await db.insertInto("branch_courses").values({ instance_id, branch_id: west, course_id: another.course }).execute();
    await db.insertInto("branch_users").values({ instance_id, branch_id: west, user_id: learnerId }).execute();
  });
  const listNotified = async () => {
    const { rows } = await server.inside("demo", (db, instance) =>
      sql<{ user_id: number }>`
        DELETE FROM notifications WHERE instance_id = ${instance} AND kind = 'submission_received'
          AND data ->> 'course_id' = ${String(work.course)}
        RETURNING user_id`.execute(db),
    );
    return rows.map(({ user_id }) => user_id).toSorted((a, b) => a - b);
  };

  const away = { deleted_at: new Date() };
  await add("south@review.test", {}, [south]);
  await add("west@review.test", {}, [west]);
  await add("shut@review.test", {}, [shut]);
  await add("manager@review.test", { role: "manager", is_primary: true }, [north]);
  await add("deleted@review.test", { is_primary: true, ...away }, [north]);
  await add("inactive@review.test", { is_primary: true, is_active: false }, [north]);
  await add("past@review.test", { is_primary: true, deactivate_at: "2026-01-01" }, [north]);
  expect(await handIn(learner, work, 1)).toBeNull();
  const admins = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("users")
      .select("id")
      .where("instance_id", "=", instance)
      .where("role", "=", "admin")
      .where("is_active", "=", true)
      .where("is_primary", "=", true)
      .where("deleted_at", "is", null)
      .orderBy("id")
      .execute(),
  );
  expect(await listNotified()).toEqual(admins.map(({ id }) => id));

  const reached = [await add("north@review.test", {}, [north]), await add("main@review.test", { is_primary: true })];
  expect(await handIn(learner, work, 1)).toBeNull();
  expect(await listNotified()).toEqual(reached);
  // Nobody reviews their own work.
  const main = await server.as("main@review.test");
  await main.data(`mutation { courseEnrollment(input: { course_id: ${work.course} }) { id } }`);
  expect(await handIn(main, work, 1)).toBeNull();
  expect(await listNotified()).toEqual(admins.map(({ id }) => id));
});
