import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { RateLimited } from "../errors.ts";
import { startServer, type TestServer } from "../testing/server.ts";
import { AttemptLimits } from "./attempts.ts";

const MAIL = "a.learner@demo.test";

let server: TestServer;
/** The limits of two servers on one database. */
let here: AttemptLimits;
let there: AttemptLimits;
let count = 0;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  [here, there] = [new AttemptLimits(server.platform.database), new AttemptLimits(server.platform.database)];
});
afterAll(() => server.close());

const newAddress = () => `192.0.2.${++count}`;

/** Makes attempts until one is refused. @returns how many passed */
async function exhaust(begin: () => Promise<void>): Promise<number> {
  for (let passed = 0; ; passed++)
    try {
      await begin();
    } catch (error) {
      if (error instanceof RateLimited) return passed;
      throw error;
    }
}

test("an account has ten sign-ins at all servers, from whatever addresses, and another account its own", async () => {
  expect(await exhaust(() => here.begin(MAIL, newAddress()))).toBe(10);
  const refused = there.begin(MAIL, newAddress());
  await expect(refused).rejects.toThrow("Too many attempts. Please try again in 15 minutes.");
  await there.begin("another@demo.test", newAddress());
});

test("attempts of one kind do not count for another", async () => {
  expect(await exhaust(() => here.begin(MAIL, newAddress(), "reset_request"))).toBe(5);
  expect(await exhaust(() => here.begin(MAIL, newAddress(), "email_change"))).toBe(5);
  expect(await exhaust(() => here.begin(MAIL, newAddress()))).toBe(10);
});

test("an address that is over its limit is refused whatever the account, and other addresses are not", async () => {
  const address = newAddress();
  const begin = () => here.begin(`${++count}@demo.test`, address, "site_list");
  expect(await exhaust(begin)).toBe(20);
  await expect(begin()).rejects.toThrow(RateLimited);
  await here.begin(`${++count}@demo.test`, newAddress(), "site_list");
});

test("an account that another server clears may try again at once", async () => {
  await exhaust(() => here.begin(MAIL, newAddress()));
  await there.clear(MAIL);
  await here.begin(MAIL, newAddress());
  await exhaust(() => here.begin(MAIL, newAddress()));
  await exhaust(() => here.begin(MAIL, newAddress(), "reset"));
  await there.forget(["other@demo.test", MAIL]);
  await here.begin(MAIL, newAddress());
  await here.begin(MAIL, newAddress(), "reset");
});

test("a success clears the account and gives one attempt back to the address", async () => {
  const address = newAddress();
  for (let times = 0; times < 25; times++) {
    await here.begin(MAIL, address, "site_list");
    await here.succeeded(MAIL, address, "site_list");
  }
  await here.begin(MAIL, address, "site_list");
  await here.giveBack(MAIL, address, "site_list");
  expect(await exhaust(() => here.begin(MAIL, address, "site_list"))).toBe(5);
});

test("accounts with long names are counted each on its own", async () => {
  const long = "x".repeat(200);
  for (const counted of ["sign_in", "registration_confirm"] as const) {
    expect(await exhaust(() => here.begin(`${long}a`, newAddress(), counted))).toBe(10);
    await here.begin(`${long}b`, newAddress(), counted);
    await here.begin(long, newAddress(), counted);
    await here.clear(`${long}a`, counted);
    await here.begin(`${long}a`, newAddress(), counted);
  }
  const { rows } = await server.platform.database.pool.query("SELECT key FROM rate_limits ORDER BY key");
  const keys = rows.map(({ key }: { key: string }) => key);
  expect(keys.filter((key) => key.includes(long))).toEqual([`account:${long}`, `registration_confirm_account:${long}`]);
});

test("signing in with an e-mail address of hundreds of characters fails like any other, and is limited", async () => {
  const login = `mutation ($email: String!) { loginUser(email: $email, password: "not-it-at-all") { token } }`;
  const codes = [];
  for (let times = 0; times < 11; times++)
    codes.push(await server.anonymous().refusal(login, { email: `${"x".repeat(300)}@demo.test` }));
  expect(codes).toEqual([...Array.from({ length: 10 }, () => "VALIDATION"), "RATE_LIMITED"]);
});

test("the last minute is one minute", async () => {
  await exhaust(() => here.begin(MAIL, newAddress()));
  const soon = Date.now() + 50_000;
  await server.platform.database.pool.query("UPDATE rate_limits SET expire = $1", [soon]);
  await expect(there.begin(MAIL, newAddress())).rejects.toThrow("Please try again in 1 minute.");
});
