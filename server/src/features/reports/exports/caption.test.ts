import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withActor } from "../../../access/with-actor.ts";
import { createPath, insertCourses } from "../../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../../testing/server.ts";
import { readPages, takeTable } from "../../../testing/tables.ts";
import { getTexts } from "../report-texts.ts";
import type { TableRequest } from "../request.ts";
import { getTable } from "../tables.ts";
import { createCaption } from "./caption.ts";

let server: TestServer;
let admin: Client;
let course: number;
let learner: number;
let group: number;
let otherGroup: number;
let category: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.userId("learner@demo.test");
  course = await server.courseId("Safeguarding essentials");
  [group, otherGroup, category] = await server.inside("demo", async (db, instance_id) => {
    const add = async (table: "groups" | "categories", name: string) =>
      (await db.insertInto(table).values({ instance_id, name }).returning("id").executeTakeFirstOrThrow()).id;
    return [
      await add("groups", "Crew of the lock"),
      await add("groups", "Not chosen"),
      await add("categories", "On the water"),
    ] as const;
  });
});
afterAll(() => server.close());

/** Returns the caption of a table without drawing it. */
const caption = (request: TableRequest) =>
  withActor(server.platform, VISIT, admin.token, async (actor) => {
    const reach = await actor.reach("report.view");
    return createCaption(actor, reach, getTable(request.kind), request, getTexts("en"));
  });

async function read(asked: TableRequest): Promise<string> {
  const { title, lines } = await caption(asked);
  return [title, ...lines].join("\n");
}

test.each([
  ["certified", "due", "Expires within 30 days"],
  ["compliance-people", "due", "To do"],
  ["training-matrix", "overdue", "Overdue"],
  ["training-matrix-paths", "compliant", "Compliant"],
  ["submissions", "submitted", "Waiting"],
  ["automations-list", "off", "Off"],
  ["terms-acceptances", "open", "Not accepted yet"],
  ["registrations", "waiting", "Waiting for approval"],
  ["learning-paths-list", "draft", "Draft"],
])("the caption of %s names the state %s as its screen does", async (kind, state, name) => {
  const ofCourse = kind === "compliance-people" ? { course_id: course } : {};
  expect(await read({ kind, state, ...ofCourse })).toContain(`Status: ${name}`);
});

test("a caption has the days, groups and category of the filter, and only what was chosen", async () => {
  const kind = "everything";
  const plain = await read({ kind, search: " " });
  expect(plain).toContain("Every learner in every course");
  for (const name of ["Assigned Date:", "Search:", "Status:", "Groups:", "Category:"])
    expect(plain).not.toContain(name);
  const chosen = await read({
    kind,
    from: "2026-03-01",
    to: "2026-03-31",
    group_ids: [group],
    category_id: category,
  });
  for (const part of ["Assigned Date: 01/03/2026 – 31/03/2026", "Groups: Crew of the lock", "Category: On the water"])
    expect(chosen).toContain(part);
  expect(chosen).not.toContain("Not chosen");
  expect(await read({ kind, to: "2026-03-31" })).toContain("Assigned Date: until 31/03/2026");
  expect(await read({ kind: "question-bank", category: "Ropes" })).toContain("Category: Ropes");
});

test("a caption is about the user or course of its table", async () => {
  expect(await read({ kind: "user-courses", user_id: learner })).toContain("Courses: Grace Adeyemi");
  expect(await read({ kind: "course-users", course_id: course })).toContain("Users: Safeguarding essentials");
});

test("a caption has every other filter of a list", async () => {
  const field = await server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, name: "Radio channel", type: "text", visible_to: "staff", position: 90 };
    return (await db.insertInto("user_fields").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });
  const users = await read({
    kind: "users-list",
    role: "learner",
    state: "inactive",
    group_id: group,
    is_overdue: true,
    idle_days: 30,
    field_id: field,
    field_value: "16",
    enrolled_in: course,
    not_enrolled_in: course,
  });
  for (const part of [
    "Groups: Crew of the lock",
    "Role: Learner",
    "Status: Inactive",
    "Due: Overdue",
    "Days without activity: 30",
    "Radio channel: 16",
    "Enrolled in: Safeguarding essentials",
    "Not enrolled in: Safeguarding essentials",
  ])
    expect(users.replaceAll("\n", " ")).toContain(part);
  expect(await read({ kind: "everything", due: "none" })).toContain("Due: No due date");
  expect(await read({ kind: "deleted", item_kind: "course" })).toContain("Kind: Course");
  const log = await read({ kind: "audit-log", actor_id: learner, action: "course.created", subject_type: "course" });
  for (const part of ["Who: Grace Adeyemi", "What: course.created", "Kind: Course"]) expect(log).toContain(part);
});

