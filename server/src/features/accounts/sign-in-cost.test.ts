import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { SamlProvider } from "../../testing/saml.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const LOGIN = `mutation ($password: String!) { loginUser(email: "learner@demo.test", password: $password) { token } }`;
const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(kind: "saml", input: $input) { id } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const before = server.platform.database.statements;
  await work();
  return server.platform.database.statements - before;
}

test("a sign-in with a password costs as many statements with identity providers as without", async () => {
  const logIn = () => server.anonymous().data(LOGIN, { password: DEMO_PASSWORD });
  const failing = () => server.anonymous().query(LOGIN, { password: "wrong" });
  // What is read once for the server.
  for (const work of [logIn, failing]) await work();
  const without = { signIn: await countStatements(logIn), failure: await countStatements(failing) };
  const admin = await server.as("admin@demo.test");
  for (const [at, email_domains] of [["demo.test"], ["elsewhere.test"], []].entries()) {
    const metadata = new SamlProvider().metadata({ entityId: `https://idp-${at}.test` });
    await admin.data(CREATE, { input: { name: `Provider ${at}`, metadata, email_domains } });
  }
  for (const work of [logIn, failing]) await work();
  expect({ signIn: await countStatements(logIn), failure: await countStatements(failing) }).toEqual(without);
  // What a whole sign-in costs: another statement is a decision.
  expect(without.signIn).toBeLessThanOrEqual(4);
});
