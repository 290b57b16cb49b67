import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { ANSWERS, COURSE, CREATE, QUESTIONS, smallCourse } from "../courses/course.testdata.ts";
import { mailBatch } from "../notifications/mailing.service.ts";
import { retakeFrom } from "./retakes.service.ts";

let server: TestServer;
let author: Client;
let learner: Client;
let learnerId: number;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  learner = await server.as("learner@demo.test");
  learnerId = await server.userId("learner@demo.test");
});
afterAll(() => server.close());

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const RETAKE = `mutation ($course_id: Int!, $user_id: Int) { retakeCourse(course_id: $course_id, user_id: $user_id) { id attempt } }`;
const ATTEMPTS = `query ($course_id: Int!, $user_id: Int) { courseAttempts(course_id: $course_id, user_id: $user_id) {
  attempt completed_at units_completed total_units time_spent certificate_url answers { unit question response is_correct } } }`;

async function newCourse(title: string, extra: object = {}): Promise<number> {
  const test = { content: [], video: [], test_units: [{ unit_order: 1, title: "Check" }] };
  const tests = QUESTIONS.map((question) => ({ ...question, unit_order: 1 }));
  const { id } = (await author.data(CREATE, smallCourse(title, { ...test, tests, ...extra }))).createCourse;
  await learner.data(ENROL, { id });
  return id;
}

/** Answers every question rightly and completes the course. */
async function pass(id: number): Promise<void> {
  const { tests } = (await learner.data(COURSE, { id })).course;
  const unit = { course_id: id, unit_id: tests[0].id, unit_type: "TestUnitType" };
  for (const [index, question] of (tests[0].tests as { id: number }[]).entries()) {
    await learner.data(`mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`, {
      input: {
        ...unit,
        input_type: "question",
        input_key: String(question.id),
        response: JSON.stringify(ANSWERS[index]),
      },
    });
  }
  await learner.data(`mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { id } }`, {
    input: unit,
  });
}

/** Sets the completion of the course to this many days ago. */
async function completedAgo(id: number, days: number): Promise<void> {
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("enrolments")
      .set({ completed_at: new Date(Date.now() - days * 86_400_000) })
      .where("instance_id", "=", instance)
      .where("course_id", "=", id)
      .where("completed_at", "is not", null)
      .execute(),
  );
}

const totals = () =>
  server.inside("demo", async (db, instance) => {
    const kept = await db
      .selectFrom("learner_totals")
      .select(["assigned", "completed", "in_progress", "time_spent"])
      .where("instance_id", "=", instance)
      .where("user_id", "=", learnerId)
      .executeTakeFirstOrThrow();
    const counted = await db
      .selectFrom("course_progress")
      .where("instance_id", "=", instance)
      .where("user_id", "=", learnerId)
      .select((eb) => [
        eb.fn.countAll<number>().as("assigned"),
        eb.fn.countAll<number>().filterWhere("status", "=", "completed").as("completed"),
        eb.fn.countAll<number>().filterWhere("status", "=", "in_progress").as("in_progress"),
        eb.fn.sum<number>("time_spent").as("time_spent"),
      ])
      .executeTakeFirstOrThrow();
    expect(kept).toEqual(counted);
    return kept;
  });

