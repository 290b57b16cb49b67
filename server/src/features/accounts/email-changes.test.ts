import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../testing/server.ts";
import { withActor } from "../../access/with-actor.ts";
import { createUser } from "../users/people.service.ts";

const PERSON = "learner@demo.test";
const NEW = "new.address@demo.test";
const START = `mutation ($email: String!, $password: String!) {
  startEmailChange(email: $email, password: $password) { new_email } }`;
const WAITING = "{ emailChange { new_email } }";
const CONFIRM = "mutation ($token: String!) { confirmEmailChange(token: $token) { message } }";
const STOP = "mutation ($token: String!) { stopEmailChange(token: $token) { message } }";
const VIEWER = "{ viewer { email } }";

let server: TestServer;
let mailbox: Mailbox;
let client: Client;
let id: number;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  id = await server.userId(PERSON);
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  client = await server.as(PERSON);
  await mailbox.deliver();
});
afterEach(() =>
  server.inside("demo", async (db, instance) => {
    await db.deleteFrom("email_changes").where("instance_id", "=", instance).execute();
    await db
      .updateTable("users")
      .set({ email: PERSON })
      .where("instance_id", "=", instance)
      .where("id", "=", id)
      .execute();
  }),
);

/** Asks for a new address. @returns the tokens of the links, by who got them */
async function start(email = NEW) {
  await client.data(START, { email, password: DEMO_PASSWORD });
  const mails = await mailbox.deliver();
  const tokens = Object.fromEntries(
    mails.map((mail) => [mail.to![0]!.address!, linkIn(mail).searchParams.get("token")!]),
  );
  return { mails, confirm: tokens[email], stop: tokens[PERSON] };
}

const readEmail = async () => (await client.data(VIEWER)).viewer.email as string;

test("the old address holds until the link of the new one is opened, which works once", async () => {
  const { mails, confirm } = await start();
  expect(mails.map((mail) => [mail.to![0]!.address, linkIn(mail).pathname]).toSorted()).toEqual([
    [PERSON, "/stop-email"],
    [NEW, "/confirm-email"],
  ]);
  expect(await readEmail()).toBe(PERSON);
  expect((await client.data(WAITING)).emailChange).toEqual({ new_email: NEW });
  await server.anonymous().data(CONFIRM, { token: confirm });
  expect(await readEmail()).toBe(NEW);
  expect((await client.data(WAITING)).emailChange).toBeNull();
  expect(await server.anonymous().refusal(CONFIRM, { token: confirm })).toBe("VALIDATION");
  expect(await client.refusal(START, { email: "third@demo.test", password: DEMO_PASSWORD })).toBe("CONFLICT");
  const admin = await server.as("admin@demo.test");
  const { rows } = (await admin.data("{ auditLog(limit: 2) { rows { action } } }")).auditLog;
  expect(rows).toEqual([{ action: "user.email_changed" }, { action: "user.email_change_asked" }]);
});

test("a change that waits ends when the user becomes an operator", async () => {
  const operator = await operatorAt(server);
  const email = "rising@demo.test";
  const create = "mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }";
  const input = { first_name: "Rita", last_name: "Ising", email, role: "learner", password: DEMO_PASSWORD };
  const { createUser: created } = await operator.data(create, { input });
  await (await server.as(email)).data(START, { email: NEW, password: DEMO_PASSWORD });
  const mails = await mailbox.deliver();
  const mail = mails.find(({ to }) => to?.[0]?.address === NEW)!;
  const promote = `mutation ($id: Int!) { updateUser(id: $id, input: { role: "super_admin" }) { id } }`;
  await operator.data(promote, { id: created.id });
  const token = linkIn(mail).searchParams.get("token");
  expect(await server.anonymous().refusal(CONFIRM, { token })).toBe("VALIDATION");
});

test("a change is confirmed when the old address takes no mails any more", async () => {
  await client.data(START, { email: NEW, password: DEMO_PASSWORD });
  mailbox.refused.set(PERSON, 550);
  const mails = await mailbox.deliver();
  mailbox.refused.clear();
  expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([NEW]);
});

