import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServer, type Client, type TestServer } from "../../testing/server.ts";
import { openRows } from "../../testing/report-rows.ts";
import { type Plan, nextMoment } from "./schedules.queries.ts";
import { mailScheduled, runSchedule } from "./sending.service.ts";
import { dayIn, getWeekStart, minuteIn } from "./weeks.ts";

const FIELDS = "id name kind every day hour is_paused next_at last_sent_at people { id name outcome outcome_at }";
const CREATE = `mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { ${FIELDS} } }`;
const EDIT = `mutation ($id: Int!, $input: ReportScheduleInput!) { editReportSchedule(id: $id, input: $input) { ${FIELDS} } }`;
const PAUSE = `mutation ($id: Int!, $is_paused: Boolean!) { pauseReportSchedule(id: $id, is_paused: $is_paused) { ${FIELDS} } }`;
const DELETE = `mutation ($id: Int!) { deleteReportSchedule(id: $id) }`;
const SEND = `mutation ($id: Int!) { sendReportSchedule(id: $id) }`;
const LIST = `{ reportSchedules { ${FIELDS} } }`;
const READERS = `{ reportReaders { id name } }`;

let server: TestServer;
let admin: Client;
let ids: { admin: number; north: number; learner: number };
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  ids = {
    admin: await server.userId("admin@demo.test"),
    north: await server.userId("manager.north@demo.test"),
    learner: await server.userId("learner@demo.test"),
  };
});
beforeEach(() => {
  server.outside.jobs.length = 0;
  server.outside.mails.length = 0;
});
afterAll(() => server.close());

const weekly = (more: object = {}) => ({
  input: {
    name: "Monday figures",
    kind: "users",
    every: "week",
    day: 1,
    hour: 7,
    user_ids: [ids.admin, ids.north],
    ...more,
  },
});
const create = async (more: object = {}) => (await admin.data(CREATE, weekly(more))).createReportSchedule;
const taken = (name: string) => {
  const jobs = server.outside.jobs.filter((job) => job.name === name).map(({ payload }) => payload as never);
  server.outside.jobs.length = 0;
  return jobs;
};
const mailAll = async () => {
  for (const payload of taken("report.mail")) await mailScheduled(server.platform, payload);
};

