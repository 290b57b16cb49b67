import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCourses } from "../../testing/learning-paths.ts";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const LOG = `query ($actor_id: Int, $action: String, $subject_type: String, $from: String, $to: String, $search: String, $sort: String, $limit: Int, $offset: Int, $platform: Boolean) {
  auditLog(actor_id: $actor_id, action: $action, subject_type: $subject_type, from: $from, to: $to, search: $search, sort: $sort, limit: $limit, offset: $offset, platform: $platform) {
    total rows { actor_name action subject_type subject_name changes { field before after } address created_at } } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  // The courses of the demo were written through the product and are in the log as well.
  for (const domain of ["demo", "riverside"])
    await server.inside(domain, (db, id) => db.deleteFrom("audit_log").where("instance_id", "=", id).execute());
  const actor = await server.userId("admin@demo.test");
  const entry = { actor_id: actor, actor_name: "Ruth Osei", address: "192.0.2.7" };
  const rows = [
    {
      ...entry,
      action: "user.created",
      subject_type: "user",
      subject_name: "Émile Zola",
      created_at: "2026-03-01T10:00Z",
    },
    {
      ...entry,
      action: "user.updated",
      subject_type: "user",
      subject_name: "Émile Zola",
      changes: JSON.stringify({ role: ["learner", "manager"], is_active: [null, true], note: "given" }),
      created_at: "2026-03-02T23:30Z",
    },
    {
      ...entry,
      actor_id: null,
      actor_name: "Sam Ghost",
      action: "group.deleted",
      subject_type: "group",
      subject_name: "Night shift",
      created_at: "2026-03-03T00:30Z",
    },
  ].map((row) => ({ ...row, created_at: new Date(row.created_at.replace("Z", ":00Z")) }));
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("audit_log")
      .values(rows.map((row) => ({ ...row, instance_id })))
      .execute(),
  );
});
afterAll(() => server.close());

const names = async (variables: object) =>
  (await admin.data(LOG, { to: "2026-03-31", ...variables })).auditLog.rows.map(
    (row: { action: string }) => row.action,
  );

test("the audit log says who changed what, before and after, and from where, newest first", async () => {
  const { auditLog } = await admin.data(LOG, { to: "2026-03-31" });
  expect(auditLog.total).toBe(3);
  expect(auditLog.rows[1]).toEqual({
    actor_name: "Ruth Osei",
    action: "user.updated",
    subject_type: "user",
    subject_name: "Émile Zola",
    changes: [
      { field: "note", before: null, after: '"given"' },
      { field: "role", before: '"learner"', after: '"manager"' },
      { field: "is_active", before: null, after: "true" },
    ],
    address: "192.0.2.7",
    created_at: "2026-03-02T23:30:00.000Z",
  });
});

test("the audit log is filtered by user, action, kind and day, and searched by name", async () => {
  expect(await names({ actor_id: await server.userId("admin@demo.test") })).toEqual(["user.updated", "user.created"]);
  expect(await names({ action: "user.created" })).toEqual(["user.created"]);
  expect(await names({ subject_type: "group" })).toEqual(["group.deleted"]);
  expect(await names({ search: "émile" })).toEqual(["user.updated", "user.created"]);
  expect(await names({ search: "sam ghost" })).toEqual(["group.deleted"]);
  expect(await names({ from: "2026-03-02", to: "2026-03-02" })).toEqual(["user.updated"]);
  expect(await admin.refusal(LOG, { from: "yesterday" })).toBe("VALIDATION");
});

test("the audit log's days are those of the site's time zone", async () => {
  const zone = (name: string) =>
    server.platform.database.pool.query("UPDATE instances SET time_zone = $1 WHERE domain = 'demo'", [name]);
  await zone("Asia/Tokyo");
  expect(await names({ from: "2026-03-03", to: "2026-03-03" })).toEqual(["group.deleted", "user.updated"]);
  await zone("UTC");
});

test("the audit log is paged and sorted, and lists its filter values", async () => {
  expect(await names({ sort: "created", limit: 1 })).toEqual(["user.created"]);
  expect(await names({ sort: "created", limit: 1, offset: 1 })).toEqual(["user.updated"]);
  const { auditActors, auditActions } = await admin.data("{ auditActors { id name } auditActions }");
  expect(auditActors).toHaveLength(1);
  expect(auditActions).toEqual(["group.deleted", "user.created", "user.updated"]);
});

test("each instance has its own audit log, operators read the platform's, and other roles read none", async () => {
  const other = await server.as("admin@riverside.test");
  expect((await other.data(LOG)).auditLog).toEqual({ total: 0, rows: [] });
  expect(await admin.refusal(LOG, { platform: true })).toBe("FORBIDDEN");
  expect((await (await operatorAt(server)).data(LOG, { platform: true })).auditLog.total).toBe(0);
  for (const email of ["instructor@demo.test", "manager@demo.test", "learner@demo.test"])
    expect(await (await server.as(email)).refusal(LOG)).toBe("FORBIDDEN");
});

test("the audit log shows two courses that a group gets as a list, and not as a change of one into the other", async () => {
  const { createGroup } = await admin.data(`mutation { createGroup(input: { name: "Two courses" }) { id } }`);
  const [one, other] = await insertCourses(server, ["First of two", "Second of two"]);
  await admin.data(
    `mutation ($group: Int!, $courses: [Int!]!) { addCoursesToGroup(group_id: $group, course_ids: $courses) { id } }`,
    { group: createGroup.id, courses: [one, other] },
  );
  const { auditLog } = await admin.data(LOG, { action: "group.courses_added" });
  expect(auditLog.rows[0].changes).toEqual([
    { field: "courses", before: null, after: JSON.stringify(["First of two", "Second of two"]) },
  ]);
});
