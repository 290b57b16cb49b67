import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { operatorAt } from "../../testing/operator.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const SEND = `mutation ($email: String!, $branch_url: String, $instance_url: String) { sendPasswordReset(email: $email, branch_url: $branch_url, instance_url: $instance_url) }`;
const RESET = `mutation ($email: String!, $token: String!, $password: String!, $branchUrl: String) { resetPassword(email: $email, token: $token, password: $password, branchUrl: $branchUrl) { message } }`;
const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;
const CHANGE = `mutation ($current: String!, $new: String!, $again: String!) {
  updatePassword(current_password: $current, new_password: $new, new_password_confirmation: $again) { message } }`;
const SENT = "Password reset email sent successfully. Please check your inbox.";
const NEW = "a long way round the hill";

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
});
beforeEach(() => server.platform.database.pool.query("DELETE FROM rate_limits"));
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

const ask = async (email: string, host = "demo.localhost", variables = {}): Promise<string> =>
  (await server.anonymous(host).data(SEND, { email, ...variables })).sendPasswordReset;
const reset = (link: URL, password = NEW, email = link.searchParams.get("email")) =>
  server.anonymous(link.host).query(RESET, { email, token: link.searchParams.get("token"), password });
const login = async (email: string, password: string, host = "demo.localhost") =>
  (await server.anonymous(host).query(LOGIN, { email, password })).errors === undefined;
const expire = (domain: string) =>
  server.inside(domain, (db) =>
    db
      .updateTable("password_tokens")
      .set({ expires_at: new Date(0) })
      .execute(),
  );

/** Returns the mails with a link; changes of passwords are mailed too. */
const receiveLinks = async () => (await mailbox.deliver()).filter(({ text }) => text?.includes("http"));
const receiveLink = async () => (await receiveLinks())[0]!;