test("a caption names no group, branch or course of a filter that the caller does not reach", async () => {
  const branch = await server.inside("demo", (db) =>
    db.selectFrom("branches").select(["id", "name"]).where("url", "=", "south").executeTakeFirstOrThrow(),
  );
  const north = await server.as("priya.raman@demo.test", "north.demo.localhost");
  const asked = { kind: "users-list", format: "pdf", language: "en", branchUrl: "north", search: "Priya" };
  const [closed] = await insertCourses(server, ["Not of the north"]);
  const filters = { group_id: otherGroup, branch_id: branch.id, enrolled_in: closed, not_enrolled_in: closed };
  const response = await takeTable(server, north, { ...asked, ...filters });
  const { text } = (await readPages(response.rawPayload))[0]!;
  for (const name of ["Users", "Search: Priya"]) expect(text).toContain(name);
  for (const name of ["Not chosen", branch.name, "Not of the north"]) expect(text).not.toContain(name);
});

test.each(["certified", "submissions"])(
  "a file of %s names no path or course that the caller does not reach",
  async (kind) => {
    const title = `Not of the north: ${kind}`;
    const [closed] = await insertCourses(server, [title]);
    const { id: path } = await createPath(admin, title, [{ course_ids: [closed!] }]);
    // A learner of another site is in both.
    await server.inside("demo", async (db, instance_id) => {
      const { rows } = await sql<{ id: number }>`
        SELECT u.id FROM users u WHERE u.instance_id = ${instance_id} AND u.role = 'learner' AND NOT EXISTS (
          SELECT FROM branch_users m JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id
          WHERE m.instance_id = ${instance_id} AND m.user_id = u.id AND b.url = 'north') LIMIT 1`.execute(db);
      const user_id = rows[0]!.id;
      await db.insertInto("enrolments").values({ instance_id, user_id, course_id: closed! }).execute();
      await db.insertInto("learning_path_people").values({ instance_id, user_id, path_id: path }).execute();
    });
    const about = kind === "certified" ? { path_id: path } : { course_id: closed };
    const email = kind === "certified" ? "manager.north@demo.test" : "priya.raman@demo.test";
    const north = await server.as(email, "north.demo.localhost");
    const asked = { kind, format: "pdf", language: "en", branchUrl: "north", ...about };
    const response = await takeTable(server, north, asked);
    const shown = response.statusCode === 200 ? (await readPages(response.rawPayload))[0]!.text : response.body;
    expect(shown).not.toContain(title);
  },
);

test("a caption names branches by address and id, the first or last day alone, and no days without activity", async () => {
  const branch = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("branches")
      .select(["id", "name"])
      .where("instance_id", "=", instance)
      .where("url", "=", "north")
      .executeTakeFirstOrThrow(),
  );
  const readFirst = async (asked: object) => (await caption({ kind: "users-list", ...asked })).lines[0];
  expect(await readFirst({ branchUrl: "north" })).toBe(`Branches: ${branch.name}`);
  expect(await readFirst({ branchUrls: ["north"] })).toBe(`Branches: ${branch.name}`);
  expect(await readFirst({ branch_id: branch.id })).toBe(`Branches: ${branch.name}`);
  expect(await readFirst({ from: "2026-03-01" })).toBe("Assigned Date: from 01/03/2026");
  expect(await readFirst({ idle_days: 0 })).toBe("Days without activity: 0");
});

test("a caption leaves out empty filters, and shows that a field has no value", async () => {
  const [field, path] = await server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, name: "Boat", type: "text", visible_to: "staff", position: 91 };
    const { id } = await db.insertInto("user_fields").values(values).returning("id").executeTakeFirstOrThrow();
    const paths = ["To the coast", "Elsewhere"].map((title) => ({ instance_id, title }));
    const [made] = await db.insertInto("learning_paths").values(paths).returning("id").execute();
    return [id, made!.id] as const;
  });
  const kind = "users-list";
  const empty = { search: " ", role: " ", state: " ", action: " ", item_kind: " ", is_overdue: false };
  const { title, lines } = await caption({ kind, ...empty, field_value: "x" });
  expect([title, lines.length]).toEqual(["Users", 1]);
  for (const field_value of [" ", undefined])
    expect((await caption({ kind, field_id: field, field_value })).lines[0]).toBe("Boat: –");
  expect((await caption({ kind, path_id: path })).title).toBe("Users: To the coast");
  expect((await caption({ kind, path_id: path, course_id: course })).title).toBe("Users: Safeguarding essentials");
  expect((await caption({ kind, user_id: learner, course_id: course })).title).toBe("Users: Grace Adeyemi");
});