describe("a retaken course", () => {
  test("starts at nothing, and the former attempt stays readable", async () => {
    const id = await newCourse("Every year");
    await pass(id);
    await completedAgo(id, 340);
    const before = await totals();
    const spent = (await learner.data(`{ userProgress { courses { id timeSpent } } }`)).userProgress.courses;
    expect((await learner.data(RETAKE, { course_id: id })).retakeCourse).toEqual({ id, attempt: 2 });

    const { course } = await learner.data(COURSE, { id });
    expect(course).toMatchObject({ progress: 0, is_complete: false, is_enrolled: true, userResponses: [] });
    expect(course.tests[0].is_complete).toBe(false);
    expect(await totals()).toMatchObject({ assigned: before.assigned, completed: before.completed - 1 });
    const after = (await learner.data(`{ userProgress { courses { id timeSpent } } }`)).userProgress.courses;
    expect(after).toEqual(spent);

    const [attempt] = (await learner.data(ATTEMPTS, { course_id: id })).courseAttempts;
    expect(attempt).toMatchObject({ attempt: 1, units_completed: 1, total_units: 1 });
    expect(attempt.answers).toHaveLength(5);
    expect(attempt.answers[0]).toMatchObject({ unit: "Check", question: "Which are rivers?", is_correct: true });
    expect(JSON.parse(attempt.answers[0].response)).toMatchObject({ userSelections: ["Trent", "Severn"] });
    const pdf = await server.app.inject({ url: attempt.certificate_url, headers: { host: "demo.localhost" } });
    expect(pdf.statusCode).toBe(200);
  });

  test("gets a certificate of its own when it is completed again", async () => {
    const id = await newCourse("Twice certified");
    await pass(id);
    await completedAgo(id, 400);
    await learner.data(RETAKE, { course_id: id });
    await pass(id);
    const { generateCertificate } = await learner.data(
      `mutation ($id: Int) { generateCertificate(input: { course_id: $id }) { certificate_url } }`,
      { id },
    );
    const [former] = (await learner.data(ATTEMPTS, { course_id: id })).courseAttempts;
    const name = (url: string) => url.split("?")[0];
    expect(name(generateCertificate.certificate_url)).not.toBe(name(former.certificate_url));
    await totals();
  });

  test("leaves the certificate of the completion before it to its holder and to readers of reports", async () => {
    const id = await newCourse("Certified meanwhile");
    await pass(id);
    await completedAgo(id, 340);
    await learner.data(RETAKE, { course_id: id });
    const [former] = (await learner.data(ATTEMPTS, { course_id: id })).courseAttempts;
    const admin = await server.as("admin@demo.test");
    const { rows } = (
      await admin.data(`query ($id: Int) { certifiedPage(courseId: $id) { rows { state expires_on } } }`, { id })
    ).certifiedPage;
    expect(rows).toEqual([{ state: "due", expires_on: expect.any(String) }]);
    const listed = { course_id: id, expiry_date: rows[0].expires_on };
    const list = `query ($userId: Int) { certificatesOfUser(userId: $userId) { course_id expiry_date } }`;
    expect((await learner.data(list)).certificatesOfUser).toContainEqual(listed);
    expect((await admin.data(list, { userId: learnerId })).certificatesOfUser).toContainEqual(listed);
    const { generateCertificate } = await learner.data(
      `mutation ($id: Int) { generateCertificate(input: { course_id: $id }) { certificate_url } }`,
      { id },
    );
    const name = (url: string) => url.split("?")[0];
    expect(name(generateCertificate.certificate_url)).toBe(name(former.certificate_url));
    const { completedCourses } = await learner.data(`{ completedCourses { id } }`);
    expect(completedCourses).not.toContainEqual({ id });
  });

  test("keeps the courses open that require it", async () => {
    const first = await newCourse("Needed first");
    await pass(first);
    const second = await newCourse("Needs the first", { learning_path: [first] });
    await completedAgo(first, 350);
    await learner.data(RETAKE, { course_id: first });
    await pass(second);
    expect((await learner.data(COURSE, { id: second })).course).toMatchObject({
      is_complete: true,
      prerequisites: [{ id: first, is_complete: true }],
    });
  });

  test("needs its assignment submitted and accepted again", async () => {
    const create = `mutation ($assignment: [AssignmentUnitInput!]) {
      createCourse(title: "Written every year", description: "x", status: "published", assignment: $assignment) { id } }`;
    const content = JSON.stringify({ ops: [{ insert: "Write.\n" }] });
    const assignment = [{ unit_order: 1, title: "Write", content, completion_option: "user-uploads" }];
    const { id } = (await author.data(create, { assignment })).createCourse;
    await learner.data(ENROL, { id });
    const unitId = (await learner.data(`query ($id: Int!) { course(id: $id) { assignments { id } } }`, { id })).course
      .assignments[0].id;
    const unit = { course_id: id, unit_id: unitId, unit_type: "AssignmentUnitType" };
    const handIn = (text: string) =>
      learner.data(`mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`, {
        input: { ...unit, input_type: "AssignmentText", input_key: "x", response: JSON.stringify({ content: text }) },
      });
    const complete = () =>
      learner.refusal(`mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { id } }`, {
        input: unit,
      });
    await handIn("First year");
    expect(await complete()).toBeNull();
    await completedAgo(id, 360);
    await learner.data(RETAKE, { course_id: id });
    const own = `query ($id: Int!) { mySubmissions(course_id: $id) { content } }`;
    expect((await learner.data(own, { id })).mySubmissions).toEqual([]);
    expect(await complete()).toBe("CONFLICT");

    const inbox = `{ submissionsPage(search: "Grace") { rows { id course_title state } } }`;
    const waiting = (await author.data(inbox)).submissionsPage.rows.find(
      (row: { course_title: string }) => row.course_title === "Written every year",
    );
    await author.data(`mutation ($id: Int!) { reviewSubmission(id: $id, accept: true) { id } }`, { id: waiting.id });
    expect((await learner.data(COURSE, { id })).course.progress).toBe(0);

    await handIn("Second year");
    expect((await learner.data(own, { id })).mySubmissions).toEqual([{ content: "Second year" }]);
    expect(await complete()).toBeNull();
  });
});

