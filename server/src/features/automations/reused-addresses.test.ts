import { afterAll, beforeAll, expect, test } from "vitest";
import { createAutomation, passDay, readRuns, work } from "../../testing/automations.ts";
import { addLearner } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const NOTIFY = [{ kind: "notify", to: "person", subject: "Welcome", text: "Read this." }];
const DELETE_BRANCH = `mutation ($id: Int!) { deleteBranch(branch_id: $id) { id } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const addBranch = (url: string) =>
  server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("branches")
      .values({ instance_id, name: `Branch ${url}`, url })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });

/** Returns for whom an automation of a deleted branch did something, though another branch has its address by now. */
async function listReached(trigger: { kind: string; days?: number }, url: string, happen: () => Promise<unknown>) {
  const branch = await addBranch(url);
  const id = await createAutomation(admin, { trigger, actions: NOTIFY }, url);
  await admin.data(DELETE_BRANCH, { id: branch });
  await addBranch(url);
  await happen();
  const { rows } = await readRuns(admin, id, "done");
  return rows.map(({ user_id }) => user_id);
}

test("an automation of a deleted branch leaves alone the people of another branch that has its address", async () => {
  const join = async () => {
    await addLearner(admin, "reused1@demo.test", "spring");
    await work(server);
  };
  expect(await listReached({ kind: "person_created" }, "spring", join)).toEqual([]);
});

test("an automation of a deleted branch looks at nobody of another branch that has its address", async () => {
  const look = async () => {
    const user_id = await addLearner(admin, "reused2@demo.test", "autumn");
    await server.inside("demo", async (db, instance_id) => {
      const last_at = new Date(Date.now() - 40 * 86_400_000);
      const values = { instance_id, user_id, last_at, counted_from: last_at };
      await db
        .insertInto("sign_ins")
        .values(values)
        .onConflict((on) => on.columns(["instance_id", "user_id"]).doUpdateSet(values))
        .execute();
    });
    await passDay(server);
  };
  expect(await listReached({ kind: "not_signed_in", days: 30 }, "autumn", look)).toEqual([]);
});
