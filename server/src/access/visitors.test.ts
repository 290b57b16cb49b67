import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";
import { platformInstanceId } from "./session.ts";
import { inInstance } from "./tenancy.ts";

const LOGIN = `mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }`;
const VIEWER = `{ viewer { email } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Runs a statement about an instance or, without one, about the platform's own. */
async function run(domain: string | null, make: (instance: number) => ReturnType<typeof sql>): Promise<void> {
  if (domain !== null) await server.inside(domain, (db, id) => make(id).execute(db));
  else {
    const home = await platformInstanceId(server.platform.database);
    await inInstance(server.platform.database, home, (db) => make(home).execute(db));
  }
}

test("an operator's session of an instance ends with the last day of their account", async () => {
  const setZone = (domain: string | null, zone: string) =>
    run(domain, (id) => sql`UPDATE instances SET time_zone = ${zone} WHERE id = ${id}`);
  const signIn = async () => server.withToken((await server.anonymous().data(LOGIN)).loginUser.token);
  // The one zone is always on a later day than the other: moving an instance there lets a day pass.
  const [early, late] = ["Etc/GMT+12", "Pacific/Kiritimati"];
  for (const domain of [null, "demo"]) await setZone(domain, early);
  const before = await signIn();
  await run(
    null,
    (id) => sql`UPDATE users SET deactivate_at = (now() AT TIME ZONE ${late})::date
      WHERE instance_id = ${id} AND email = 'super@demo.test'`,
  );
  const session = await signIn();
  expect(await session.refusal(VIEWER)).toBeNull();
  await setZone("demo", late);
  for (const each of [before, session]) expect(await each.refusal(VIEWER)).toBe("UNAUTHENTICATED");
});
