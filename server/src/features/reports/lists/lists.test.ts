import { afterAll, beforeAll, expect, test } from "vitest";
import { createAutomation, createGroup } from "../../../testing/automations.ts";
import { operatorAt } from "../../../testing/operator.ts";
import { addLearner, ASSIGN, createPath, insertCourses } from "../../../testing/learning-paths.ts";
import { startServer, type TestServer } from "../../../testing/server.ts";
import { parseRows, readPages, takeTable, unzip } from "../../../testing/tables.ts";

let server: TestServer;
let ids: { user: number; group: number; branch: number; instance: number; course: number };
beforeAll(async () => {
  server = await startServer();
  const user = await server.userId("learner@demo.test");
  ids = await server.inside("demo", async (db, instance) => {
    const first = async (table: "groups" | "branches") =>
      (
        await db
          .selectFrom(table)
          .where("instance_id", "=", instance)
          .select("id")
          .orderBy("id")
          .executeTakeFirstOrThrow()
      ).id;
    const { course_id: course } = await db
      .selectFrom("enrolments")
      .where("instance_id", "=", instance)
      .where("user_id", "=", user)
      .select("course_id")
      .executeTakeFirstOrThrow();
    return { user, group: await first("groups"), branch: await first("branches"), instance, course };
  });
});
afterAll(() => server.close());

const csv = async (email: string, asked: object) => {
  const response = await takeTable(server, await server.as(email), { language: "en", ...asked });
  expect([asked, response.statusCode, response.statusCode === 200 ? "" : response.body]).toEqual([asked, 200, ""]);
  return response.body.replace(/^\uFEFF/, "");
};

/** Each list with its filters, its headings, and anyone who may not read it. */
const LISTS = (): [kind: string, filters: object, headings: string, refused: string | null][] => [
  ["users-list", {}, "Name,Email,Role,Active,Created At", "learner@demo.test"],
  ["user-branches-list", { user_id: ids.user }, "Name,URL", "learner@demo.test"],
  ["user-groups-list", { user_id: ids.user }, "Name", "learner@demo.test"],
  ["user-courses-list", { user_id: ids.user }, "Status,Course,Date Assigned,Progress", "learner@demo.test"],
  [
    "course-units-list",
    { user_id: ids.user, course_id: ids.course },
    "Type,Title,Completed,Time Spent",
    "learner@demo.test",
  ],
  ["my-progress", {}, "Status,Course Name,Progress,Units Completed,Total Units,Time Spent", null],
  ["my-certificates", {}, "Course Name,Issued At,Expires At", null],
  ["courses-list", {}, "Title,Categories,Status,Price,Learners,Updated", "learner@demo.test"],
  ["categories-list", {}, "Category Name,Parent Category", "instructor@demo.test"],
  ["question-bank", {}, "Question,Type,Category,Drawn by", "learner@demo.test"],
  ["submissions", {}, "Learner,Email,Course,Assignment,Handed in,State,Reviewed", "learner@demo.test"],
  ["groups-list", {}, "Name,Description,Created At", "learner@demo.test"],
  ["group-users", { group_id: ids.group }, "Name,Email,Role", "learner@demo.test"],
  ["group-courses", { group_id: ids.group }, "Course Title", "learner@demo.test"],
  ["branches-list", {}, "Name,URL", "instructor@demo.test"],
  ["branch-users", { branch_id: ids.branch }, "Name,Email", "instructor@demo.test"],
  ["branch-courses", { branch_id: ids.branch }, "Course Title", "instructor@demo.test"],
  ["audit-log", {}, "When,Who,What,Kind,Name,ID,Changes,From where", "instructor@demo.test"],
  ["deleted", {}, "Name,Detail,Kind,Deleted by,Deleted at,Days left", "instructor@demo.test"],
  ["api-keys", {}, "Name,Role,Created by,Created At,Last used,Ends", "instructor@demo.test"],
  ["xapi-credentials", {}, "Name,Key,Created by,Created At,Last used", "instructor@demo.test"],
  ["xapi-statements", {}, "Stored,Who,Verb,Object,Result,Id", "instructor@demo.test"],
];

test("the users list is exported with its filters", async () => {
  const roles = async (asked: object) =>
    new Set(parseRows(await csv("admin@demo.test", { kind: "users-list", ...asked })).map(({ Role }) => Role));
  expect((await roles({})).size).toBeGreaterThan(2);
  expect(await roles({ role: "manager" })).toEqual(new Set(["Manager"]));
});

