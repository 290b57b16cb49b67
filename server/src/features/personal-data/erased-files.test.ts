import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withActor } from "../../access/with-actor.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../testing/server.ts";
import { newKey } from "../files/files.service.ts";
import { requestExport, runExport as runTable } from "../reports/exports/exports.service.ts";
import { eraseNow } from "./erasure.service.ts";
import { runExport } from "./export.service.ts";

const REQUEST = `mutation ($user_id: Int) { requestPersonalDataExport(user_id: $user_id) { id } }`;
const ERASE = `mutation ($id: Int!, $name: String!) { erasePerson(id: $id, name: $name) { id } }`;

let server: TestServer;
let admin: Client;
let instance: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instance = await server.inside("demo", (_, id) => Promise.resolve(id));
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(() => server.close());

async function addPerson(last_name: string): Promise<{ id: number; name: string }> {
  const input = { first_name: "File", last_name, email: `${last_name}@demo.test`, role: "learner", skip_email: true };
  const { createUser } = await admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`, {
    input,
  });
  return { id: createUser.id, name: `File ${last_name}` };
}

async function erase({ id, name }: { id: number; name: string }): Promise<void> {
  await admin.data(ERASE, { id, name });
  for (const job of server.outside.jobs.splice(0))
    if (job.name === "person.erase") await eraseNow(server.platform, job.payload as never);
}

async function listKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.platform.files.list(`${instance}/`)) keys.push(key);
  return keys.toSorted();
}

const countFiles = (purpose: string) =>
  server.inside("demo", async (db, id) => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::integer AS n FROM files WHERE instance_id = ${id} AND purpose = ${purpose}`.execute(db);
    return rows[0]!.n;
  });

const collect = async () => {
  for (const { name, payload } of server.outside.jobs.splice(0))
    if (name === "personal_data.export") await runExport(server.platform, payload as never, true);
};

test("an erasure deletes each copy of the person's data, also one that a later request replaced", async () => {
  const before = await listKeys();
  const person = await addPerson("Copied");
  for (let time = 0; time < 2; time++) {
    await admin.data(REQUEST, { user_id: person.id });
    await collect();
  }
  expect(await countFiles("personal data")).toBe(2);
  await erase(person);
  expect(await countFiles("personal data")).toBe(0);
  expect(await listKeys()).toEqual(before);
});

test("an erasure deletes what arrived of the person's unfinished uploads", async () => {
  const before = await listKeys();
  const person = await addPerson("Uploader");
  const key = newKey(instance);
  await server.platform.files.put(key, Readable.from([Buffer.from("Half of a film")]), { type: "video/mp4" });
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("uploads")
      .values({
        instance_id,
        id: randomUUID(),
        user_id: person.id,
        kind: "video",
        name: "film.mp4",
        size: 100,
        received: 14,
        parts: [key],
      })
      .execute(),
  );
  await erase(person);
  expect(await listKeys()).toEqual(before);
});

/** Runs work during which a person is erased, before its file is stored. */
async function whileErased(person: { id: number; name: string }, work: () => Promise<unknown>): Promise<void> {
  const { files } = server.platform;
  const put: typeof files.put = async (...stored) => {
    server.platform.files = files;
    const done = await files.put(...stored);
    await erase(person);
    return done;
  };
  server.platform.files = Object.assign(Object.create(files) as typeof files, { put });
  await work();
}

test("a file of a report that is stored while a person is erased is deleted", async () => {
  const before = await listKeys();
  const person = await addPerson("Reported");
  const { id } = await withActor(server.platform, VISIT, admin.token!, (actor) =>
    requestExport(actor, { kind: "users" } as never, "csv"),
  );
  await whileErased(person, () =>
    runTable(server.platform, { instanceId: instance, exportId: id, origin: "http://demo.localhost" }, false),
  );
  expect(await countFiles("report")).toBe(0);
  expect(await listKeys()).toEqual(before);
});
