import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { takeTable } from "../../testing/tables.ts";
import { mailScheduled } from "./sending.service.ts";

const CREATE = `mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { id } }`;
const SEND = `mutation ($id: Int!) { sendReportSchedule(id: $id) }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("the file of a scheduled report is in the language of its mail: that of the reader's branch", async () => {
  const email = "manager.north@demo.test";
  const id = await server.userId(email);
  await server.inside("demo", async (db, instance_id) => {
    await db
      .updateTable("branches")
      .set({ language: "fr" })
      .where("instance_id", "=", instance_id)
      .where("url", "=", "north")
      .execute();
    await db.updateTable("users").set({ is_primary: false, language: null }).where("id", "=", id).execute();
  });
  const admin = await server.as("admin@demo.test");
  const { createReportSchedule } = await admin.data(CREATE, {
    input: { name: "Figures", kind: "users", every: "week", day: 1, hour: 7, user_ids: [id] },
  });
  server.outside.jobs.length = 0;
  await admin.data(SEND, { id: createReportSchedule.id });
  for (const { name, payload } of server.outside.jobs.splice(0))
    if (name === "report.mail") await mailScheduled(server.platform, payload as never);
  const readHeader = (text: string) => text.split("\r\n")[0];
  const french = await takeTable(server, admin, { kind: "users", language: "fr" });
  const sent = server.outside.mails.find(({ to }) => to === email)!.files![0]!.content.toString("utf8");
  expect(readHeader(sent)).toBe(readHeader(french.body));
});