describe("resetPassword", () => {
  test("sets a new password with a mailed link, once, and ends all sessions", async () => {
    const email = "learner@demo.test";
    const session = await server.as(email);
    expect(await ask(" Learner@Demo.test ")).toBe(SENT);
    const [mail, ...others] = await mailbox.deliver();
    expect(others).toEqual([]);
    expect(mail!.to).toEqual([{ name: "", address: email }]);
    const link = linkIn(mail!);
    expect([link.host, link.pathname, link.searchParams.get("email")]).toEqual([
      "demo.localhost",
      "/password-reset",
      email,
    ]);
    expect((await reset(link)).data["resetPassword"].message).toMatch(/has been set/);
    expect(await login(email, NEW)).toBe(true);
    expect(await login(email, "cairn-demo")).toBe(false);
    expect(await session.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
    expect((await reset(link)).errors?.[0]?.extensions.validation).toEqual({
      token: ["This link is not valid any more. Please ask for a new one."],
    });
  });

  test.each([
    ["a port of its own", { host: "demo.localhost:8443" }],
    ["another host in X-Forwarded-Host", { host: "demo.localhost", "x-forwarded-host": "evil.example" }],
    ["another port in X-Forwarded-Host", { host: "demo.localhost", "x-forwarded-host": "demo.localhost:8443" }],
    ["another host in Forwarded", { host: "demo.localhost", forwarded: "host=evil.example;proto=https" }],
    ["another scheme in X-Forwarded-Proto", { host: "demo.localhost", "x-forwarded-proto": "https" }],
  ])("mails a link to the configured address when a request names %s", async (_, headers) => {
    await server.app.inject({
      method: "POST",
      url: "/graphql",
      headers,
      payload: { query: SEND, variables: { email: "learner@demo.test" } },
    });
    const mail = await receiveLink();
    expect(linkIn(mail).origin).toBe("http://demo.localhost");
    expect(mail.text).not.toMatch(/evil|8443/);
  });

  test("answers and works equally for an unknown e-mail", async () => {
    const statements = async (email: string) => {
      const before = server.platform.database.statements;
      expect(await ask(email)).toBe(SENT);
      return server.platform.database.statements - before;
    };
    expect(await statements("nobody@demo.test")).toBe(await statements("admin@demo.test"));
    const mails = await mailbox.deliver();
    expect(mails.map(({ to }) => to![0]!.address)).toEqual(["admin@demo.test"]);
    expect(await ask("admin@demo.test", "nowhere.localhost")).toBe(SENT);
    expect(await mailbox.deliver()).toEqual([]);
  });

  test("sends no link to inactive and deleted users", async () => {
    await server.inside("demo", (db, id) =>
      db
        .insertInto("users")
        .values([
          { instance_id: id, first_name: "A", last_name: "B", email: "idle@demo.test", is_active: false },
          { instance_id: id, first_name: "A", last_name: "B", email: "gone@demo.test", deleted_at: new Date() },
        ])
        .execute(),
    );
    for (const email of ["idle@demo.test", "gone@demo.test"]) await ask(email);
    expect(await mailbox.deliver()).toEqual([]);
  });

  test("sends a link to the branch at a branch's address", async () => {
    await ask("learner@demo.test", "north.demo.localhost");
    const [mail] = await mailbox.deliver();
    expect(linkIn(mail!).host).toBe("north.demo.localhost");
    expect(mail!.subject).toContain("Northgate North");
    await ask("learner@demo.test", "demo.localhost", { branch_url: "north" });
    expect(linkIn(await receiveLink()).host).toBe("north.demo.localhost");
    await ask("learner@demo.test", "demo.localhost", { branch_url: "nowhere" });
    expect(linkIn(await receiveLink()).host).toBe("demo.localhost");
  });

  test("needs the site's name on the product's own address", async () => {
    expect(await server.anonymous("localhost").refusal(SEND, { email: "admin@demo.test" })).toBe("VALIDATION");
    await ask("admin@demo.test", "localhost", { instance_url: "demo.localhost" });
    expect(linkIn(await receiveLink()).host).toBe("demo.localhost");
  });

  test("sets the password that an operator uses everywhere", async () => {
    const operator = await operatorAt(server);
    await ask("super@demo.test", "riverside.localhost");
    const link = linkIn(await receiveLink());
    expect(link.host).toBe("riverside.localhost");
    expect((await reset(link)).errors).toBeUndefined();
    expect(await operator.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
    expect(await login("super@demo.test", NEW, "demo.localhost")).toBe(true);
    expect(await login("super@demo.test", "cairn-demo", "riverside.localhost")).toBe(false);
  });

  test("accepts only the newest link, for an hour", async () => {
    await ask("manager@demo.test");
    const older = linkIn(await receiveLink());
    await ask("manager@demo.test");
    const newer = linkIn(await receiveLink());
    expect((await reset(older)).errors).toBeDefined();
    const { expires_at } = await server.inside("demo", (db) =>
      db.selectFrom("password_tokens").select("expires_at").orderBy("expires_at", "desc").executeTakeFirstOrThrow(),
    );
    expect((expires_at.getTime() - Date.now()) / 60_000).toBeCloseTo(60, 0);
    await expire("demo");
    expect((await reset(newer)).errors).toBeDefined();
  });

  test("refuses a link of another user or instance, and a weak password", async () => {
    await ask("manager@demo.test");
    const link = linkIn(await receiveLink());
    expect((await reset(link, NEW, "admin@demo.test")).errors?.[0]?.extensions.validation).toHaveProperty("token");
    const elsewhere = new URL(link);
    elsewhere.hostname = "riverside.localhost";
    expect((await reset(elsewhere)).errors).toBeDefined();
    expect((await reset(link, "short")).errors?.[0]?.extensions.validation).toEqual({
      password: ["Password should be at least 8 characters."],
    });
    expect((await reset(link, "manager@demo.test")).errors?.[0]?.extensions.validation).toHaveProperty("password");
    expect((await reset(link)).errors).toBeUndefined(); // None of these used the link.
  });

  test("accepts a link once for two parallel requests", async () => {
    await ask("instructor@demo.test");
    const link = linkIn(await receiveLink());
    const answers = await Promise.all([reset(link), reset(link, "another way up here")]);
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
  });

  test("sends five links in a quarter of an hour, for known and unknown accounts", async () => {
    for (const email of ["admin@demo.test", "stranger@demo.test"]) {
      for (let times = 0; times < 5; times++) await ask(email);
      expect(await server.anonymous().refusal(SEND, { email })).toBe("RATE_LIMITED");
    }
    expect((await receiveLinks()).length).toBe(5);
  });

  test("limits guesses of links", async () => {
    const guess = () => server.anonymous().refusal(RESET, { email: "admin@demo.test", token: "x", password: NEW });
    for (let times = 0; times < 10; times++) expect(await guess()).toBe("VALIDATION");
    expect(await guess()).toBe("RATE_LIMITED");
  });
});

describe("updatePassword", () => {
  const change = async (email: string, current: string, next: string, again = next) =>
    (await server.as(email)).query(CHANGE, { current, new: next, again });
  const learner = "learner@riverside.test";

  test("requires the current password, the new one twice, and one that is hard to guess", async () => {
    expect((await change(learner, "cairn-demo", NEW, "other")).errors?.[0]?.extensions.validation).toEqual({
      new_password_confirmation: ["New password and confirmation do not match."],
    });
    expect((await change(learner, "wrong", NEW)).errors?.[0]?.extensions.validation).toEqual({
      current_password: ["The current password is not correct."],
    });
    expect((await change(learner, "cairn-demo", "password1")).errors?.[0]?.extensions.validation).toHaveProperty(
      "new_password",
    );
  });

  test("ends all other sessions and keeps its own", async () => {
    const other = await server.as(learner);
    const mine = await server.as(learner);
    const { updatePassword } = await mine.data(CHANGE, { current: "cairn-demo", new: NEW, again: NEW });
    expect(updatePassword.message).toBe("Password updated successfully!");
    expect(await mine.refusal("{ viewer { id } }")).toBeNull();
    expect(await other.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
    expect(await login(learner, NEW, "riverside.localhost")).toBe(true);
  });

  test("changes the password that an operator uses everywhere, and keeps their session", async () => {
    await server.inside("demo", async () => {});
    const operator = server.withToken(
      (await server.anonymous().data(LOGIN, { email: "super@demo.test", password: NEW })).loginUser.token,
    );
    const elsewhere = await server
      .anonymous("riverside.localhost")
      .data(LOGIN, { email: "super@demo.test", password: NEW });
    const next = "over the hills and far away";
    await operator.data(CHANGE, { current: NEW, new: next, again: next });
    expect(await operator.refusal("{ viewer { id } }")).toBeNull();
    const gone = await server.app.inject({
      url: "/api/user",
      headers: { host: "riverside.localhost", authorization: `Bearer ${elsewhere.loginUser.token}` },
    });
    expect(gone.statusCode).toBe(401);
    expect(await login("super@demo.test", next, "riverside.localhost")).toBe(true);
  });

  test("limits guesses of the current password, although each wrong guess is rolled back", async () => {
    const client = await server.as("admin@riverside.test");
    const guess = () => client.refusal(CHANGE, { current: "wrong", new: NEW, again: NEW });
    for (let times = 0; times < 10; times++) expect(await guess()).toBe("VALIDATION");
    expect(await guess()).toBe("RATE_LIMITED");
  });
});

describe("updateProfile", () => {
  const UPDATE = `mutation ($input: UpdateUserDetailsInput!) { updateUserDetails(input: $input) { id first_name last_name email role language } }`;
  const VIEWER = "{ viewer { first_name language } }";

  test("changes names and language, but not the e-mail", async () => {
    const client = await server.as("admin@riverside.test");
    const { updateUserDetails } = await client.data(UPDATE, {
      input: { first_name: " Noor ", last_name: "Haddad", email: "ADMIN@riverside.test", language: "fr" },
    });
    expect(updateUserDetails).toMatchObject({ first_name: "Noor", last_name: "Haddad", language: "fr" });
    expect((await client.data(VIEWER)).viewer).toEqual({ first_name: "Noor", language: "fr" });
    await client.data(UPDATE, { input: { language: null } });
    expect((await client.data(VIEWER)).viewer).toEqual({ first_name: "Noor", language: null });
    for (const [input, field] of [
      [{ email: "other@riverside.test" }, "email"],
      [{ first_name: " " }, "first_name"],
      [{ last_name: "x".repeat(101) }, "last_name"],
      [{ language: "de" }, "language"],
    ] as const)
      expect((await client.query(UPDATE, { input })).errors?.[0]?.extensions.validation).toHaveProperty([field]);
  });
});
