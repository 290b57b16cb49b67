import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withActor } from "../../../access/with-actor.ts";
import { startServer, type Client, type TestServer, VISIT } from "../../../testing/server.ts";
import { parseRows, takeTable, unzip } from "../../../testing/tables.ts";
import type { FileStore } from "../../../platform/files.ts";
import { reportJobs } from "../reports.jobs.ts";
import { createFile, runExport, sweepExports } from "./exports.service.ts";

const EXPORTS = `{ reportExports { id kind format state total written } }`;
const NOTICES = `{ notifications { unread rows { kind } } }`;

let server: TestServer;
let rowing: number;
beforeAll(async () => {
  server = await startServer();
  const [grace, samuel] = await Promise.all(["learner@demo.test", "samuel.okonkwo@demo.test"].map(server.userId));
  rowing = await server.inside("demo", async (db, instance_id) => {
    await db.deleteFrom("enrolments").where("instance_id", "=", instance_id).execute();
    const { id: course_id } = await db
      .insertInto("courses")
      .values({ instance_id, title: '=HYPERLINK("http://evil.test")', status: "published", unit_count: 4 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("enrolments")
      .values([
        {
          instance_id,
          course_id,
          user_id: grace!,
          units_completed: 4,
          time_spent: 3_661,
          assigned_at: at("2026-03-01T23:30"),
          completed_at: at("2026-03-09T10:00"),
        },
        {
          instance_id,
          course_id,
          user_id: samuel!,
          units_completed: 1,
          time_spent: 5,
          assigned_at: at("2026-04-01T10:00"),
          completed_at: null,
        },
      ])
      .execute();
    return course_id;
  });
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(() => server.close());

const at = (time: string) => new Date(`${time}:00Z`);

const take = (client: Client, asked: object) => takeTable(server, client, asked);

async function csv(email: string, asked: object): Promise<Record<string, string>[]> {
  const response = await take(await server.as(email), asked);
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  return parseRows(response.body);
}

describe("an export of a small table", () => {
  test("is returned immediately, with formulas made harmless", async () => {
    const rows = await csv("admin@demo.test", { kind: "everything" });
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row["Email"] === "learner@demo.test")).toMatchObject({
      Course: '\'=HYPERLINK("http://evil.test")',
      Status: "Completed",
      Progress: "100",
      "Assigned Date": expect.stringMatching(/^0[12]\/03\/2026$/),
      "Completion Date": "09/03/2026",
      "Time Spent": "1h 1m 1s",
      "Time Spent (seconds)": "3661",
    });
  });

  test("follows the filters, the search and the order of the screen", async () => {
    expect(await csv("admin@demo.test", { kind: "everything", from: "2026-03-20" })).toMatchObject([
      { Name: "Samuel Okonkwo" },
    ]);
    expect(await csv("admin@demo.test", { kind: "course-users", course_id: rowing, sort: "progress" })).toMatchObject([
      { Name: "Samuel Okonkwo", Status: "In Progress" },
      { Name: "Grace Adeyemi", Status: "Completed" },
    ]);
    expect(await csv("admin@demo.test", { kind: "course-users", course_id: rowing, search: "grace" })).toHaveLength(1);
    expect(await csv("admin@demo.test", { kind: "users", search: "okonkwo" })).toMatchObject([{ "In Progress": "1" }]);
    expect(await csv("admin@demo.test", { kind: "courses", search: "HYPERLINK" })).toMatchObject([
      { "Assigned Learners": "2" },
    ]);
    const grace = await server.userId("learner@demo.test");
    expect(await csv("admin@demo.test", { kind: "user-courses", user_id: grace })).toMatchObject([
      { "Units Completed": "4", "Total Units": "4" },
    ]);
    expect(await csv("admin@demo.test", { kind: "user-certificates", user_id: grace })).toMatchObject([
      { "Issued At": "09/03/2026", "Expires At": "09/03/2027" },
    ]);
    expect(await csv("admin@demo.test", { kind: "course-questions", course_id: rowing })).toEqual([]);
  });

  test("exists for certificates, activity and package results, with their filters", async () => {
    const asked = { kind: "certified", course_id: rowing };
    expect(await csv("admin@demo.test", asked)).toMatchObject([
      { Name: "Grace Adeyemi", Completed: "09/03/2026", "Expires At": "09/03/2027", Status: expect.any(String) },
    ]);
    expect(await csv("admin@demo.test", { ...asked, from: "2026-03-10" })).toEqual([]);
    expect(await csv("admin@demo.test", { ...asked, to: "2026-03-09", state: "revoked" })).toEqual([]);
    const grace = await server.userId("learner@demo.test");
    const certificates = { kind: "user-certificates", user_id: grace };
    expect(await csv("admin@demo.test", { ...certificates, from: "2026-03-09", to: "2026-03-09" })).toHaveLength(1);
    expect(await csv("admin@demo.test", { ...certificates, to: "2026-03-08" })).toEqual([]);
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("activity")
        .values(
          ["2026-03-09T10:00", "2026-03-08T10:00"].map((time) => ({
            instance_id,
            user_id: grace,
            actor_id: grace,
            kind: "course_completed",
            course_id: rowing,
            created_at: at(time),
          })),
        )
        .execute(),
    );
    const activity = { kind: "user-activity", user_id: grace, from: "2026-03-09", to: "2026-03-09" };
    expect(await csv("admin@demo.test", activity)).toEqual([
      { When: expect.stringMatching(/^09\/03\/2026 \d\d:00$/), "What happened": expect.stringContaining("HYPERLINK") },
    ]);
    expect(await csv("admin@demo.test", { ...activity, event: "signed_in" })).toEqual([]);
    expect((await take(await server.as("admin@demo.test"), { ...activity, event: "nothing" })).statusCode).toBe(422);
    expect(await csv("admin@demo.test", { kind: "package-results", course_id: rowing })).toEqual([]);
    const stranger = await server.as("admin@riverside.test");
    expect((await take(stranger, { kind: "package-results", course_id: rowing })).statusCode).toBe(404);
    expect((await take(stranger, { kind: "user-activity", user_id: grace })).statusCode).toBe(404);
  });

  test("is written in the requested language", async () => {
    const [row] = await csv("admin@demo.test", { kind: "everything", language: "fr" });
    expect(row).toHaveProperty("Statut");
  });

  test("contains only the people of a branch manager, and is refused without the permission", async () => {
    expect((await csv("manager.north@demo.test", { kind: "everything" })).map((row) => row["Name"]).toSorted()).toEqual(
      ["Grace Adeyemi", "Samuel Okonkwo"],
    );
    for (const email of ["learner@demo.test", "instructor@demo.test"])
      expect((await take(await server.as(email), { kind: "everything" })).statusCode).toBe(403);
    expect((await take(server.anonymous(), { kind: "users" })).statusCode).toBe(401);
  });

  test("fails as not found for a course or a user outside the reach", async () => {
    const amara = await server.userId("amara.diallo@demo.test");
    const stranger = await server.as("admin@riverside.test");
    const north = await server.as("manager.north@demo.test");
    expect((await take(stranger, { kind: "course-users", course_id: rowing })).statusCode).toBe(404);
    expect((await take(north, { kind: "user-courses", user_id: amara })).statusCode).toBe(404);
    expect((await take(north, { kind: "user-courses" })).statusCode).toBe(404);
    expect((await take(north, { kind: "salaries" })).statusCode).toBe(422);
  });

  test("is a workbook with typed numbers and days", async () => {
    const response = await take(await server.as("admin@demo.test"), { kind: "everything", format: "xlsx" });
    expect(response.headers["content-disposition"]).toBe('attachment; filename="learners-and-courses.xlsx"');
    const files = await unzip(response.rawPayload);
    const sheet = files.get("xl/worksheets/sheet1.xml")!;
    expect(sheet).toContain(
      '<c t="inlineStr" s="0"><is><t xml:space="preserve">=HYPERLINK("http://evil.test")</t></is></c>',
    );
    expect(sheet).toContain("<c><v>3661</v></c>");
    // 9 March 2026 as spreadsheets count days.
    expect(sheet).toContain('<c s="2"><v>46090</v></c>');
    expect(files.get("[Content_Types].xml")).toContain("/xl/worksheets/sheet1.xml");
  });
});

describe("an export of a large table", () => {
  beforeAll(() =>
    server.inside("demo", async (db, id) => {
      await sql`INSERT INTO users (instance_id, first_name, last_name, email)
        SELECT ${id}, 'Many', 'Person ' || n, 'many' || n || '@demo.test' FROM generate_series(1, 110) n`.execute(db);
      await sql`INSERT INTO courses (instance_id, title, status, unit_count) SELECT ${id}, 'Course ' || n, 'published', 1 FROM generate_series(1, 100) n`.execute(
        db,
      );
      await sql`INSERT INTO enrolments (instance_id, user_id, course_id)
        SELECT ${id}, u.id, c.id FROM users u JOIN courses c ON c.instance_id = u.instance_id AND c.title LIKE 'Course %'
        WHERE u.instance_id = ${id} AND u.first_name = 'Many'`.execute(db);
    }),
  );

  async function start(email = "admin@demo.test", asked: object = {}) {
    const client = await server.as(email);
    const response = await take(client, { kind: "everything", ...asked });
    expect(response.statusCode).toBe(202);
    const job = server.outside.jobs.findLast(({ name }) => name === "report.export")!;
    return {
      client,
      id: response.json().export as number,
      attempt: (attempt: number) =>
        reportJobs(server.platform)["report.export"](job.payload as never, { id: "", attempt }),
      run: (isLastTry = true, platform = server.platform) => runExport(platform, job.payload as never, isLastTry),
      read: async () => (await client.data(EXPORTS)).reportExports[0],
    };
  }

  /** Adds an administrator who has no exports, and a group of some of the many people. */
  const addGroup = (email: string, size: number) =>
    server.inside("demo", async (db, instance_id) => {
      const person = { instance_id, first_name: "Ada", last_name: "Other", email, role: "admin", is_primary: true };
      await db.insertInto("users").values(person).execute();
      const values = { instance_id, name: email };
      const { id } = await db.insertInto("groups").values(values).returning("id").executeTakeFirstOrThrow();
      await sql`INSERT INTO group_users (instance_id, group_id, user_id)
        SELECT ${instance_id}, ${id}, id FROM users WHERE first_name = 'Many' ORDER BY id LIMIT ${size}`.execute(db);
      return id;
    });

  const open = (client: Client, id: number) =>
    server.app.inject({
      url: `/api/reports/exports/${id}`,
      headers: { host: client.host, authorization: `Bearer ${client.token}` },
    });

  test("is created once by a job, however often it runs, and the user is notified and downloads it", async () => {
    const { client, id, run } = await start();
    expect((await client.data(EXPORTS)).reportExports[0]).toEqual({
      id,
      kind: "everything",
      format: "csv",
      state: "waiting",
      total: 11_002,
      written: 0,
    });
    for (const wrong of [0, 2 ** 31]) expect((await open(client, wrong)).statusCode).toBe(422);
    expect((await open(client, id)).statusCode).toBe(404);
    await Promise.all([run(), run()]);
    expect((await client.data(EXPORTS)).reportExports[0]).toMatchObject({ id, state: "done", written: 11_002 });
    const file = await open(client, id);
    expect(parseRows(file.body)).toHaveLength(11_002);
    const { rows } = (await client.data(NOTICES)).notifications;
    expect(rows.filter(({ kind }: { kind: string }) => kind === "export_ready")).toHaveLength(1);
  });

  test("is available only to the user who requested it, who sees how much is written after 10,000 rows", async () => {
    const { id, run, read } = await start();
    const written: number[] = [];
    const put: FileStore["put"] = async (...file) => {
      const stored = await server.platform.files.put(...file);
      written.push((await read()).written);
      return stored;
    };
    await run(true, { ...server.platform, files: Object.create(server.platform.files, { put: { value: put } }) });
    expect(written).toHaveLength(1);
    expect(written[0]).toBeGreaterThanOrEqual(10_000);
    expect(written[0]).toBeLessThan(11_002);
    for (const email of ["manager@demo.test", "admin@riverside.test"]) {
      expect((await open(await server.as(email), id)).statusCode).toBe(404);
      expect((await (await server.as(email)).data(EXPORTS)).reportExports).toEqual([]);
    }
  });

  test("is refused to a user whose permission now covers other people, and not created for one without it", async () => {
    const { client, id, run } = await start("manager@demo.test");
    await run();
    expect((await open(client, id)).statusCode).toBe(200);
    const manager = await server.userId("manager@demo.test");
    await server.inside("demo", async (db, instance_id) => {
      const north = await db
        .selectFrom("branches")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("url", "=", "north")
        .executeTakeFirstOrThrow();
      await db.insertInto("branch_users").values({ instance_id, branch_id: north.id, user_id: manager }).execute();
    });
    expect((await open(client, id)).statusCode).toBe(404);
    await server.inside("demo", (db, instance_id) =>
      db.deleteFrom("branch_users").where("instance_id", "=", instance_id).where("user_id", "=", manager).execute(),
    );
    server.outside.jobs.length = 0;
    const again = await start("manager@demo.test");
    await setRole(manager, "learner");
    await again.run();
    await setRole(manager, "manager");
    expect((await again.client.data(EXPORTS)).reportExports[0]).toMatchObject({ id: again.id, state: "failed" });
  });

  test("is made by a job from 10,000 rows, a PDF from 1,000, and no PDF has more than 10,000", async () => {
    const [thousand, most] = [await addGroup("thousand@demo.test", 10), await addGroup("most@demo.test", 100)];
    const client = await server.as("most@demo.test");
    const ask = async (format: string, group?: number) =>
      take(client, { kind: "everything", format, ...(group && { group_ids: [group] }) });
    expect((await ask("csv", thousand)).statusCode).toBe(200);
    for (const [format, group] of [
      ["pdf", thousand],
      ["csv", most],
      ["pdf", most],
    ] as const)
      expect([format, group, (await ask(format, group)).statusCode]).toEqual([format, group, 202]);
    // A schedule has the file at once too, or an export that a job creates.
    const create = (format: "csv" | "pdf") =>
      withActor(server.platform, VISIT, client.token, (actor) =>
        createFile(actor, { kind: "everything", group_ids: [thousand] }, format, "http://demo.localhost"),
      );
    const before = (await client.data(EXPORTS)).reportExports.length;
    expect([await create("csv"), await create("pdf")]).toMatchObject([{ type: "text/csv; charset=utf-8" }, null]);
    expect((await client.data(EXPORTS)).reportExports).toHaveLength(before + 1);
    const refused = await ask("pdf");
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("this table has 11002");
  });

  test("is tried again after an unexpected error, and fails after the ninth attempt", async () => {
    const group = await addGroup("broken@demo.test", 100);
    await start("broken@demo.test", { group_ids: [group] });
    const { client, id, attempt, read } = await start("broken@demo.test", { group_ids: [group] });
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("report_exports")
        .set({ request: "null" })
        .where("instance_id", "=", instance)
        .where("id", "=", id)
        .execute(),
    );
    await expect(attempt(8)).rejects.toThrow(TypeError);
    expect(await read()).toMatchObject({ state: "working" });
    await expect(attempt(9)).rejects.toThrow(TypeError);
    expect((await client.data(EXPORTS)).reportExports).toMatchObject([{ id, state: "failed" }, { state: "waiting" }]);
  });

  test("is refused while too many others are waiting", async () => {
    const client = await server.as("admin@demo.test");
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) codes.push((await take(client, { kind: "everything" })).statusCode);
    expect(codes).toEqual([202, 202, 202, 202, 202, 409]);
  });

  test("counts, changes and finds the exports of one user, each for itself", async () => {
    const asked = { kind: "everything" };
    const manager = await server.as("manager@demo.test");
    // Those of the administrator who is waiting for too many do not count for the manager.
    expect((await take(manager, asked)).statusCode).toBe(202);
    const [waiting, earlier] = (await manager.data(EXPORTS)).reportExports;
    const job = server.outside.jobs.findLast(({ name }) => name === "report.export")!;
    await runExport(server.platform, job.payload as never, true);
    const [done, ...others] = (await manager.data(EXPORTS)).reportExports;
    expect([done.id, done.state, others[0]]).toEqual([waiting.id, "done", earlier]);
    const { reportExports } = await (await server.as("admin@demo.test")).data(EXPORTS);
    expect(reportExports.filter(({ state }: { state: string }) => state === "waiting").length).toBeGreaterThanOrEqual(
      5,
    );
    // An export that is done is not made again, and one that failed neither.
    const failed = others.find(({ state }: { state: string }) => state === "failed");
    const demo = await server.inside("demo", (_, id) => Promise.resolve(id));
    for (const { id } of [done, failed])
      await runExport(server.platform, { instanceId: demo, exportId: id, origin: "http://demo.localhost" }, true);
    expect((await manager.data(EXPORTS)).reportExports).toEqual([done, ...others]);
    expect((await open(manager, failed.id)).statusCode).toBe(404);
  });

  test("is deleted after seven days", async () => {
    const manager = await server.userId("manager@demo.test");
    const demo = await server.inside("demo", async (db, id) => {
      await db
        .updateTable("report_exports")
        .set({
          created_at: sql`now() - CASE user_id WHEN ${manager} THEN interval '6 days' ELSE interval '8 days' END`,
        })
        .where("instance_id", "=", id)
        .execute();
      return id;
    });
    await sweepExports(server.platform, demo);
    expect((await (await server.as("admin@demo.test")).data(EXPORTS)).reportExports).toEqual([]);
    expect((await (await server.as("manager@demo.test")).data(EXPORTS)).reportExports).not.toEqual([]);
  });
});

const setRole = (id: number, role: string) =>
  server.inside("demo", (db, instance_id) =>
    db.updateTable("users").set({ role }).where("instance_id", "=", instance_id).where("id", "=", id).execute(),
  );
