import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServer, type Client, type TestServer } from "../../testing/server.ts";
import { mailScheduled, runSchedule } from "./sending.service.ts";
import { minuteIn } from "./weeks.ts";

const FIELDS = "id is_paused next_at people { id outcome }";
const CREATE = `mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { ${FIELDS} } }`;
const PAUSE = `mutation ($id: Int!) { pauseReportSchedule(id: $id, is_paused: true) { ${FIELDS} } }`;
const SEND = `mutation ($id: Int!) { sendReportSchedule(id: $id) }`;
const LIST = `{ reportSchedules { ${FIELDS} } }`;
const ZONE = `mutation ($version: Int!, $zone: String!) {
  updateInstanceSettings(version: $version, general: { time_zone: $zone }) { version } }`;

let server: TestServer;
let admin: Client;
let adminId: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  adminId = await server.userId("admin@demo.test");
});
beforeEach(() => {
  server.outside.jobs.length = 0;
  server.outside.mails.length = 0;
});
afterAll(() => server.close());

const create = async (more: object = {}) => {
  const input = { name: "Figures", kind: "users", every: "week", day: 1, hour: 7, user_ids: [adminId], ...more };
  return (await admin.data(CREATE, { input })).createReportSchedule as { id: number; next_at: string };
};
const find = async (id: number) =>
  (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === id);
const taken = (name: string) => {
  const jobs = server.outside.jobs.filter((job) => job.name === name).map(({ payload }) => payload as never);
  server.outside.jobs.length = 0;
  return jobs;
};

test("a schedule keeps its hour when the time zone of the instance changes, and a paused one stays paused", async () => {
  const [running, paused] = [await create(), await create()];
  await admin.data(PAUSE, { id: paused.id });
  const [old] = taken("report.schedule");
  const { version } = (await admin.data(`{ instanceSettings { version } }`)).instanceSettings;
  await admin.data(ZONE, { version, zone: "Asia/Kolkata" });
  const { next_at } = await find(running.id);
  expect(minuteIn("Asia/Kolkata", new Date(next_at)).slice(-5)).toBe("07:00");
  const planned = taken("report.schedule");
  expect(planned).toMatchObject([{ scheduleId: running.id, at: next_at }]);
  expect(await find(paused.id)).toMatchObject({ is_paused: true, next_at: null });
  await runSchedule(server.platform, old!);
  expect(taken("report.mail")).toEqual([]);
  await runSchedule(server.platform, planned[0]!);
  expect(taken("report.mail")).toHaveLength(1);
});

test("a person who gets no mails gets a scheduled report as an export", async () => {
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ skip_email: true })
      .where("instance_id", "=", instance)
      .where("id", "=", adminId)
      .execute(),
  );
  const { id } = await create();
  await admin.data(SEND, { id });
  const [mail] = taken("report.mail");
  await mailScheduled(server.platform, mail!);
  expect(server.outside.mails).toEqual([]);
  expect(taken("report.export")).toHaveLength(1);
  expect((await find(id)).people).toEqual([{ id: adminId, outcome: "made" }]);
});

test("a report waits without a failure while users cannot sign in to the instance, and is sent once afterwards", async () => {
  const setOpen = (is_active: boolean) =>
    server.inside("demo", (db, own) => db.updateTable("instances").set({ is_active }).where("id", "=", own).execute());
  const { id } = await create({ kind: "courses" });
  const [job] = taken("report.schedule");
  await admin.data(SEND, { id });
  const [mail] = taken("report.mail");
  server.outside.log.length = 0;
  await setOpen(false);
  await runSchedule(server.platform, job!);
  await mailScheduled(server.platform, mail!);
  const waiting = server.outside.jobs.map(({ name, payload }) => [name, payload]);
  expect(waiting).toEqual([
    ["report.schedule", job],
    ["report.mail", mail],
  ]);
  await setOpen(true);
  expect(server.outside.log).toEqual([]);
  expect((await find(id)).people).toEqual([{ id: adminId, outcome: null }]);

  server.outside.jobs.length = 0;
  await runSchedule(server.platform, job!);
  expect(taken("report.mail")).toHaveLength(1);
});