describe("retaking a course", () => {
  test("is refused before it is complete, and until 30 days before the certificate expires", async () => {
    const id = await newCourse("Too early");
    expect(await learner.refusal(RETAKE, { course_id: id })).toBe("CONFLICT");
    await pass(id);
    expect((await learner.query(RETAKE, { course_id: id })).errors?.[0]?.message).toMatch(
      /^You can take this course again from \d{1,2} \w+ \d{4}\.$/,
    );
    expect((await learner.data(COURSE, { id })).course.progress).toBe(100);
  });

  test("is refused for users who are not enrolled, and in another instance", async () => {
    const id = await newCourse("Not theirs");
    expect(await (await server.as("amara.diallo@demo.test")).refusal(RETAKE, { course_id: id })).toBe("NOT_FOUND");
    expect(await (await server.as("learner@riverside.test")).refusal(RETAKE, { course_id: id })).toBe("NOT_FOUND");
  });

  test("does not count what is being completed of the former attempt", async () => {
    const id = await newCourse("At the same moment");
    await pass(id);
    const unit = (await learner.data(COURSE, { id })).course.tests[0];
    let completing: Promise<string | null> | undefined;
    await server.inside("demo", async (db, instance) => {
      const own = { instance_id: instance, course_id: id };
      await db
        .deleteFrom("unit_progress")
        .where((eb) => eb.and(own))
        .execute();
      await db
        .updateTable("enrolments")
        .set({ attempt: 2, completed_at: null, units_completed: 0 })
        .where((eb) => eb.and(own))
        .execute();
      // It reads the old attempt and then waits for this transaction.
      completing = learner.refusal(
        `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { id } }`,
        { input: { course_id: id, unit_id: unit.id, unit_type: "TestUnitType" } },
      );
      await expect.poll(server.countWaiting, { interval: 5 }).toBe(1);
    });
    expect(await completing).toBe("CONFLICT");
    expect((await learner.data(COURSE, { id })).course).toMatchObject({ progress: 0, is_complete: false });
  });

  test("starts once for two requests at once", async () => {
    const id = await newCourse("Once only");
    await pass(id);
    await completedAgo(id, 380);
    const codes = await Promise.all([1, 2, 3].map(() => learner.refusal(RETAKE, { course_id: id })));
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect((await learner.data(ATTEMPTS, { course_id: id })).courseAttempts).toHaveLength(1);
  });
});