describe("a scheduled report", () => {
  test("is mailed to each person with their own permissions: a branch manager gets only the branch", async () => {
    const { id } = await create();
    expect((await admin.data(SEND, { id })).sendReportSchedule).toBe(2);
    await mailAll();
    const [toAdmin, toNorth] = ["admin@demo.test", "manager.north@demo.test"].map((to) =>
      server.outside.mails.find((mail) => mail.to === to)!,
    );
    expect(toAdmin).toMatchObject({ subject: "Report: Monday figures", files: [{ name: "user-reports.csv" }] });
    const lines = (mail: typeof toAdmin) => mail!.files![0]!.content.toString("utf8").trim().split("\r\n");
    expect(lines(toAdmin).some((line) => line.includes("amara.diallo@demo.test"))).toBe(true);
    expect(lines(toNorth).some((line) => line.includes("amara.diallo@demo.test"))).toBe(false);
    expect(lines(toNorth).some((line) => line.includes("learner@demo.test"))).toBe(true);
  });

  test("is sent once when it is due, however many workers try, and is planned again", async () => {
    const { id, next_at } = await create();
    const [job] = taken("report.schedule");
    await Promise.all([runSchedule(server.platform, job!), runSchedule(server.platform, job!)]);
    expect(server.outside.jobs.filter(({ name }) => name === "report.mail")).toHaveLength(2);
    const [planned] = server.outside.jobs.filter(({ name }) => name === "report.schedule");
    const now = (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === id);
    expect(now.last_sent_at).not.toBeNull();
    expect(planned!.payload).toMatchObject({ at: now.next_at });
    expect(next_at).not.toBeNull();
  });

  test("is not sent for an outdated plan, while it is paused, or after it is deleted", async () => {
    const { id } = await create();
    const [old] = taken("report.schedule");
    await admin.data(EDIT, { id, ...weekly({ day: 3 }) });
    const [changed] = taken("report.schedule");
    await runSchedule(server.platform, old!);
    expect(taken("report.mail")).toEqual([]);
    expect((await admin.data(PAUSE, { id, is_paused: true })).pauseReportSchedule).toMatchObject({
      is_paused: true,
      next_at: null,
    });
    await runSchedule(server.platform, changed!);
    expect(taken("report.mail")).toEqual([]);
    await admin.data(PAUSE, { id, is_paused: false });
    const [resumed] = taken("report.schedule");
    await admin.data(DELETE, { id });
    await runSchedule(server.platform, resumed!);
    expect(taken("report.mail")).toEqual([]);
  });

  test("is not planned while it is paused, also when it is changed, and the audit log tells what was done", async () => {
    const { id } = await create();
    await admin.data(EDIT, { id, ...weekly({ day: 2 }) });
    expect(taken("report.schedule")).toHaveLength(2);
    await admin.data(PAUSE, { id, is_paused: true });
    await admin.data(EDIT, { id, ...weekly({ day: 3 }) });
    expect(taken("report.schedule")).toEqual([]);
    await admin.data(PAUSE, { id, is_paused: false });
    expect(taken("report.schedule")).toHaveLength(1);
    await admin.data(SEND, { id });
    await admin.data(DELETE, { id });
    const log = await server.inside("demo", (db) =>
      db
        .selectFrom("audit_log")
        .where("subject_type", "=", "report_schedule")
        .where("subject_id", "=", id)
        .select("action")
        .orderBy("id")
        .execute(),
    );
    const actions = [
      "scheduled",
      "schedule_changed",
      "schedule_paused",
      "schedule_changed",
      "schedule_resumed",
      "sent",
    ];
    expect(log.map(({ action }) => action)).toEqual(
      [...actions, "schedule_deleted"].map((action) => `report.${action}`),
    );
  });

  test("is not sent to people without permission, inactive people, or people removed from the list", async () => {
    const { id } = await create();
    await admin.data(SEND, { id });
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("users")
        .set({ role: "learner" })
        .where("instance_id", "=", instance_id)
        .where("id", "=", ids.north)
        .execute(),
    );
    await mailAll();
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("users")
        .set({ role: "manager", is_active: false })
        .where("instance_id", "=", instance_id)
        .where("id", "=", ids.north)
        .execute(),
    );
    await admin.data(SEND, { id });
    await mailAll();
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("users")
        .set({ is_active: true })
        .where("instance_id", "=", instance_id)
        .where("id", "=", ids.north)
        .execute(),
    );
    await admin.data(SEND, { id });
    await admin.data(EDIT, { id, ...weekly({ user_ids: [ids.admin] }) });
    await mailAll();
    expect(server.outside.mails.map(({ to }) => to)).toEqual(["admin@demo.test", "admin@demo.test", "admin@demo.test"]);
  });

  test("stores the last outcome per person and logs whom it left out", async () => {
    server.outside.log.length = 0;
    const course = await server.courseId("Safeguarding essentials");
    const { id } = await create({ kind: "course-users", course_id: course });
    const outcomes = async () => {
      const { people } = (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === id);
      return Object.fromEntries(people.map((person: { id: number; outcome: string }) => [person.id, person.outcome]));
    };
    expect(await outcomes()).toEqual({ [ids.admin]: null, [ids.north]: null });
    await admin.data(SEND, { id });
    await mailAll();
    expect(await outcomes()).toEqual({ [ids.admin]: "sent", [ids.north]: "sent" });
    const set = (fields: object) =>
      server.inside("demo", (db, instance_id) =>
        db
          .updateTable("users")
          .set(fields)
          .where("instance_id", "=", instance_id)
          .where("id", "=", ids.north)
          .execute(),
      );
    await set({ role: "learner" });
    await admin.data(SEND, { id });
    await mailAll();
    expect(await outcomes()).toEqual({ [ids.admin]: "sent", [ids.north]: "no_right" });
    expect(server.outside.log.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({
        scheduleId: id,
        userId: ids.north,
        instanceId: expect.any(Number),
        reason: "no_right",
      }),
    ]);
    await set({ role: "manager" });
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("courses")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", instance_id)
        .where("id", "=", course)
        .execute(),
    );
    await admin.data(SEND, { id });
    await mailAll();
    expect(await outcomes()).toEqual({ [ids.admin]: "gone", [ids.north]: "gone" });
  });

  test("leaves other schedules as they are when it is changed, paused, sent and deleted", async () => {
    const [one, other] = [await create({ name: "One" }), await create({ name: "Other" })];
    const read = async () =>
      (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === other.id);
    const [job] = taken("report.schedule");
    await runSchedule(server.platform, job!);
    await mailAll();
    await admin.data(EDIT, { id: one.id, ...weekly({ name: "Changed", day: 3, user_ids: [ids.admin] }) });
    await admin.data(PAUSE, { id: one.id, is_paused: true });
    expect(await read()).toEqual(other);
    const { people } = (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === one.id);
    expect(people).toMatchObject([{ id: ids.admin, outcome: "sent" }]);
    await admin.data(DELETE, { id: one.id });
    expect(await read()).toEqual(other);
    await admin.data(DELETE, { id: other.id });
  });

  test("is neither listed for nor mailed to deleted people, nor offered to them, to visitors and to inactive people", async () => {
    const rows = openRows(server);
    const gone = await rows.person("Gone Reader", { role: "manager" });
    const { id } = await create({ user_ids: [ids.admin, gone] });
    await rows.change("users", gone, { deleted_at: new Date() });
    const { people } = (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === id);
    expect(people.map((person: { id: number }) => person.id)).toEqual([ids.admin]);
    expect((await admin.data(SEND, { id })).sendReportSchedule).toBe(1);
    const others = [
      gone,
      await rows.person("Visiting Reader", { role: "super_admin", platform_user_id: 1 }),
      await rows.person("Idle Reader", { role: "manager", is_active: false }),
    ];
    const readers = (await admin.data(READERS)).reportReaders.map((each: { id: number }) => each.id);
    for (const user of others) {
      expect(readers).not.toContain(user);
      expect(await admin.refusal(CREATE, weekly({ user_ids: [user] }))).toBe("VALIDATION");
    }
  });

  test("is planned in the time zone of its own instance", async () => {
    const domain = "riverside";
    const zone = (time_zone: string) =>
      server.inside(domain, (db, id) => db.updateTable("instances").set({ time_zone }).where("id", "=", id).execute());
    await zone("Pacific/Auckland");
    const stranger = await server.as("admin@riverside.test");
    const user_ids = [await server.userId("admin@riverside.test")];
    const { id } = (await stranger.data(CREATE, weekly({ user_ids }))).createReportSchedule;
    const [job] = taken("report.schedule");
    await runSchedule(server.platform, job!);
    const { next_at } = (await stranger.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === id);
    const day = dayIn("Pacific/Auckland", new Date(next_at));
    expect([getWeekStart(day, 1), minuteIn("Pacific/Auckland", new Date(next_at)).slice(-5)]).toEqual([day, "07:00"]);
    await stranger.data(DELETE, { id });
  });

  test("shows that a mail failed while it is retried", async () => {
    const send = server.platform.mailer.send;
    const { id } = await create({ user_ids: [ids.admin] });
    await admin.data(SEND, { id });
    const [mail] = taken("report.mail");
    const outcome = async () =>
      (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === id).people[0].outcome;
    server.platform.mailer.send = () => Promise.reject(new Error("The mail server is away."));
    await expect(mailScheduled(server.platform, mail!)).rejects.toThrow("away");
    expect(await outcome()).toBe("failed");
    server.platform.mailer.send = send;
    await mailScheduled(server.platform, mail!);
    expect(await outcome()).toBe("sent");
  });

  test("shows that a report could not be created while that is tried again, and is no error after it is deleted", async () => {
    const { id } = await create({ user_ids: [ids.admin] });
    await admin.data(SEND, { id });
    const [mail] = taken("report.mail");
    const search = (value: string) =>
      server.inside("demo", (db, instance) =>
        sql`UPDATE report_schedules SET request = request || jsonb_build_object('search', ${value}::jsonb)
          WHERE instance_id = ${instance} AND id = ${id}`.execute(db),
      );
    const outcome = async () =>
      (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === id).people[0].outcome;
    await search("5");
    await expect(mailScheduled(server.platform, mail!)).rejects.toThrow(TypeError);
    expect(await outcome()).toBe("failed");
    await search("null");
    await mailScheduled(server.platform, mail!);
    expect(await outcome()).toBe("sent");
    await admin.data(DELETE, { id });
    server.outside.mails.length = 0;
    await mailScheduled(server.platform, mail!);
    expect(server.outside.mails).toEqual([]);
  });

  test("reports invalid input by field", async () => {
    const problems = async (more: object) =>
      (await admin.query(CREATE, weekly(more))).errors![0]!.extensions.validation;
    expect(await problems({ name: " " })).toEqual({ name: ["The name is required."] });
    expect(await problems({ name: "x".repeat(151) })).toEqual({ name: ["The name has more than 150 characters."] });
    expect((await create({ name: "x".repeat(150) })).name).toHaveLength(150);
    expect(await problems({ day: 8 })).toEqual({ day: ["This is not a day and an hour."] });
    for (const [every, last] of [
      ["week", 7],
      ["month", 31],
    ] as const) {
      for (const wrong of [{ day: 0 }, { day: last + 1 }, { hour: -1 }, { hour: 24 }])
        expect(await problems({ every, ...wrong })).toEqual({ day: ["This is not a day and an hour."] });
      for (const plan of [
        { day: 1, hour: 0 },
        { day: last, hour: 23 },
      ])
        expect(await create({ every, ...plan })).toMatchObject({ every, ...plan });
    }
    expect(await problems({ kind: "user-courses" })).toEqual({ kind: ["This report cannot be scheduled."] });
    expect(await problems({ kind: "course-users" })).toEqual({ course_id: ["The course is required."] });
    expect(await problems({ user_ids: [] })).toEqual({ user_ids: ["Choose at least one person."] });
    const many = Array.from({ length: 101 }, (_, at) => 1_000_000 + at);
    expect(await problems({ user_ids: many })).toEqual({ user_ids: ["Choose at most 100 people."] });
    expect(await problems({ user_ids: many.slice(1) })).toEqual({
      user_ids: ["One of these people may not read reports."],
    });
    expect(await problems({ user_ids: [ids.learner] })).toEqual({
      user_ids: ["One of these people may not read reports."],
    });
    for (const unknown of [
      { branchUrls: ["nowhere"] },
      { group_ids: [999_999] },
      { category_id: 999_999 },
      { kind: "course-users", course_id: 999_999 },
    ])
      expect(await admin.refusal(CREATE, weekly(unknown))).toBe("NOT_FOUND");
    const { id } = await create();
    expect(await admin.refusal(EDIT, { id, ...weekly({ kind: "course-users", course_id: 999_999 }) })).toBe(
      "NOT_FOUND",
    );
  });

  test("is available only to administrators of its own instance", async () => {
    const { id } = await create();
    const stranger = await server.as("admin@riverside.test");
    expect((await stranger.data(LIST)).reportSchedules).toEqual([]);
    expect(await stranger.refusal(SEND, { id })).toBe("NOT_FOUND");
    expect((await stranger.query(CREATE, weekly())).errors![0]!.extensions.validation).toEqual({
      user_ids: ["One of these people may not read reports."],
    });
    for (const email of ["manager@demo.test", "instructor@demo.test", "learner@demo.test"])
      expect(await (await server.as(email)).refusal(LIST)).toBe("FORBIDDEN");
    const readers = (await admin.data(READERS)).reportReaders.map((each: { id: number }) => each.id);
    expect(readers).toEqual(expect.arrayContaining([ids.admin, ids.north]));
    expect(readers).not.toContain(ids.learner);
  });
});

