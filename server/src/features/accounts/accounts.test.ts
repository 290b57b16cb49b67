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

describe("loginUser", () => {
  test("signs a learner in at the instance's own address, who is identified by the token", async () => {
    const { loginUser } = await server.anonymous().data(LOGIN, { email: "learner@demo.test", password: "cairn-demo" });
    expect(loginUser.user).toMatchObject({ first_name: "Grace", role: "learner" });
    const user = await currentUser(loginUser.token, "demo.localhost");
    expect(user.json()).toEqual(loginUser.user);
  });

  test("ignores the case of the e-mail", async () => {
    const { loginUser } = await server
      .anonymous()
      .data(LOGIN, { email: " Learner@DEMO.test ", password: "cairn-demo" });
    expect(loginUser.user.email).toBe("learner@demo.test");
  });

  test("answers a wrong password and an unknown e-mail equally", async () => {
    const wrong = await server.anonymous().query(LOGIN, { email: "learner@demo.test", password: "not-it-at-all" });
    const unknown = await server.anonymous().query(LOGIN, { email: "nobody@demo.test", password: "not-it-at-all" });
    expect(wrong.errors?.[0]?.extensions).toEqual({
      code: "VALIDATION",
      validation: { email: ["The email or password is not correct."] },
    });
    expect(unknown.errors?.[0]?.extensions).toEqual(wrong.errors?.[0]?.extensions);
  });

  test("returns a token that is invalid on another instance", async () => {
    const { token } = await server.as("learner@demo.test");
    expect((await currentUser(token!, "riverside.localhost")).statusCode).toBe(401);
  });

  test("reports an unknown site", async () => {
    const { errors } = await server
      .anonymous("localhost")
      .query(LOGIN, { email: "a@b.test", password: "x", instance_url: "nowhere" });
    expect(errors?.[0]?.extensions.validation).toEqual({
      instance_url: ["We could not find a training site at this address."],
    });
  });

  test("returns a one-time code on the base domain, valid once and at the instance's host only", async () => {
    const login = () =>
      server
        .anonymous("localhost")
        .data(LOGIN, { email: "learner@demo.test", password: "cairn-demo", instance_url: "demo" });
    const { loginUser } = await login();
    expect((await currentUser(loginUser.token, "demo.localhost")).statusCode).toBe(401);
    expect((await redeem(loginUser.token, "riverside.localhost")).statusCode).toBe(401);
    // A branch is another host of the same instance.
    expect((await redeem(loginUser.token, "north.demo.localhost")).statusCode).toBe(401);
    const first = await redeem(loginUser.token, "demo.localhost");
    expect(first.statusCode).toBe(200);
    expect((await currentUser(first.json().token, "demo.localhost")).json().email).toBe("learner@demo.test");
    expect((await redeem(loginUser.token, "demo.localhost")).statusCode).toBe(401);
  });

  test("returns a one-time code for the instance's host at the address of an unknown branch", async () => {
    const person = { email: "learner@demo.test", password: "cairn-demo" };
    const lost = server.anonymous("nowhere.demo.localhost");
    const { loginUser } = await lost.data(LOGIN, { ...person, instance_url: "demo" });
    expect((await currentUser(loginUser.token, "demo.localhost")).statusCode).toBe(401);
    expect((await redeem(loginUser.token, "demo.localhost")).statusCode).toBe(200);
    const { errors } = await lost.query(LOGIN, person);
    expect(errors?.[0]?.extensions.validation).toHaveProperty("branch_url");
  });

  test("returns a one-time code that expires after 60 seconds", async () => {
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

  test("signs a super_admin in at any instance, without adding them to its lists", async () => {
    const { loginUser } = await server
      .anonymous("riverside.localhost")
      .data(LOGIN, { email: "super@demo.test", password: "cairn-demo" });
    expect(loginUser.user.role).toBe("super_admin");
    const again = await server
      .anonymous("riverside.localhost")
      .data(LOGIN, { email: "super@demo.test", password: "cairn-demo" });
    expect(again.loginUser.user.id).toBe(loginUser.user.id);
  });

  test("refuses a user of another instance with the right password", async () => {
    expect(
      await server
        .anonymous("riverside.localhost")
        .refusal(LOGIN, { email: "learner@demo.test", password: "cairn-demo" }),
    ).toBe("VALIDATION");
  });

  test("signs users without access to the main site in at their branch only", async () => {
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

  test("refuses a user whose deactivation day has come, and ends their open session", async () => {
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

  test("signs only super_admin in at an inactive instance", async () => {
    const setActive = (active: boolean) =>
      server.platform.database.pool.query("UPDATE instances SET is_active = $1 WHERE domain = 'riverside'", [active]);
    await setActive(false);
    const at = server.anonymous("riverside.localhost");
    expect(await at.refusal(LOGIN, { email: "admin@riverside.test", password: "cairn-demo" })).toBe("VALIDATION");
    expect(await at.refusal(LOGIN, { email: "super@demo.test", password: "cairn-demo" })).toBeNull();
    await setActive(true);
  });

  test("delays an account after ten failures and says for how long", async () => {
    for (let tries = 0; tries < 10; tries++)
      await server.anonymous().query(LOGIN, { email: "elin.rhys@demo.test", password: "wrong-password" });
    const { errors } = await server.anonymous().query(LOGIN, { email: "elin.rhys@demo.test", password: "cairn-demo" });
    expect(errors?.[0]?.extensions.code).toBe("RATE_LIMITED");
    expect(errors?.[0]?.message).toMatch(/try again in 15 minutes/);
  });

  test("delays an address after a hundred failures with different accounts, and no other address", async () => {
    const guess = async (remoteAddress: string, number: number) => {
      const response = await server.app.inject({
        method: "POST",
        url: "/graphql",
        remoteAddress,
        headers: { host: "demo.localhost" },
        payload: { query: LOGIN, variables: { email: `unknown.${number}@demo.test`, password: "wrong-password" } },
      });
      return response.json().errors[0].extensions.code;
    };
    const codes: string[] = [];
    for (let number = 0; number < 101; number++) codes.push(await guess("203.0.113.20", number));
    expect(codes.indexOf("RATE_LIMITED")).toBe(100);
    expect(await guess("203.0.113.21", 200)).toBe("VALIDATION");
  });

  test("counts parallel guesses before they are tried", async () => {
    const guesses = Array.from({ length: 40 }, (_, index) =>
      server.anonymous().refusal(LOGIN, { email: "tomas.lind@demo.test", password: `wrong-password-${index}` }),
    );
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === "VALIDATION")).toHaveLength(10);
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(30);
  });

  test("gives the counted attempt back for a right password", async () => {
    await server.platform.database.pool.query("DELETE FROM rate_limits");
    for (let round = 0; round < 15; round++)
      expect(await server.anonymous().refusal(LOGIN, { email: "admin@demo.test", password: "cairn-demo" })).toBeNull();
    const { rows } = await server.platform.database.pool.query("SELECT key, points FROM rate_limits WHERE points > 0");
    expect(rows).toEqual([]);
  });

  test("is not cached", async () => {
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
