import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: Client;
let learnerId: number;
const courses = new Map<string, number>();
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learnerId = await server.userId("learner@demo.test");
  // A certificate's year starts on the day of completion.
  for (const [title, daysAgo] of Object.entries({ Fresh: 10, Soon: 350, Over: 400 })) await complete(title, daysAgo);
});
afterAll(() => server.close());

const PAGE = `query ($state: String, $courseId: Int, $search: String, $sort: String, $limit: Int, $branchUrl: String) {
  certifiedPage(state: $state, courseId: $courseId, search: $search, sort: $sort, limit: $limit, branchUrl: $branchUrl) {
    total rows { user_id user_name course_id course_title completed_on expires_on state is_again revoke_reason } } }`;
const REVOKE = `mutation ($user_id: Int!, $course_id: Int!, $reason: String!) {
  revokeCertificate(user_id: $user_id, course_id: $course_id, reason: $reason) { state revoke_reason } }`;
const REVOKE_IN_BRANCH = `mutation ($user_id: Int!, $course_id: Int!, $reason: String!, $branchUrl: String) {
  revokeCertificate(user_id: $user_id, course_id: $course_id, reason: $reason, branchUrl: $branchUrl) { state } }`;
const RESTORE = `mutation ($user_id: Int!, $course_id: Int!) { restoreCertificate(user_id: $user_id, course_id: $course_id) { state } }`;

interface Row {
  course_title: string;
}