test("the link of the old address stops the change and signs the user out", async () => {
  const { confirm, stop } = await start();
  await server.anonymous().data(STOP, { token: stop });
  expect(await client.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect(await server.anonymous().refusal(CONFIRM, { token: confirm })).toBe("VALIDATION");
  client = await server.as(PERSON);
  expect(await readEmail()).toBe(PERSON);
});

test("after the change, the link of the old address brings it back, for a week", async () => {
  const { confirm, stop } = await start();
  await server.anonymous().data(CONFIRM, { token: confirm });
  expect(await server.anonymous().refusal(STOP, { token: confirm })).toBe("VALIDATION");
  await server.anonymous().data(STOP, { token: stop });
  client = await server.as(PERSON);
  expect(await readEmail()).toBe(PERSON);
  expect(await server.anonymous().refusal(STOP, { token: stop })).toBe("VALIDATION");
});

test("an address of another user gets the same answer, no mail and no change", async () => {
  const { mails, stop } = await start("instructor@demo.test");
  expect(mails.map((mail) => mail.to![0]!.address)).toEqual([PERSON]);
  expect((await client.data(WAITING)).emailChange).toEqual({ new_email: "instructor@demo.test" });
  expect(stop).toBeDefined();
});

test("an address that another user has taken meanwhile is not given twice", async () => {
  const { confirm } = await start();
  const other = await server.userId("instructor@demo.test");
  const set = (email: string) =>
    server.inside("demo", (db, instance) =>
      db.updateTable("users").set({ email }).where("instance_id", "=", instance).where("id", "=", other).execute(),
    );
  await set(NEW.toUpperCase());
  expect(await server.anonymous().refusal(CONFIRM, { token: confirm })).toBe("VALIDATION");
  await set("instructor@demo.test");
});

test("a link ends with its time, with a new link, with a cancelled change, and at other instances", async () => {
  const first = await start();
  expect(await server.anonymous("riverside.localhost").refusal(CONFIRM, { token: first.confirm })).toBe("VALIDATION");
  await client.data("mutation { resendEmailChange { new_email } }");
  expect(await mailbox.deliver()).toHaveLength(2);
  expect(await server.anonymous().refusal(CONFIRM, { token: first.confirm })).toBe("VALIDATION");
  const second = await start();
  await client.data("mutation { cancelEmailChange }");
  expect(await server.anonymous().refusal(CONFIRM, { token: second.confirm })).toBe("VALIDATION");
  expect(await client.refusal("mutation { cancelEmailChange }")).toBe("CONFLICT");
  const third = await start();
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("email_changes")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("instance_id", "=", instance)
      .execute(),
  );
  expect(await server.anonymous().refusal(CONFIRM, { token: third.confirm })).toBe("VALIDATION");
  expect(await client.refusal("mutation { resendEmailChange { new_email } }")).toBe("CONFLICT");
});

test("a change needs the password, a valid address and a user whom no provider keeps", async () => {
  expect(await client.refusal(START, { email: NEW, password: "wrong" })).toBe("VALIDATION");
  for (const email of ["", "x", "a b@c", PERSON.toUpperCase(), `${"x".repeat(320)}@demo.test`])
    expect(await client.refusal(START, { email, password: DEMO_PASSWORD })).toBe("VALIDATION");
  const { loginUser } = await server
    .anonymous()
    .data(`mutation { loginUser(email: "super@demo.test", password: "${DEMO_PASSWORD}") { token } }`);
  const operator = server.withToken(loginUser.token);
  expect(await operator.refusal(START, { email: NEW, password: DEMO_PASSWORD })).toBe("CONFLICT");
  await server.inside("demo", (db, instance_id) =>
    db.insertInto("scim_users").values({ instance_id, user_id: id, external_id: "x" }).execute(),
  );
  expect(await client.refusal(START, { email: NEW, password: DEMO_PASSWORD })).toBe("CONFLICT");
  await server.inside("demo", (db, instance) =>
    db.deleteFrom("scim_users").where("instance_id", "=", instance).execute(),
  );
});

test("the sixth change within a quarter of an hour is refused", async () => {
  for (let times = 0; times < 5; times++) await client.data(START, { email: NEW, password: DEMO_PASSWORD });
  expect(await client.refusal(START, { email: NEW, password: DEMO_PASSWORD })).toBe("RATE_LIMITED");
});

test("an inactive user's links do nothing", async () => {
  const { confirm } = await start();
  const set = (is_active: boolean) =>
    server.inside("demo", (db, instance) =>
      db.updateTable("users").set({ is_active }).where("instance_id", "=", instance).where("id", "=", id).execute(),
    );
  await set(false);
  expect(await server.anonymous().refusal(CONFIRM, { token: confirm })).toBe("VALIDATION");
  await set(true);
});

test("a link says that it is not valid any more while another user gets the address", async () => {
  const { confirm, stop } = await start();
  const admin = await server.as("admin@demo.test");
  const take = async (email: string, mutation: string, token: string | undefined) => {
    const input = { first_name: "Nina", last_name: "Ward", email, role: "learner", skip_email: true };
    let answer: Promise<string | null> | undefined;
    await withActor(server.platform, VISIT, admin.token, async (actor) => {
      await createUser(actor, input);
      answer = server.anonymous().refusal(mutation, { token });
      await expect.poll(server.countWaiting).toBe(1);
    });
    return answer;
  };
  expect(await take(NEW, CONFIRM, confirm)).toBe("VALIDATION");
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ email: "gone@demo.test" })
      .where("instance_id", "=", instance)
      .where("email", "=", NEW)
      .execute(),
  );
  await server.anonymous().data(CONFIRM, { token: confirm });
  expect(await take(PERSON, STOP, stop)).toBe("VALIDATION");
  await server.inside("demo", (db, instance) =>
    db.deleteFrom("users").where("instance_id", "=", instance).where("first_name", "=", "Nina").execute(),
  );
});

test("mails the old address once when the new one does not exist", async () => {
  await client.data(START, { email: NEW, password: DEMO_PASSWORD });
  mailbox.refused.set(NEW, 550);
  const jobs = [...server.outside.jobs];
  const before = mailbox.mails.length;
  await mailbox.deliver();
  mailbox.refused.clear();
  expect(jobs.map(({ name }) => name)).toContain("mail.email_change");
  expect(mailbox.mails.slice(before).map(({ to }) => to?.[0]?.address)).toEqual([PERSON]);
});
