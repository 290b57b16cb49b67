import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const LIST = "{ sessions { id address user_agent created_at last_used_at is_current } }";
const REVOKE = "mutation ($id: String!) { revokeSession(id: $id) { id } }";
const REVOKE_OTHERS = "mutation { revokeOtherSessions }";
const VIEWER = "{ viewer { id } }";
const SETTINGS = "{ instanceSettings { version } }";
const UPDATE = `mutation ($version: Int!, $idle_minutes: Int) {
  updateInstanceSettings(version: $version, sign_in: { idle_minutes: $idle_minutes }) {
    version sign_in { idle_minutes session_hours } } }`;

let server: TestServer;
let here: Client;
beforeAll(async () => {
  server = await startServer();
  here = await server.as("learner@demo.test");
});
afterAll(() => server.close());

/** Makes a session look as if it was last used so many minutes ago. */
const setLastUse = (client: Client, minutes: number) =>
  server.inside("demo", (db, instanceId) =>
    sql`UPDATE sessions SET last_used_at = now() - make_interval(mins => ${minutes})
      WHERE instance_id = ${instanceId} AND token_hash = sha256(${client.token}::bytea)`.execute(db),
  );

test("a user sees their own sessions, this one first, and none of other users", async () => {
  const there = await server.as("learner@demo.test");
  await server.as("instructor@demo.test");
  const { sessions } = await here.data(LIST);
  expect(sessions).toHaveLength(2);
  expect(sessions.map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([true, false]);
  expect(sessions[0]).toMatchObject({ address: expect.any(String), user_agent: expect.any(String) });
  expect((await there.data(LIST)).sessions[0].id).toBe(sessions[1].id);
});

test("a revoked session is refused with its next request, and only its own user revokes it", async () => {
  const there = await server.as("learner@demo.test");
  const { id } = (await there.data(LIST)).sessions[0];
  const instructor = await server.as("instructor@demo.test");
  expect(await instructor.refusal(REVOKE, { id })).toBe("NOT_FOUND");
  expect(await here.refusal(REVOKE, { id: "not an id" })).toBe("NOT_FOUND");
  expect(await there.refusal(VIEWER)).toBeNull();
  await here.data(REVOKE, { id });
  expect(await there.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect(await here.refusal(REVOKE, { id })).toBe("NOT_FOUND");
});

test("all other sessions end at once, and this one and those of other users stay", async () => {
  const others = [await server.as("learner@demo.test"), await server.as("learner@demo.test")];
  const instructor = await server.as("instructor@demo.test");
  const { sessions } = await here.data(LIST);
  expect((await here.data(REVOKE_OTHERS)).revokeOtherSessions).toBe(sessions.length - 1);
  for (const other of others) expect(await other.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect(await here.refusal(VIEWER)).toBeNull();
  expect(await instructor.refusal(VIEWER)).toBeNull();
});

test("the last use of a session is stored when five minutes have passed", async () => {
  await setLastUse(here, 20);
  const before = Date.parse((await here.data(LIST)).sessions[0].last_used_at);
  expect(Date.parse((await here.data(LIST)).sessions[0].last_used_at)).toBe(before);
  expect(Date.now() - before).toBeLessThan(20 * 60_000);
});

test("a session without use ends after the idle time of the instance, and one that is used does not", async () => {
  const admin = await server.as("admin@demo.test");
  const { version } = (await admin.data(SETTINGS)).instanceSettings;
  const idle = await server.as("learner@demo.test");
  await setLastUse(idle, 31);
  expect((await here.data(LIST)).sessions).toHaveLength(2);
  const { updateInstanceSettings } = await admin.data(UPDATE, { version, idle_minutes: 30 });
  expect(updateInstanceSettings.sign_in).toEqual({ idle_minutes: 30, session_hours: expect.any(Number) });
  expect(await idle.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect((await here.data(LIST)).sessions).toHaveLength(1);
  await setLastUse(here, 29);
  expect(await here.refusal(VIEWER)).toBeNull();
  await admin.data(UPDATE, { version: updateInstanceSettings.version, idle_minutes: null });
});

test("a session ends at its own time, also where the instance allows a longer one meanwhile", async () => {
  const ended = await server.as("learner@demo.test");
  await server.inside("demo", (db, instanceId) =>
    sql`UPDATE sessions SET expires_at = now() - interval '1 second'
      WHERE instance_id = ${instanceId} AND token_hash = sha256(${ended.token}::bytea)`.execute(db),
  );
  expect(await ended.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect(await here.refusal(VIEWER)).toBeNull();
});

test.each([14, 43_201, -1])("an idle time of %i minutes is refused", async (idle_minutes) => {
  const admin = await server.as("admin@demo.test");
  const { version } = (await admin.data(SETTINGS)).instanceSettings;
  const { errors } = await admin.query(UPDATE, { version, idle_minutes });
  expect(Object.keys(errors![0]!.extensions.validation as object)).toEqual(["idle_minutes"]);
});