test("every list is exported with its headings, and refused without its permission", async () => {
  for (const [kind, filters, headings, refused] of LISTS()) {
    expect((await csv("admin@demo.test", { kind, ...filters })).split("\r\n")[0]).toBe(headings);
    if (refused)
      expect([kind, (await takeTable(server, await server.as(refused), { kind, ...filters })).statusCode]).toEqual([
        kind,
        403,
      ]);
  }
  for (const kind of ["instances", "super-admins"])
    expect((await takeTable(server, await server.as("admin@demo.test"), { kind })).statusCode).toBe(403);
});

test("a list is never that of another instance", async () => {
  const rows = parseRows(await csv("admin@riverside.test", { kind: "users-list" }));
  expect(rows.some(({ Email }) => Email?.endsWith("@demo.test"))).toBe(false);
  const stranger = await server.as("admin@riverside.test");
  for (const filters of [
    { kind: "user-courses-list", user_id: ids.user },
    { kind: "group-users", group_id: ids.group },
  ])
    expect((await takeTable(server, stranger, filters)).statusCode).toBe(404);
});

test("an export of a list follows its search and its order", async () => {
  const read = async (asked: object) =>
    parseRows(await csv("admin@demo.test", { kind: "users-list", ...asked })).map(({ Email }) => Email);
  expect(await read({ search: "learner@demo" })).toEqual(["learner@demo.test"]);
  const all = await read({ sort: "email" });
  expect(await read({ sort: "-email" })).toEqual(all.toReversed());
  const titles = async (sort: string) =>
    parseRows(await csv("learner@demo.test", { kind: "my-progress", sort })).map((row) => row["Course Name"]);
  const ascending = await titles("title");
  expect(ascending).toEqual([...ascending].sort((a, b) => a!.localeCompare(b!)));
  expect(ascending.length).toBeGreaterThan(1);
  expect(await titles("-title")).toEqual(ascending.toReversed());
});