test("is possible for admins at any time, with an audit entry, and for no other role", async () => {
  const id = await newCourse("Once more, please");
  await pass(id);
  const variables = { course_id: id, user_id: learnerId };
  for (const email of ["instructor@demo.test", "manager@demo.test", "amara.diallo@demo.test"])
    expect(await (await server.as(email)).refusal(RETAKE, variables)).toBe("FORBIDDEN");
  expect(await (await server.as("admin@riverside.test")).refusal(RETAKE, variables)).toBe("NOT_FOUND");
  const admin = await server.as("admin@demo.test");
  expect((await admin.data(RETAKE, variables)).retakeCourse.attempt).toBe(2);
  const { auditLog } = await admin.data(
    `{ auditLog(action: "enrolment.begun_again") { rows { subject_name changes { field after } } } }`,
  );
  expect(auditLog.rows).toEqual([
    { subject_name: "Grace Adeyemi", changes: expect.arrayContaining([{ field: "attempt", after: "2" }]) },
  ]);
});

test("notifies the learner in the product and by mail, unless they started it themselves", async () => {
  const BELL = "{ notifications { unread rows { kind course_id course_title } } }";
  const listNotices = async (id: number) =>
    (await learner.data(BELL)).notifications.rows.filter(
      (row: { kind: string; course_id: number }) => row.kind === "begun_again" && row.course_id === id,
    );
  const id = await newCourse("Notified");
  await pass(id);
  const admin = await server.as("admin@demo.test");
  const before = server.outside.jobs.length;
  await admin.data(RETAKE, { course_id: id, user_id: learnerId });
  expect(await listNotices(id)).toEqual([{ kind: "begun_again", course_id: id, course_title: "Notified" }]);
  const job = server.outside.jobs.slice(before).find(({ name }) => name === "notifications.mail")!;
  server.outside.mails.length = 0;
  await mailBatch(server.platform, job.payload as Parameters<typeof mailBatch>[1]);
  expect(server.outside.mails).toMatchObject([
    { to: "learner@demo.test", subject: "You are to take ‘Notified’ again" },
  ]);

  const own = await newCourse("Begun by oneself");
  await pass(own);
  await completedAgo(own, 350);
  await learner.data(RETAKE, { course_id: own });
  expect(await listNotices(own)).toEqual([]);
});

test("shows former attempts of other users to readers of reports, in their reach", async () => {
  const id = await newCourse("Looked at");
  const variables = { course_id: id, user_id: learnerId };
  expect(await (await server.as("manager@demo.test")).refusal(ATTEMPTS, variables)).toBeNull();
  expect(await (await server.as("manager.north@demo.test")).refusal(ATTEMPTS, variables)).toBeNull();
  expect(await (await server.as("amara.diallo@demo.test")).refusal(ATTEMPTS, variables)).toBe("FORBIDDEN");
  const southern = await server.userId("amara.diallo@demo.test");
  expect(
    await (await server.as("manager.north@demo.test")).refusal(ATTEMPTS, { course_id: id, user_id: southern }),
  ).toBe("NOT_FOUND");
});

test.each([
  ["2026-03-03", "2027-02-01"],
  ["2024-02-29", "2025-01-29"],
])("a course completed on %s can be retaken from %s", (completed, from) => {
  expect(retakeFrom(completed)).toBe(from);
});

test.each([
  ["2026-03-03", "2026-05-04", "2026-05-04"],
  ["2026-03-03", "2026-03-03", "2026-03-04"],
  ["2026-03-03", "2027-02-20", "2027-02-01"],
])(
  "a course completed on %s whose certificate was revoked on %s can be retaken from %s",
  (completed, revoked, from) => {
    expect(retakeFrom(completed, revoked)).toBe(from);
  },
);