async function complete(title: string, daysAgo: number): Promise<void> {
  const id = await server.inside("demo", async (db, instance_id) => {
    const course = await db
      .insertInto("courses")
      .values({ instance_id, title, status: "published", unit_count: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("enrolments")
      .values({
        instance_id,
        user_id: learnerId,
        course_id: course.id,
        units_completed: 1,
        completed_at: new Date(Date.now() - daysAgo * 86_400_000),
      })
      .execute();
    return course.id;
  });
  courses.set(title, id);
}

const listStates = async (client: Client, variables: object = {}) =>
  (await client.data(PAGE, { search: "Grace", limit: 100, ...variables })).certifiedPage.rows
    .filter((row: { course_title: string }) => courses.has(row.course_title))
    .map((row: { course_title: string; state: string }) => [row.course_title, row.state]);

test("certifiedPage filters by category, group, branch and date of completion", async () => {
  const { categoryId, groupId } = await server.inside("demo", async (db, instance_id) => {
    const category = await db
      .insertInto("categories")
      .values({ instance_id, name: "Of water" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const group = await db
      .insertInto("groups")
      .values({ instance_id, name: "Of nobody" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("course_categories")
      .values({ instance_id, course_id: courses.get("Soon")!, category_id: category.id, position: 1 })
      .execute();
    return { categoryId: category.id, groupId: group.id };
  });
  const NARROWED = `query ($category_id: Int, $group_ids: [Int!], $branchUrls: [String!], $from: String, $to: String) {
    certifiedPage(search: "Grace", limit: 100, category_id: $category_id, group_ids: $group_ids, branchUrls: $branchUrls, from: $from, to: $to) {
      rows { course_title } } }`;
  const titles = async (variables: object) =>
    (await admin.data(NARROWED, variables)).certifiedPage.rows
      .map((row: { course_title: string }) => row.course_title)
      .filter((title: string) => courses.has(title));
  expect(await titles({ category_id: categoryId })).toEqual(["Soon"]);
  expect(await titles({ group_ids: [groupId] })).toEqual([]);
  expect(await titles({ branchUrls: ["south"] })).toEqual([]);
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  expect(await titles({ from: day(360), to: day(340) })).toEqual(["Soon"]);
  expect(await titles({ from: day(300) })).toEqual(["Fresh"]);
  expect(await admin.refusal(NARROWED, { from: "soon" })).toBe("VALIDATION");
});

test("certifiedPage refuses a course and a learning path together, of which it lists no certificate", async () => {
  const BOTH = `query ($courseId: Int, $pathId: Int) { certifiedPage(courseId: $courseId, pathId: $pathId) { total } }`;
  expect(await admin.refusal(BOTH, { courseId: courses.get("Soon")!, pathId: 1 })).toBe("VALIDATION");
  expect((await admin.data(BOTH, { courseId: courses.get("Soon")! })).certifiedPage.total).toBe(1);
});

test("certifiedPage finds users by name or e-mail and courses by title", async () => {
  const find = async (search: string) =>
    new Set((await admin.data(PAGE, { search, limit: 100 })).certifiedPage.rows.map((row: Row) => row.course_title));
  expect(await find("Soon")).toEqual(new Set(["Soon"]));
  expect([...(await find("learner@demo.test"))]).toEqual(expect.arrayContaining(["Fresh", "Soon", "Over"]));
  expect(await find("nothing has this name")).toEqual(new Set());
});

test("certifiedPage shows an admin the first to expire first", async () => {
  expect(await listStates(admin)).toEqual([
    ["Over", "expired"],
    ["Soon", "due"],
    ["Fresh", "valid"],
  ]);
  expect(await listStates(admin, { state: "due" })).toEqual([["Soon", "due"]]);
  expect(await listStates(admin, { sort: "-expires" })).toEqual([
    ["Fresh", "valid"],
    ["Soon", "due"],
    ["Over", "expired"],
  ]);
  const { certifiedPage } = await admin.data(PAGE, { courseId: courses.get("Soon") });
  expect(certifiedPage).toMatchObject({ total: 1, rows: [{ user_name: "Grace Adeyemi", is_again: false }] });
  expect(await admin.refusal(PAGE, { state: "mouldy" })).toBe("VALIDATION");
});

test("certifiedPage calls a certificate due on its last day and 30 days before, expired and valid a day beyond", async () => {
  const state = async (day: string) => {
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("enrolments")
        // At noon where the instance is, so that the day of completion is one year before the day of expiry.
        .set({
          completed_at: sql<Date>`((now() AT TIME ZONE i.time_zone)::date + ${sql.lit(day)}::interval - interval '1 year' + interval '12 hours') AT TIME ZONE i.time_zone`,
        })
        .from("instances as i")
        .whereRef("i.id", "=", "enrolments.instance_id")
        .where("enrolments.instance_id", "=", instance_id)
        .where("enrolments.course_id", "=", courses.get("Fresh")!)
        .execute(),
    );
    const { certifiedPage } = await admin.data(PAGE, { courseId: courses.get("Fresh") });
    const [{ state: found }] = certifiedPage.rows;
    for (const asked of ["valid", "due", "expired", "revoked"])
      expect(await listStates(admin, { courseId: courses.get("Fresh"), state: asked })).toHaveLength(
        asked === found ? 1 : 0,
      );
    return found;
  };
  expect(await state("-1 day")).toBe("expired");
  expect(await state("0 days")).toBe("due");
  expect(await state("30 days")).toBe("due");
  expect(await state("31 days")).toBe("valid");
  await state("360 days");
});

test("certifiedPage shows managers those of their reach only, and refuses instructors and learners", async () => {
  expect(await listStates(await server.as("manager@demo.test"), { state: "due" })).toEqual([["Soon", "due"]]);
  const southern = await server.userId("amara.diallo@demo.test");
  const north = (await (await server.as("manager.north@demo.test")).data(PAGE, { limit: 500 })).certifiedPage.rows;
  expect(north.some((row: { user_id: number }) => row.user_id === southern)).toBe(false);
  for (const email of ["instructor@demo.test", "learner@demo.test"])
    expect(await (await server.as(email)).refusal(PAGE)).toBe("FORBIDDEN");
  expect(await listStates(await server.as("admin@riverside.test"))).toEqual([]);
});

test("certifiedPage shows leaders of groups and managers of branches their people's certificates for all courses", async () => {
  const leader = "leader.of.grace@demo.test";
  await server.inside("demo", async (db, instance_id) => {
    const add = (table: "groups" | "users", values: object) =>
      db
        .insertInto(table)
        .values({ instance_id, ...values } as never)
        .returning("id")
        .executeTakeFirstOrThrow();
    const group = await add("groups", { name: "Of Grace" });
    const person = { first_name: "Lea", last_name: "Der", email: leader, role: "manager", is_primary: true };
    const { id } = await add("users", person);
    await db
      .insertInto("group_users")
      .values([
        { instance_id, group_id: group.id, user_id: id, is_leader: true },
        { instance_id, group_id: group.id, user_id: learnerId, is_leader: false },
      ])
      .execute();
  });
  const all = await listStates(admin);
  expect(all).toHaveLength(3);
  for (const email of [leader, "manager.north@demo.test"])
    expect(await listStates(await server.as(email))).toEqual(all);
  // Admins of a branch manage those of its courses.
  const which = { user_id: learnerId, course_id: courses.get("Soon")!, reason: "No", branchUrl: "north" };
  expect(await admin.refusal(REVOKE_IN_BRANCH, which)).toBe("NOT_FOUND");
});

test("a certificate is revoked with a reason, shown as revoked everywhere, and restored", async () => {
  const which = { user_id: learnerId, course_id: courses.get("Fresh")! };
  expect(await admin.refusal(REVOKE, { ...which, reason: "  " })).toBe("VALIDATION");
  expect(await admin.refusal(REVOKE, { ...which, reason: "x".repeat(501) })).toBe("VALIDATION");
  expect((await admin.data(REVOKE, { ...which, reason: "Passed by another person" })).revokeCertificate).toEqual({
    state: "revoked",
    revoke_reason: "Passed by another person",
  });
  expect(await admin.refusal(REVOKE, { ...which, reason: "Again" })).toBe("CONFLICT");
  const manager = await server.as("manager@demo.test");
  const [seen] = (await manager.data(PAGE, { courseId: which.course_id })).certifiedPage.rows;
  expect(seen).toMatchObject({ state: "revoked", revoke_reason: null });
  const page = async () => {
    const code = await server.inside("demo", async (db, id) =>
      db
        .selectFrom("certificates")
        .select("code")
        .where("instance_id", "=", id)
        .where("course_id", "=", which.course_id)
        .executeTakeFirstOrThrow(),
    );
    return (await server.app.inject({ url: `/certificates/${code.code}`, headers: { host: "demo.localhost" } })).body;
  };
  expect(await page()).toContain("This certificate has been revoked and is no longer valid.");
  expect(await page()).not.toContain("Passed by another person");
  const learner = await server.as("learner@demo.test");
  const generate = `mutation ($id: Int) { generateCertificate(input: { course_id: $id }) { certificate_url } }`;
  expect(await learner.refusal(generate, { id: which.course_id })).toBe("CONFLICT");

  expect((await admin.data(RESTORE, which)).restoreCertificate).toEqual({ state: "valid" });
  expect(await admin.refusal(RESTORE, which)).toBe("CONFLICT");
  expect(await page()).toContain("This certificate is valid.");
  expect(await learner.refusal(generate, { id: which.course_id })).toBeNull();
  const { rows } = (await admin.data(`{ auditLog(subject_type: "certificate", sort: "created") { rows { action } } }`))
    .auditLog;
  expect(rows).toEqual([{ action: "certificate.revoked" }, { action: "certificate.restored" }]);
});

test("only admins revoke certificates, and only within their site", async () => {
  const which = { user_id: learnerId, course_id: courses.get("Soon")!, reason: "No" };
  for (const email of ["manager@demo.test", "instructor@demo.test", "learner@demo.test"])
    expect(await (await server.as(email)).refusal(REVOKE, which)).toBe("FORBIDDEN");
  expect(await (await server.as("admin@riverside.test")).refusal(REVOKE, which)).toBe("NOT_FOUND");
  expect(await admin.refusal(REVOKE, { ...which, user_id: await server.userId("elin.rhys@demo.test") })).toBe(
    "NOT_FOUND",
  );
});
