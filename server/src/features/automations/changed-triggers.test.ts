import { afterAll, beforeAll, expect, test } from "vitest";
import { lookAtEverybody } from "./looking.service.ts";
import {
  automationInput,
  type AutomationOfTest,
  CREATE,
  createGroup,
  join,
  leave,
  ONE,
  readRuns,
  RETRY,
  UPDATE,
  work,
} from "../../testing/automations.ts";
import { addLearner } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: Client;
let people: [number, number];
let groups: [number, number];
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  people = [await addLearner(admin, "changed1@demo.test"), await addLearner(admin, "changed2@demo.test")];
  groups = [await createGroup(admin, "Changed first"), await createGroup(admin, "Changed second")];
});
afterAll(() => server.close());

/**
 * Creates an automation, lets something happen, and changes the trigger before a worker has handled that.
 * @returns for whom the automation did something then
 */
async function changeTrigger(
  [before, after]: [AutomationOfTest["trigger"], AutomationOfTest["trigger"]],
  happen: () => Promise<unknown>,
): Promise<number[]> {
  const automation = { actions: [{ kind: "notify", to: "person", subject: "Changed", text: "Read this." }] };
  const { id, version } = (await admin.data(CREATE, { input: automationInput({ ...automation, trigger: before }) }))
    .createAutomation;
  await happen();
  await admin.data(UPDATE, { id, version, input: automationInput({ ...automation, trigger: after }) });
  await work(server);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("automations")
      .set({ is_on: false })
      .where("instance_id", "=", instance)
      .where("id", "=", id)
      .execute(),
  );
  const { rows } = await readRuns(admin, id);
  return rows.map(({ user_id }) => user_id).toSorted((a, b) => a - b);
}

const joinBoth = async () => {
  for (const [at, user] of people.entries()) await join(admin, user, groups[at]!);
};
const leaveBoth = async () => {
  for (const [at, user] of people.entries()) await leave(admin, user, groups[at]!);
};

test("an automation whose trigger was changed does nothing for what the former one waited for", async () => {
  expect(await changeTrigger([{ kind: "group_joined" }, { kind: "group_left" }], joinBoth)).toEqual([]);
  await leaveBoth();
});

test("an automation that was limited to one group goes on with who has joined that one", async () => {
  const trigger = { kind: "group_joined", object_id: groups[1] };
  expect(await changeTrigger([{ kind: "group_joined" }, trigger], joinBoth)).toEqual([people[1]]);
  await leaveBoth();
});

test("an automation that was extended to every group goes on with who has joined the former one", async () => {
  const trigger = { kind: "group_joined", object_id: groups[1] };
  expect(await changeTrigger([trigger, { kind: "group_joined" }], joinBoth)).toEqual([people[1]]);
  await leaveBoth();
});

test("an automation whose number of days was raised leaves alone who has waited for the former one", async () => {
  const [user] = people;
  await server.inside("demo", async (db, instance_id) => {
    const last_at = new Date(Date.now() - 40 * 86_400_000);
    const values = { instance_id, user_id: user, last_at, counted_from: last_at };
    await db
      .insertInto("sign_ins")
      .values(values)
      .onConflict((on) => on.columns(["instance_id", "user_id"]).doUpdateSet(values))
      .execute();
  });
  const wait = (days: number) => ({ kind: "not_signed_in", days });
  const look = () => server.inside("demo", (_, id) => lookAtEverybody(server.platform, id));
  expect(await changeTrigger([wait(30), wait(30)], look)).toContain(user);
  expect(await changeTrigger([wait(30), wait(3650)], look)).toEqual([]);
});

test("running again what failed leaves out what a former trigger waited for, and says so when nothing else failed", async () => {
  const actions = [{ kind: "notify", to: "person", subject: "Changed", text: "Read this." }];
  const trigger = { kind: "group_joined" };
  const { id, version } = (await admin.data(CREATE, { input: automationInput({ actions, trigger }) })).createAutomation;
  await joinBoth();
  await work(server);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("automation_runs")
      .set({ state: "failed" })
      .where("instance_id", "=", instance)
      .where("automation_id", "=", id)
      .execute(),
  );
  const change = async (from: number, input: object) =>
    (await admin.data(UPDATE, { id, version: from, input: { ...automationInput({ actions, trigger }), ...input } }))
      .updateAutomation.version;
  const limited = await change(version, { is_on: false, trigger: { ...trigger, object_id: groups[1] } });
  const on = await change(limited, { trigger: { ...trigger, object_id: groups[1] } });
  const failed = (await readRuns(admin, id, "failed")).rows.map((run) => [run.user_id, run.is_former]);
  expect(new Map(failed as [number, boolean][])).toEqual(
    new Map([
      [people[0], true],
      [people[1], false],
    ]),
  );
  expect((await admin.data(ONE, { id })).automation).toMatchObject({ failed: 2, failed_formerly: 1 });
  expect((await admin.data(RETRY, { id })).retryAutomationRuns).toBe(1);
  const { errors } = await admin.query(RETRY, { id });
  expect(errors?.[0]?.message).toContain("What failed with the former trigger is not run again.");
  await work(server);
  const { rows } = await readRuns(admin, id, "failed");
  expect(rows.map(({ user_id }) => user_id)).toEqual([people[0]]);
  await change(on, { is_on: false });
  expect((await admin.query(RETRY, { id, run_ids: [rows[0]!.id] })).errors).toHaveLength(1);
  await leaveBoth();
});
