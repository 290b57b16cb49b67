import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($instance_id: Int!, $billing_interval: String!, $amount: Float!, $trial_ends_at: String, $plan_ends_at: String, $storage_limit_gb: Int) {
  createSubscription(instance_id: $instance_id, billing_interval: $billing_interval, amount: $amount, trial_ends_at: $trial_ends_at, plan_ends_at: $plan_ends_at, storage_limit_gb: $storage_limit_gb) { id status } }`;
const READ = `query ($id: Int!) { subscription(id: $id) { id instance_id status billing_interval amount trial_ends_at plan_ends_at storage_limit_gb } }`;
const UPDATE = `mutation ($id: Int!, $billing_interval: String!, $amount: Float!, $trial_ends_at: String, $plan_ends_at: String, $status: String!) {
  updateSubscription(id: $id, billing_interval: $billing_interval, amount: $amount, trial_ends_at: $trial_ends_at, plan_ends_at: $plan_ends_at, status: $status) { id } }`;
const DELETE = `mutation ($id: Int!) { deleteSubscription(id: $id) { id } }`;
const BY_URL = `query ($url: String!) { instanceByUrl(url: $url) { id } }`;

let server: TestServer;
let operator: Client;
let riverside: number;
beforeAll(async () => {
  server = await startServer();
  operator = await operatorAt(server);
  riverside = (await operator.data(BY_URL, { url: "riverside" })).instanceByUrl.id;
});
afterAll(() => server.close());

const plan = { billing_interval: "yearly", amount: 1200.5, plan_ends_at: "2030-12-31", storage_limit_gb: 50 };

test("an operator creates, reads, changes and deletes a subscription of any instance from any host", async () => {
  const { createSubscription } = await operator.data(CREATE, { instance_id: riverside, ...plan });
  const { id } = createSubscription;
  expect(createSubscription.status).toBe("active");
  expect((await operator.data(READ, { id })).subscription).toEqual({
    id,
    instance_id: riverside,
    status: "active",
    trial_ends_at: null,
    ...plan,
  });
  await operator.data(UPDATE, { id, ...plan, amount: 99, status: "paused" });
  expect((await operator.data(READ, { id })).subscription).toMatchObject({
    status: "paused",
    amount: 99,
    storage_limit_gb: 50,
  });
  const { lmsInstances } = await operator.data("{ lmsInstances { id subscription { id status } } }");
  expect(lmsInstances).toContainEqual({ id: riverside, subscription: { id, status: "paused" } });
  await operator.data(DELETE, { id });
  expect(await operator.refusal(READ, { id })).toBe("NOT_FOUND");
  const actions = await server.inside("riverside", (db) =>
    db.selectFrom("audit_log").select("action").where("subject_type", "=", "subscription").orderBy("id").execute(),
  );
  expect(actions.map(({ action }) => action)).toEqual([
    "subscription.created",
    "subscription.updated",
    "subscription.deleted",
  ]);
});

test.each([
  [{ billing_interval: "weekly" }, "billing_interval"],
  [{ amount: -1 }, "amount"],
  [{ amount: 1.005 }, "amount"],
  [{ plan_ends_at: "soon" }, "plan_ends_at"],
  [{ trial_ends_at: "2026-02-30" }, "trial_ends_at"],
  [{ storage_limit_gb: 0 }, "storage_limit_gb"],
])("createSubscription refuses %j", async (change, field) => {
  const { errors } = await operator.query(CREATE, { instance_id: riverside, ...plan, ...change });
  expect(Object.keys(errors![0]!.extensions.validation!)).toEqual([field]);
});

test("the status is one of four, freely chosen", async () => {
  const { id } = (await operator.data(CREATE, { instance_id: riverside, ...plan })).createSubscription;
  for (const status of ["trialing", "cancelled", "active", "paused"])
    await operator.data(UPDATE, { id, ...plan, status });
  expect(await operator.refusal(UPDATE, { id, ...plan, status: "free" })).toBe("VALIDATION");
});

test("a subscription of an unknown instance is refused, and only operators manage subscriptions", async () => {
  expect(await operator.refusal(CREATE, { instance_id: 999_999, ...plan })).toBe("NOT_FOUND");
  for (const document of [READ, DELETE]) expect(await operator.refusal(document, { id: 999_999 })).toBe("NOT_FOUND");
  const { id } = (await operator.data(CREATE, { instance_id: riverside, ...plan })).createSubscription;
  for (const email of ["admin@riverside.test", "manager@demo.test", "instructor@demo.test", "learner@demo.test"]) {
    const client = await server.as(email);
    for (const [document, variables] of [
      [CREATE, { instance_id: riverside, ...plan }],
      [READ, { id }],
      [UPDATE, { id, ...plan, status: "active" }],
      [DELETE, { id }],
    ] as const)
      expect(await client.refusal(document, variables)).toBe("FORBIDDEN");
  }
});
