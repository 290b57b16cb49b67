import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const EMAIL = "learner@demo.test";
const LOGIN = `mutation { loginUser(email: "${EMAIL}", password: "${DEMO_PASSWORD}") { token } }`;
const SUBJECT = "The security of your account at Northgate Trust";

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

/** Signs in as a browser does. */
async function logInWith(userAgent: string): Promise<string> {
  const response = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: "demo.localhost", "user-agent": userAgent },
    payload: { query: LOGIN },
  });
  return response.json().data.loginUser.token;
}

/** Returns the subject and text of what was sent to the user. */
const readMails = async () =>
  (await mailbox.deliver()).map(({ to, subject, text }) => ({ to: to?.[0]?.address, subject, text }));

test("a sign-in with a browser that the user has not used is mailed, the first one and a new version are not", async () => {
  await logInWith("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0");
  await logInWith("Mozilla/5.0 (X11; Linux x86_64) Firefox/141.2");
  expect(await readMails()).toEqual([]);
  await logInWith("Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Safari/605");
  const [mail, ...more] = await readMails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: EMAIL, subject: SUBJECT });
  expect(mail!.text).toContain("was opened with a browser that you have not used before.");
  expect(mail!.text).toMatch(/This was on \d+ \w+ 20\d\d at .+, from the network address 127\.0\.0\.1\./);
  await logInWith("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/606");
  expect(await readMails()).toEqual([]);
});

test("a refused sign-in is not mailed and its browser is not remembered", async () => {
  const headers = { host: "demo.localhost", "user-agent": "Elsewhere/1.0" };
  const query = LOGIN.replace(DEMO_PASSWORD, "wrong");
  await server.app.inject({ method: "POST", url: "/graphql", headers, payload: { query } });
  expect(await readMails()).toEqual([]);
  await logInWith("Elsewhere/1.0");
  expect(await readMails()).toHaveLength(1);
});

test("the fifty latest browsers of a user are remembered", async () => {
  for (let number = 0; number < 52; number++)
    await logInWith(`Browser ${String.fromCharCode(65 + (number % 26)).repeat(1 + Math.floor(number / 26))}`);
  const id = await server.userId(EMAIL);
  const rows = await server.inside("demo", (db, instanceId) =>
    db
      .selectFrom("known_devices")
      .select("device_hash")
      .where("instance_id", "=", instanceId)
      .where("user_id", "=", id)
      .execute(),
  );
  // The one that was just used comes on top of the fifty.
  expect(rows).toHaveLength(51);
  await mailbox.deliver();
});

test("changes of the password and of the second factor are mailed", async () => {
  const client = server.withToken(await logInWith("Elsewhere/1.0"));
  await mailbox.deliver();
  const password = "lantern-river-41";
  await client.data(`mutation { updatePassword(current_password: "${DEMO_PASSWORD}", new_password: "${password}",
    new_password_confirmation: "${password}") { message } }`);
  expect((await readMails())[0]!.text).toContain("The password of your account at Northgate Trust was changed.");
  const { secret } = (await client.data(`mutation { startTotp(password: "${password}") { secret } }`)).startTotp;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const codes = (await client.data(`mutation { confirmTotp(code: "${code}") }`)).confirmTotp;
  expect((await readMails())[0]!.text).toContain("A second factor was set up for your account");
  await client.data(`mutation { removeTotp(password: "${password}", code: "${codes[0]}") }`);
  expect((await readMails())[0]!.text).toContain("The second factor of your account at Northgate Trust was removed.");
});
