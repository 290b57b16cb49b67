import { afterAll, beforeAll, expect, test } from "vitest";
import { withActor } from "../../../access/with-actor.ts";
import { startServer, type Client, type TestServer, VISIT } from "../../../testing/server.ts";
import { requestExport, runExport } from "./exports.service.ts";

const CREATE = `mutation ($input: UserFieldInput!) { createUserField(input: $input) { id } }`;

let server: TestServer;
let admin: Client;
let manager: Client;
let adminId: number;
let managerId: number;
beforeAll(async () => {
  server = await startServer();
  [admin, manager] = [await server.as("admin@demo.test"), await server.as("manager@demo.test")];
  [adminId, managerId] = [await server.userId("admin@demo.test"), await server.userId("manager@demo.test")];
  const input = { name: "Salary band", type: "choice", choices: ["A", "B"], visible_to: "admins", is_listed: true };
  await admin.data(CREATE, { input });
});
afterAll(() => server.close());

/** Lets a job create an export of the users report for a client, and returns its id. */
async function create(client: Client): Promise<number> {
  const { id } = await withActor(server.platform, VISIT, client.token, (actor) =>
    requestExport(actor, { kind: "users" }, "csv"),
  );
  const instanceId = await server.inside("demo", (_, demo) => Promise.resolve(demo));
  await runExport(server.platform, { instanceId, exportId: id, origin: "http://demo.localhost" }, true);
  return id;
}

const open = ({ host, token }: Client, id: number) =>
  server.app.inject({ url: `/api/reports/exports/${id}`, headers: { host, authorization: `Bearer ${token}` } });

const setRole = (id: number, role: string) =>
  server.inside("demo", (db, instance_id) =>
    db.updateTable("users").set({ role }).where("instance_id", "=", instance_id).where("id", "=", id).execute(),
  );

test("an export is refused to a user with a lower role than the one with which it was made", async () => {
  const id = await create(admin);
  const file = await open(admin, id);
  expect([file.statusCode, file.body.includes("Salary band")]).toEqual([200, true]);
  await setRole(adminId, "manager");
  const refused = await open(admin, id);
  await setRole(adminId, "admin");
  expect(refused.statusCode).toBe(404);
  expect((await open(admin, id)).statusCode).toBe(200);
});

test("an export stays available to a user whose role is higher than the one with which it was made", async () => {
  const id = await create(manager);
  await setRole(managerId, "admin");
  const file = await open(manager, id);
  await setRole(managerId, "manager");
  expect([file.statusCode, file.body.includes("Salary band")]).toEqual([200, false]);
});