describe("the next time", () => {
  const next = (plan: Plan, after: string, zone = "Europe/London") =>
    server.inside("demo", async (db) => (await nextMoment(db, zone, plan, new Date(after))).toISOString());

  test("follows the time zone of the instance in summer and winter", async () => {
    // Monday, 2 November 2026; summer time ended on 25 October.
    expect(await next({ every: "week", day: 1, hour: 7 }, "2026-10-26T08:00:00Z")).toBe("2026-11-02T07:00:00.000Z");
    expect(await next({ every: "week", day: 1, hour: 7 }, "2026-10-18T08:00:00Z")).toBe("2026-10-19T06:00:00.000Z");
    expect(await next({ every: "week", day: 1, hour: 7 }, "2026-10-19T05:59:59Z")).toBe("2026-10-19T06:00:00.000Z");
    // At the hour itself it is that of the week after.
    expect(await next({ every: "week", day: 1, hour: 7 }, "2026-10-19T06:00:00Z")).toBe("2026-10-26T07:00:00.000Z");
    expect(await next({ every: "week", day: 1, hour: 0 }, "2026-10-18T12:00:00Z", "Pacific/Auckland")).toBe(
      "2026-10-25T11:00:00.000Z",
    );
  });

  test("is the last day of a month that is shorter than the planned day", async () => {
    expect(await next({ every: "month", day: 31, hour: 7 }, "2027-02-01T00:00:00Z")).toBe("2027-02-28T07:00:00.000Z");
    expect(await next({ every: "month", day: 30, hour: 7 }, "2027-02-28T08:00:00Z")).toBe("2027-03-30T06:00:00.000Z");
    expect(await next({ every: "month", day: 1, hour: 7 }, "2026-12-15T00:00:00Z")).toBe("2027-01-01T07:00:00.000Z");
  });
});
