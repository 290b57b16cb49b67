import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const LOGIN = `mutation ($email: String!, $password: String!, $instance_url: String, $branch_url: String, $moves: Boolean) {
  loginUser(email: $email, password: $password, instance_url: $instance_url, branch_url: $branch_url, moves: $moves) { token host user { id } }
}`;
const SEND = `mutation ($email: String!) { sendSiteList(email: $email) }`;
const WEI = { email: "wei.chen@demo.test", password: "cairn-demo" };
const SENT = "If there are training sites for this email, we have sent you their addresses.";

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  // Wei Chen belongs to two branches and not to the main site.
  await server.inside("demo", async (db, instance_id) => {
    const user_id = await server.userId(WEI.email);
    const south = await db
      .selectFrom("branches")
      .where("instance_id", "=", instance_id)
      .where("url", "=", "south")
      .select("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("branch_users")
      .values({ instance_id, user_id, branch_id: south.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", instance_id)
      .where("id", "=", user_id)
      .execute();
  });
});
beforeEach(() => server.platform.database.pool.query("DELETE FROM rate_limits"));
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

const redeem = (code: string, host: string) =>
  server.app.inject({ method: "POST", url: "/api/login-code", headers: { host }, payload: { code } });

test("a user of branches signs in at the one address of a server of one instance", async () => {
  server.platform.config.SINGLE_INSTANCE = "demo";
  try {
    const { data } = await server.anonymous("learn.example").query(LOGIN, WEI);
    expect(data?.loginUser.host).toBe("learn.example");
    const wei = server.withToken(data!.loginUser.token as string, "learn.example");
    expect((await wei.query("{ catalogue { total } }")).errors).toBeUndefined();
    expect((await wei.query('{ catalogue(branchUrl: "south") { total } }')).errors).toBeUndefined();
    expect(await wei.refusal('{ catalogue(branchUrl: "east") { total } }')).toBe("NOT_FOUND");
  } finally {
    delete server.platform.config.SINGLE_INSTANCE;
  }
});

test("a user of branches who signs in at the main site learns which, after the right password only", async () => {
  const refused = await server.anonymous().query(LOGIN, WEI);
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    code: "VALIDATION",
    validation: { instance_url: ["You cannot sign in at this address. Please use the address of your branch."] },
    branches: [
      { url: "north", name: "Northgate North" },
      { url: "south", name: "Northgate Sud" },
    ],
  });
  const wrong = await server.anonymous().query(LOGIN, { ...WEI, password: "not-it-at-all" });
  expect(wrong.errors?.[0]?.extensions).not.toHaveProperty("branches");
});

test("a user who chooses a branch moves to its host with a one-time code", async () => {
  for (const host of ["demo.localhost", "localhost", "north.demo.localhost"]) {
    const variables = { ...WEI, instance_url: "demo", branch_url: "south", moves: true };
    const { loginUser } = await server.anonymous(host).data(LOGIN, variables);
    expect(loginUser.host).toBe("south.demo.localhost");
    expect((await redeem(loginUser.token, "demo.localhost")).statusCode).toBe(401);
    expect((await redeem(loginUser.token, "south.demo.localhost")).statusCode).toBe(200);
  }
});

test("a user who chooses a branch of others is refused", async () => {
  const variables = { email: "learner@demo.test", password: "cairn-demo", branch_url: "south", moves: true };
  await server.inside("demo", (db, id) =>
    db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", id)
      .where("email", "=", variables.email)
      .execute(),
  );
  const { errors } = await server.anonymous().query(LOGIN, variables);
  await server.inside("demo", (db, id) =>
    db
      .updateTable("users")
      .set({ is_primary: true })
      .where("instance_id", "=", id)
      .where("email", "=", variables.email)
      .execute(),
  );
  expect(errors?.[0]?.extensions.validation).toHaveProperty("branch_url");
});

const ask = async (email: string, host = "localhost"): Promise<string> =>
  (await server.anonymous(host).data(SEND, { email })).sendSiteList;

test("the list of sites is mailed with the sites of every instance, and says nothing of others", async () => {
  await server.inside("riverside", (db, id) =>
    db
      .updateTable("users")
      .set({ email: "Wei.Chen@demo.test" })
      .where("instance_id", "=", id)
      .where("email", "=", "learner@riverside.test")
      .execute(),
  );
  expect(await ask(" WEI.CHEN@demo.test ")).toBe(SENT);
  const mails = await mailbox.deliver();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [[{ name: "", address: "WEI.CHEN@demo.test" }], "Your training sites"],
  ]);
  const links = mails[0]!.text!.match(/http\S+/g)!.map((link) => new URL(link).hostname + new URL(link).pathname);
  expect(links).toEqual(["north.demo.localhost/login", "south.demo.localhost/login", "riverside.localhost/login"]);
});

test("the list of sites is mailed in the language of a person's branch when they have chosen none", async () => {
  const setNorth = (language: "en" | "fr") =>
    server.inside("demo", (db, id) =>
      db.updateTable("branches").set({ language }).where("instance_id", "=", id).where("url", "=", "north").execute(),
    );
  await setNorth("fr");
  await ask(WEI.email);
  const [mail] = await mailbox.deliver();
  await setNorth("en");
  expect(mail!.subject).toBe("Vos sites de formation");
});

test("an unknown address gets the same answer, and no mail", async () => {
  expect(await ask("nobody@elsewhere.test")).toBe(SENT);
  expect(await mailbox.deliver()).toEqual([]);
});

test("a user who may not sign in is in no list", async () => {
  const set = (values: { is_active?: boolean; deactivate_at?: string | null }) =>
    server.inside("demo", (db, id) =>
      db
        .updateTable("users")
        .set(values)
        .where("instance_id", "=", id)
        .where("email", "=", "yusuf.demir@demo.test")
        .execute(),
    );
  await set({ is_active: false });
  await ask("yusuf.demir@demo.test");
  await set({ is_active: true, deactivate_at: "2020-01-01" });
  await ask("yusuf.demir@demo.test");
  expect(await mailbox.deliver()).toEqual([]);
  await set({ deactivate_at: null });
  await ask("yusuf.demir@demo.test");
  expect(await mailbox.deliver()).toHaveLength(1);
});

test("a request for the list waits in the queue without the address in clear", async () => {
  await ask("learner@demo.test");
  const jobs = server.outside.jobs.filter(({ name }) => name === "mail.site_list");
  expect(jobs).toHaveLength(1);
  expect(JSON.stringify(jobs)).not.toContain("learner@demo.test");
  await mailbox.deliver();
});

test("requests for the list are limited for an address", async () => {
  for (let sent = 0; sent < 5; sent++) await ask("learner@demo.test");
  expect(await server.anonymous("localhost").refusal(SEND, { email: "learner@demo.test" })).toBe("RATE_LIMITED");
  await mailbox.deliver();
});
