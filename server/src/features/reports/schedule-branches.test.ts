import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServer, type Client, type TestServer } from "../../testing/server.ts";
import { mailScheduled } from "./sending.service.ts";

const FIELDS = "id branchUrls people { outcome }";
const CREATE = `mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { ${FIELDS} } }`;
const SEND = `mutation ($id: Int!) { sendReportSchedule(id: $id) }`;
const LIST = `{ reportSchedules { ${FIELDS} } }`;

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

const create = async (branchUrls: string[]): Promise<number> => {
  const input = { name: "Figures", kind: "users", branchUrls, every: "week", day: 1, hour: 7, user_ids: [adminId] };
  return (await admin.data(CREATE, { input })).createReportSchedule.id;
};
const find = async (id: number) =>
  (await admin.data(LIST)).reportSchedules.find((each: { id: number }) => each.id === id);
const inDemo = (make: (instance: number) => ReturnType<typeof sql>) =>
  server.inside("demo", (db, instance) => make(instance).execute(db));
const moveTo = (from: string, to: string) =>
  inDemo(
    (id) => sql`UPDATE branches SET url = ${to} WHERE instance_id = ${id} AND url = ${from} AND deleted_at IS NULL`,
  );
const addBranch = (url: string) =>
  inDemo((id) => sql`INSERT INTO branches (instance_id, name, url) VALUES (${id}, ${url}, ${url})`);

/** Sends a schedule and returns the attached report; null when there is none. */
async function send(id: number): Promise<string | null> {
  await admin.data(SEND, { id });
  const job = server.outside.jobs.findLast(({ name }) => name === "report.mail")!;
  server.outside.mails.length = 0;
  await mailScheduled(server.platform, job.payload as never);
  return server.outside.mails[0]?.files?.[0]?.content.toString("utf8") ?? null;
}

test("a schedule follows its branch when its address passes to another, and ends with it", async () => {
  const id = await create(["north"]);
  await moveTo("north", "north-east");
  await addBranch("north");
  expect(await find(id)).toMatchObject({ branchUrls: ["north-east"] });
  expect(await send(id)).toContain("learner@demo.test");
  const set = (deleted: Date | null) =>
    inDemo(
      (instance) =>
        sql`UPDATE branches SET deleted_at = ${deleted} WHERE instance_id = ${instance} AND url = 'north-east'`,
    );
  await set(new Date());
  await addBranch("north-east");
  expect(await send(id)).toBeNull();
  expect(await find(id)).toMatchObject({ people: [{ outcome: "gone" }] });
  await inDemo(
    (instance) =>
      sql`DELETE FROM branches WHERE instance_id = ${instance} AND url = 'north-east' AND deleted_at IS NULL`,
  );
  await set(null);
  expect(await send(id)).toContain("learner@demo.test");
  await inDemo((instance) => sql`DELETE FROM branches WHERE instance_id = ${instance} AND url = 'north'`);
  await moveTo("north-east", "north");
});

test("a schedule of a former version uses its addresses, and its branches once the migration has run", async () => {
  const [id, other, whole] = [await create(["north"]), await create(["north"]), await create([])];
  await inDemo(
    (instance) => sql`UPDATE report_schedules SET request = request - 'branch_ids' WHERE instance_id = ${instance}`,
  );
  await inDemo(
    (instance) => sql`UPDATE report_schedules SET request = jsonb_set(request, '{branchUrls}', '["north", "nowhere"]')
      WHERE instance_id = ${instance} AND id = ${other}`,
  );
  expect(await send(id)).toContain("learner@demo.test");
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  const file = new URL("../../../migrations/0384_branches_of_schedules.sql", import.meta.url);
  const migration = await readFile(file, "utf8");
  await owner.connect();
  await owner.query(migration).finally(() => owner.end());
  await moveTo("north", "north-east");
  expect(await Promise.all([id, other, whole].map(find))).toMatchObject([
    { branchUrls: ["north-east"] },
    { branchUrls: ["north", "nowhere"] },
    { branchUrls: [] },
  ]);
  expect(await send(id)).toContain("learner@demo.test");
  expect(await send(other)).toBeNull();
  await moveTo("north-east", "north");
});