test("the lists of one user are searched and sorted, and need a user, and a course of theirs", async () => {
  const user_id = ids.user;
  await server.inside("demo", async (db, instance_id) => {
    const names = ["Able seamen", "Boatswains"].map((name) => ({ instance_id, name }));
    const groups = await db.insertInto("groups").values(names).returning("id").execute();
    await db
      .insertInto("group_users")
      .values(groups.map(({ id }) => ({ instance_id, group_id: id, user_id })))
      .execute();
    const branches = await db.selectFrom("branches").where("instance_id", "=", instance_id).select("id").execute();
    await db
      .insertInto("branch_users")
      .values(branches.map(({ id }) => ({ instance_id, branch_id: id, user_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  const read = async (kind: string, heading: string, asked: object = {}) =>
    parseRows(await csv("admin@demo.test", { kind, user_id, ...asked })).map((row) => row[heading]!);
  for (const [kind, heading, sort] of [
    ["user-groups-list", "Name", "name"],
    ["user-branches-list", "Name", "name"],
    ["user-branches-list", "URL", "url"],
    ["user-courses-list", "Course", "course"],
  ] as const) {
    const all = await read(kind, heading, { sort });
    expect(all.length).toBeGreaterThan(1);
    expect(all).toEqual(all.toSorted((a, b) => a.localeCompare(b)));
    expect(await read(kind, heading, { sort: `-${sort}` })).toEqual(all.toReversed());
    const last = all.at(-1)!;
    const found = await read(kind, heading, { search: last.toUpperCase() });
    expect(found).toContain(last);
    expect(found.length).toBeLessThan(all.length);
  }
  const admin = await server.as("admin@demo.test");
  for (const asked of [
    { kind: "user-groups-list" },
    { kind: "user-branches-list" },
    { kind: "user-courses-list" },
    { kind: "course-units-list", course_id: ids.course },
    { kind: "course-units-list", user_id, course_id: 999_999 },
    { kind: "course-units-list", user_id },
    { kind: "package-answers", unit_id: 1 },
    { kind: "package-calls", user_id },
  ])
    expect([asked, (await takeTable(server, admin, asked)).statusCode]).toEqual([asked, 404]);
});

test("the users list has the columns that were chosen, in its own order, and fields of the organisation by their ids", async () => {
  const [listed, ...others] = await server.inside("demo", async (db, instance_id) => {
    const fields = ["text", "text", "checkbox", "date"].map((type, at) => ({
      instance_id,
      name: `Field ${at}`,
      type,
      is_listed: at === 0,
      position: at + 1,
    }));
    const rows = await db.insertInto("user_fields").values(fields).returning("id").execute();
    const values = ["Desk 1", "Locker 7", "true", "2026-05-01"];
    await db
      .insertInto("user_field_values")
      .values(rows.map(({ id }, at) => ({ instance_id, field_id: id, user_id: ids.user, value: values[at]! })))
      .execute();
    return rows.map(({ id }) => id);
  });
  const read = async (columns?: string[], search = "learner@demo.test") =>
    (await csv("admin@demo.test", { kind: "users-list", search, columns })).split("\r\n").slice(0, 2);
  const [usual, row] = await read();
  expect(usual).toMatch(/^Name,Email,Role,Active,Created At,.*Field 0/);
  expect(usual).not.toContain("Field 1");
  expect(row).toContain("Desk 1");
  const chosen = ["groups", "email", ...others.map((id) => `field_${id}`)];
  const headings = "Name,Email,Groups,Field 1,Field 2,Field 3";
  expect(await read(chosen)).toEqual([
    headings,
    expect.stringMatching(/^[^,]+,learner@demo\.test,.*,Locker 7,Yes,01\/05\/2026$/),
  ]);
  expect(await read(chosen, "instructor@demo.test")).toEqual([
    headings,
    expect.stringMatching(/^[^,]+,instructor@demo\.test,.*,,No,$/),
  ]);
  expect((await read([`field_${listed}`]))[0]).toBe("Name,Field 0");
});

test("a branch role exports the people of the branch only", async () => {
  const north = (await csv("admin@demo.test", { kind: "users-list", branchUrl: "north" })).split("\r\n").length;
  expect(north).toBeLessThan((await csv("admin@demo.test", { kind: "users-list" })).split("\r\n").length);
});

test("courses, categories and what is deleted are exported in a branch as far as they are of the branch", async () => {
  await server.inside("demo", async (db, instance_id) => {
    const { id: branch_id } = await db
      .selectFrom("branches")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("url", "=", "north")
      .executeTakeFirstOrThrow();
    const add = async (table: "courses" | "categories", values: object) =>
      (
        await db
          .insertInto(table)
          .values({ instance_id, ...values } as never)
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    const course_id = await add("courses", { title: "Mooring of the north" });
    await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id }).execute();
    await add("courses", { title: "Mooring elsewhere" });
    await add("courses", { title: "Mooring of old", deleted_at: new Date() });
    const parent_id = await add("categories", { name: "Mooring", is_limited: true });
    await add("categories", { name: "Mooring elsewhere" });
    const ropes = await add("categories", { name: "Mooring ropes", parent_id, is_limited: true });
    for (const category_id of [parent_id, ropes])
      await db.insertInto("category_branches").values({ instance_id, branch_id, category_id }).execute();
  });
  const read = async (kind: string, branchUrl?: string) =>
    (await csv("admin@demo.test", { kind, search: "Mooring", branchUrl })).trim().split("\r\n").slice(1);
  const readNames = (rows: string[]) => rows.map((row) => row.split(",")[0]).toSorted();
  expect(readNames(await read("courses-list", "north"))).toEqual(["Mooring of the north"]);
  expect(await read("courses-list")).toHaveLength(2);
  expect(await read("categories-list", "north")).toEqual(["Mooring,None", "Mooring ropes,Mooring"]);
  expect(await read("categories-list")).toHaveLength(3);
  expect(await read("deleted", "north")).toEqual([]);
  expect(readNames(await read("deleted"))).toEqual(["Mooring of old"]);
});

test("the lists of a learner are searched, and have the last day of each certificate", async () => {
  const read = async (kind: string, search?: string) => parseRows(await csv("learner@demo.test", { kind, search }));
  const all = (await read("my-progress")).map((row) => row["Course Name"]!);
  expect(all.length).toBeGreaterThan(1);
  expect((await read("my-progress", all[1])).map((row) => row["Course Name"])).toEqual([all[1]]);
  const certificates = await read("my-certificates");
  expect(certificates.length).toBeGreaterThan(0);
  for (const row of certificates) expect(row["Expires At"]).toMatch(/^\d\d\/\d\d\/\d{4}$/);
});

test("automations are exported by whether they are on, and badges with the course or the path that they are for", async () => {
  const admin = await server.as("admin@demo.test");
  const trigger = { kind: "group_joined", object_id: ids.group };
  const actions = [{ kind: "add_to_group", group_id: await createGroup(admin, "Night watch") }];
  await createAutomation(admin, { name: "Watch ashore", is_on: false, trigger, actions });
  await createAutomation(admin, { name: "Watch aboard", is_on: true, trigger, actions });
  await server.inside("demo", async (db, instance_id) => {
    const about = { instance_id, title: "To the harbour" };
    const path = await db.insertInto("learning_paths").values(about).returning("id").executeTakeFirstOrThrow();
    await db
      .insertInto("badges")
      .values([
        { instance_id, name: "Badge of a course", criteria: "c", course_id: ids.course },
        { instance_id, name: "Badge of a path", criteria: "c", path_id: path.id },
      ])
      .execute();
  });
  const { title } = await server.inside("demo", (db) =>
    db.selectFrom("courses").select("title").where("id", "=", ids.course).executeTakeFirstOrThrow(),
  );
  const read = async (kind: string, search: string, state?: string) => {
    const rows = parseRows(await csv("admin@demo.test", { kind, search, state }));
    return rows.map(({ Name, About }) => [Name, About]).toSorted();
  };
  const [aboard, ashore] = [
    ["Watch aboard", undefined],
    ["Watch ashore", undefined],
  ];
  expect(await read("automations-list", "Watch")).toEqual([aboard, ashore]);
  expect(await read("automations-list", "Watch", "on")).toEqual([aboard]);
  expect(await read("automations-list", "Watch", "off")).toEqual([ashore]);
  expect(await read("badges-list", "Badge of")).toEqual([
    ["Badge of a course", title],
    ["Badge of a path", "To the harbour"],
  ]);
});

test("credentials are searched, and branches are listed in a branch as far as they are of it", async () => {
  await server.inside("demo", async (db, instance_id) => {
    const created_by = await server.userId("admin@demo.test");
    const names = ["Lighthouse", "Harbour"].map((name) => ({ instance_id, created_by, name }));
    await db
      .insertInto("xapi_credentials")
      .values(names.map((row) => ({ ...row, key: `xapi_${row.name}`, secret_hash: Buffer.alloc(32) })))
      .execute();
  });
  const read = async (kind: string, asked: object) =>
    parseRows(await csv("admin@demo.test", { kind, ...asked })).map(({ Name }) => Name);
  expect(await read("xapi-credentials", { search: "harbour" })).toEqual(["Harbour"]);
  expect((await read("branches-list", {})).length).toBeGreaterThan(1);
  expect(await read("branches-list", { branchUrl: "north" })).toHaveLength(1);
});

test("instances are exported with the state of their subscription, and operators are searched", async () => {
  const operator = await operatorAt(server);
  const read = async (asked: object) =>
    parseRows((await takeTable(server, operator, { language: "en", ...asked })).body);
  const states = (await read({ kind: "instances" })).map((row) => row["Subscription Status"]);
  expect(new Set(states)).toEqual(new Set(["", "Active"]));
  expect((await read({ kind: "super-admins" })).length).toBeGreaterThan(0);
  expect(await read({ kind: "super-admins", search: "nobody" })).toEqual([]);
});

test("a list is also an Excel workbook and a PDF, with formulas harmless", async () => {
  await server.inside("demo", (db, instance_id) =>
    db.insertInto("groups").values({ instance_id, name: '=HYPERLINK("http://evil.test")' }).execute(),
  );
  const admin = await server.as("admin@demo.test");
  const search = { kind: "groups-list", search: "HYPERLINK" };
  expect(await csv("admin@demo.test", search)).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  const sheet = (await unzip((await takeTable(server, admin, { ...search, format: "xlsx" })).rawPayload)).get(
    "xl/worksheets/sheet1.xml",
  );
  expect(sheet).toContain('<c t="inlineStr" s="0"><is><t xml:space="preserve">=HYPERLINK(');
  expect(sheet).not.toContain("<f>");
  const [page] = await readPages(
    (await takeTable(server, admin, { ...search, format: "pdf", language: "en" })).rawPayload,
  );
  expect(page!.text).toContain("Groups");
  expect(page!.text).toContain("HYPERLINK");
});

test.each(["America/Los_Angeles", "Pacific/Auckland"])(
  "the people of a learning path have their due date, and not the day before, in %s",
  async (zone) => {
    const admin = await server.as("admin@demo.test");
    const { id } = await createPath(admin, `Charts of ${zone}`, [
      { course_ids: await insertCourses(server, [`Buoys of ${zone}`]) },
    ]);
    const user = await addLearner(admin, `${zone.replace("/", ".").toLowerCase()}@demo.test`);
    await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
    await server.inside("demo", async (db, instance) => {
      await db.updateTable("instances").set({ time_zone: zone }).where("id", "=", instance).execute();
      const due = db.updateTable("learning_path_people").set({ due_on: "2031-03-10" });
      await due.where("instance_id", "=", instance).where("path_id", "=", id).execute();
    });
    const [row] = parseRows(await csv("admin@demo.test", { kind: "learning-path-people", path_id: id }));
    expect(row!["Due Date"]).toBe("10/03/2031");
  },
);

test("a list rejects a filter that it does not declare", async () => {
  const response = await takeTable(server, await server.as("admin@demo.test"), {
    kind: "users-list",
    from: "2099-01-01",
  });
  expect(response.statusCode).toBe(422);
  expect(response.body).toContain("The table 'users-list' has no filter 'from'.");
});
