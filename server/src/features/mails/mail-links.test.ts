import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jobHandlers } from "../../jobs.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const SEND = `mutation ($input: AnnouncementInput!, $users: UserFilterInput) {
  sendAnnouncement(input: $input, users: $users) { id } }`;
const SCHEDULE = `mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { id } }`;
const SEND_REPORT = `mutation ($id: Int!) { sendReportSchedule(id: $id) }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
beforeEach(() => {
  server.outside.jobs.length = 0;
  server.outside.mails.length = 0;
});
afterAll(() => server.close());

type Handler = (payload: unknown, job: { id: string; attempt: number }) => Promise<void>;

/** Runs the waiting jobs. @returns the hosts to which the mails lead, by address */
async function deliver(): Promise<Record<string, string[]>> {
  const handlers = jobHandlers(server.platform) as unknown as Record<string, Handler>;
  for (const { name, payload } of server.outside.jobs.splice(0)) await handlers[name]!(payload, { id: "", attempt: 1 });
  const toHosts = (text: string) => [...new Set([...text.matchAll(/https?:\/\/([^/:\s]+)/g)].map(([, host]) => host!))];
  return Object.fromEntries(server.outside.mails.splice(0).map(({ to, text }) => [to, toHosts(text)]));
}

/** Adds a learner, of the main site or of the branch in the north. */
async function addLearner(email: string, isPrimary: boolean): Promise<number> {
  const input = { first_name: "Kim", last_name: "Quill", email, role: "learner", password: "the way up there" };
  const { createUser } = await admin.data(
    `mutation ($input: CreateUserInput!, $branchUrl: String) { createUser(input: $input, branchUrl: $branchUrl) { id } }`,
    { input: { ...input, is_primary: isPrimary }, branchUrl: isPrimary ? null : "north" },
  );
  return createUser.id;
}

test("links of a message lead to the site of each reader when it is sent at the address of a branch", async () => {
  const ids = [await addLearner("main@links.test", true), await addLearner("north@links.test", false)];
  await deliver();
  const atNorth = await server.as("admin@demo.test", "north.demo.localhost");
  const input = { request_key: randomUUID(), subject: "Drill", body: "At ten.", by_mail: true, in_product: false };
  await atNorth.data(SEND, { input, users: { user_ids: ids } });
  expect(await deliver()).toEqual({
    "main@links.test": ["demo.localhost"],
    "north@links.test": ["north.demo.localhost"],
  });
});

test("links of a scheduled report lead to the instance's present address after it has moved", async () => {
  const id = await server.userId("admin@demo.test");
  const { createReportSchedule } = await admin.data(SCHEDULE, {
    input: { name: "Figures", kind: "users", every: "week", day: 1, hour: 7, user_ids: [id] },
  });
  await admin.data(SEND_REPORT, { id: createReportSchedule.id });
  const { pool } = server.platform.database;
  await pool.query("UPDATE instances SET domain = 'moved' WHERE domain = 'demo'");
  server.outside.jobs.splice(
    0,
    server.outside.jobs.findIndex(({ name }) => name === "report.mail"),
  );
  expect(await deliver()).toEqual({ "admin@demo.test": ["moved.localhost"] });
  await pool.query("UPDATE instances SET domain = 'demo' WHERE domain = 'moved'");
});
