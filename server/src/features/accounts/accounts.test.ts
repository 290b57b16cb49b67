import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const LOGIN = `mutation ($email: String!, $password: String!, $instance_url: String, $branch_url: String) {
  loginUser(email: $email, password: $password, instance_url: $instance_url, branch_url: $branch_url) { token user { id first_name last_name email role } }
}`;

const currentUser = (token: string, host: string) =>
  server.app.inject({ method: "GET", url: "/api/user", headers: { host, authorization: `Bearer ${token}` } });
const redeem = (code: string, host: string) =>
  server.app.inject({ method: "POST", url: "/api/login-code", headers: { host }, payload: { code } });

describe("signing in", () => {
  test("a learner signs in at the instance's own address and is known by the token", async () => {
    const { loginUser } = await server.anonymous().data(LOGIN, { email: "learner@demo.test", password: "cairn-demo" });
    expect(loginUser.user).toMatchObject({ first_name: "Grace", role: "learner" });
    const user = await currentUser(loginUser.token, "demo.localhost");
    expect(user.json()).toEqual(loginUser.user);
  });

  test("the e-mail may be written in capitals", async () => {
    const { loginUser } = await server
      .anonymous()
      .data(LOGIN, { email: " Learner@DEMO.test ", password: "cairn-demo" });
    expect(loginUser.user.email).toBe("learner@demo.test");
  });

  test("a wrong password and an unknown e-mail get the same answer", async () => {
    const wrong = await server.anonymous().query(LOGIN, { email: "learner@demo.test", password: "not-it-at-all" });
    const unknown = await server.anonymous().query(LOGIN, { email: "nobody@demo.test", password: "not-it-at-all" });
    expect(wrong.errors?.[0]?.extensions).toEqual({
      code: "VALIDATION",
      validation: { email: ["The email or password is not correct."] },
    });
    expect(unknown.errors?.[0]?.extensions).toEqual(wrong.errors?.[0]?.extensions);
  });

  test("a token of one instance is nobody on another", async () => {
    const { token } = await server.as("learner@demo.test");
    expect((await currentUser(token!, "riverside.localhost")).statusCode).toBe(401);
  });

  test("an unknown site is named as such", async () => {
    const { errors } = await server
      .anonymous("localhost")
      .query(LOGIN, { email: "a@b.test", password: "x", instance_url: "nowhere" });
    expect(errors?.[0]?.extensions.validation).toEqual({
      instance_url: ["We could not find a training site at this address."],
    });
  });

  test("on the bare domain a one-time code comes back, good once and only at the instance's host", async () => {
    const login = () =>
      server
        .anonymous("localhost")
        .data(LOGIN, { email: "learner@demo.test", password: "cairn-demo", instance_url: "demo" });
    const { loginUser } = await login();
    expect((await currentUser(loginUser.token, "demo.localhost")).statusCode).toBe(401);
    expect((await redeem(loginUser.token, "riverside.localhost")).statusCode).toBe(401);
    const first = await redeem(loginUser.token, "demo.localhost");
    expect(first.statusCode).toBe(200);
    expect((await currentUser(first.json().token, "demo.localhost")).json().email).toBe("learner@demo.test");
    expect((await redeem(loginUser.token, "demo.localhost")).statusCode).toBe(401);
  });

  test("a one-time code is dead after 60 seconds", async () => {
    const { loginUser } = await server
      .anonymous("localhost")
      .data(LOGIN, { email: "learner@demo.test", password: "cairn-demo", instance_url: "demo" });
    await server.inside("demo", (db, id) =>
      db
        .updateTable("login_codes")
        .set({ expires_at: new Date(Date.now() - 1) })
        .where("instance_id", "=", id)
        .execute(),
    );
    expect((await redeem(loginUser.token, "demo.localhost")).statusCode).toBe(401);
  });

  test("the platform's super_admin signs in at any instance, and is in no list of its people", async () => {
    const { loginUser } = await server
      .anonymous("riverside.localhost")
      .data(LOGIN, { email: "super@demo.test", password: "cairn-demo" });
    expect(loginUser.user.role).toBe("super_admin");
    const again = await server
      .anonymous("riverside.localhost")
      .data(LOGIN, { email: "super@demo.test", password: "cairn-demo" });
    expect(again.loginUser.user.id).toBe(loginUser.user.id);
  });

  test("somebody of another instance with the right password is unknown here", async () => {
    expect(
      await server
        .anonymous("riverside.localhost")
        .refusal(LOGIN, { email: "learner@demo.test", password: "cairn-demo" }),
    ).toBe("VALIDATION");
  });

  test("without access to the main site a person signs in at their branch only", async () => {
    const set = (is_primary: boolean) =>
      server.inside("demo", (db, id) =>
        db
          .updateTable("users")
          .set({ is_primary })
          .where("instance_id", "=", id)
          .where("email", "=", "wei.chen@demo.test")
          .execute(),
      );
    await set(false);
    const who = { email: "wei.chen@demo.test", password: "cairn-demo" };
    expect(await server.anonymous().refusal(LOGIN, who)).toBe("VALIDATION");
    expect(await server.anonymous("south.demo.localhost").refusal(LOGIN, who)).toBe("VALIDATION");
    expect(await server.anonymous("north.demo.localhost").refusal(LOGIN, who)).toBeNull();
    await set(true);
  });

  test("a person whose day of deactivation has come is refused, and their open session is over", async () => {
    const client = await server.as("yusuf.demir@demo.test");
    expect((await currentUser(client.token!, "demo.localhost")).statusCode).toBe(200);
    await server.inside("demo", (db, id) =>
      db
        .updateTable("users")
        .set({ deactivate_at: "2020-01-01" })
        .where("instance_id", "=", id)
        .where("email", "=", "yusuf.demir@demo.test")
        .execute(),
    );
    expect((await currentUser(client.token!, "demo.localhost")).statusCode).toBe(401);
    const { errors } = await server
      .anonymous()
      .query(LOGIN, { email: "yusuf.demir@demo.test", password: "cairn-demo" });
    expect(errors?.[0]?.message).toMatch(/not active/);
  });

  test("an inactive instance signs in nobody but super_admin", async () => {
    const setActive = (active: boolean) =>
      server.platform.database.pool.query("UPDATE instances SET is_active = $1 WHERE domain = 'riverside'", [active]);
    await setActive(false);
    const at = server.anonymous("riverside.localhost");
    expect(await at.refusal(LOGIN, { email: "admin@riverside.test", password: "cairn-demo" })).toBe("VALIDATION");
    expect(await at.refusal(LOGIN, { email: "super@demo.test", password: "cairn-demo" })).toBeNull();
    await setActive(true);
  });

  test("after ten failures the account has to wait, and is told how long", async () => {
    for (let tries = 0; tries < 10; tries++)
      await server.anonymous().query(LOGIN, { email: "elin.rhys@demo.test", password: "wrong-password" });
    const { errors } = await server.anonymous().query(LOGIN, { email: "elin.rhys@demo.test", password: "cairn-demo" });
    expect(errors?.[0]?.extensions.code).toBe("RATE_LIMITED");
    expect(errors?.[0]?.message).toMatch(/try again in 15 minutes/);
  });

  test("guesses that are sent at once are counted before they are tried", async () => {
    const guesses = Array.from({ length: 40 }, (_, index) =>
      server.anonymous().refusal(LOGIN, { email: "tomas.lind@demo.test", password: `wrong-password-${index}` }),
    );
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === "VALIDATION")).toHaveLength(10);
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(30);
  });

  test("a right password gives back the attempt that was counted for it", async () => {
    await server.platform.database.pool.query("DELETE FROM rate_limits");
    for (let round = 0; round < 15; round++)
      expect(await server.anonymous().refusal(LOGIN, { email: "admin@demo.test", password: "cairn-demo" })).toBeNull();
    const { rows } = await server.platform.database.pool.query("SELECT key, points FROM rate_limits WHERE points > 0");
    expect(rows).toEqual([]);
  });

  test("answers about a person are stored by no cache", async () => {
    const { token } = await server.as("learner@demo.test");
    const headers = { host: "demo.localhost", authorization: `Bearer ${token}` };
    for (const request of [
      { method: "GET", url: "/api/user" },
      { method: "POST", url: "/graphql", payload: { query: "{ viewer { id } }" } },
    ] as const)
      expect((await server.app.inject({ ...request, headers })).headers["cache-control"]).toBe("no-store");
  });

  test("signing out ends the session", async () => {
    const { token } = await server.as("learner@demo.test");
    const headers = { host: "demo.localhost", authorization: `Bearer ${token}` };
    expect((await server.app.inject({ method: "POST", url: "/api/logout", headers })).statusCode).toBe(200);
    expect((await currentUser(token!, "demo.localhost")).statusCode).toBe(401);
  });
});
