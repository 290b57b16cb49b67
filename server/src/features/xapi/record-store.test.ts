import { afterAll, describe, expect, test } from "vitest";
import { BASE, recordStore, statementOf, VERB } from "../../testing/record-store.ts";

const { server, credentials, elsewhere, ask, store } = await recordStore();
afterAll(() => server.close());

describe("whoever asks the store", () => {
  test("is told its versions without credentials, and nothing else [xAPI 4.1.6.7]", async () => {
    const nobody = { authorization: undefined };
    expect((await ask("GET", `${BASE}/about`, { headers: nobody })).json()).toEqual({ version: ["2.0.0", "1.0.3"] });
    expect((await ask("GET", `${BASE}/v1/about`, { headers: nobody })).json()).toEqual({ version: ["1.0.3"] });
    const refused = await ask("GET", `${BASE}/statements`, { headers: nobody });
    expect(refused.statusCode).toBe(401);
    // Chromium would stop a course with a password prompt.
    expect(refused.headers["www-authenticate"]).toBeUndefined();
  });

  test("needs credentials of this very instance that are not revoked; sessions and API keys do not open it, nor they anything else", async () => {
    const admin = await server.as("admin@demo.test");
    for (const authorization of [
      elsewhere,
      `Bearer ${admin.token}`,
      `Basic ${Buffer.from(`x:${admin.token}`).toString("base64")}`,
    ])
      expect((await ask("GET", `${BASE}/statements`, { headers: { authorization } })).statusCode).toBe(401);
    const pair = Buffer.from(credentials.slice(6), "base64").toString();
    expect(await server.withToken(pair).refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
    const { createXapiCredentials: made } = await admin.data(
      `mutation { createXapiCredentials(name: "Short") { id key secret } }`,
    );
    const authorization = `Basic ${Buffer.from(`${made.key}:${made.secret}`).toString("base64")}`;
    expect((await ask("GET", `${BASE}/statements`, { headers: { authorization } })).statusCode).toBe(200);
    await admin.data(`mutation ($id: Int!) { revokeXapiCredentials(id: $id) { id } }`, { id: made.id });
    expect((await ask("GET", `${BASE}/statements`, { headers: { authorization } })).statusCode).toBe(401);
  });

  test("reads nothing of another instance, by id, filter or document", async () => {
    const [id] = await store(statementOf());
    const headers = { authorization: elsewhere };
    const there = { headers, host: "riverside.localhost" };
    expect((await ask("GET", `${BASE}/statements?statementId=${id}`, there)).statusCode).toBe(404);
    expect((await ask("GET", `${BASE}/statements`, there)).json().statements).toEqual([]);
    const state = `${BASE}/activities/state?${new URLSearchParams({ activityId: "https://a.test/1", agent: '{"mbox":"mailto:a@b.test"}', stateId: "s" }).toString()}`;
    await ask("PUT", state, { body: { mine: true } });
    expect((await ask("GET", state)).statusCode).toBe(200);
    expect((await ask("GET", state, there)).statusCode).toBe(404);
  });

  test("names the version that is spoken, and only parameters that there are [xAPI 4.1.6]", async () => {
    expect(
      (await ask("GET", `${BASE}/statements`, { headers: { "x-experience-api-version": undefined } })).statusCode,
    ).toBe(400);
    expect((await ask("GET", `${BASE}/v1/statements`)).statusCode).toBe(400);
    expect(
      (await ask("GET", `${BASE}/v1/statements`, { headers: { "x-experience-api-version": "1.0.3" } })).statusCode,
    ).toBe(200);
    expect((await ask("GET", `${BASE}/statements?StatementId=1`)).statusCode).toBe(400);
    expect((await ask("GET", `${BASE}//statements`)).statusCode).toBe(200);
    const cross = await ask("OPTIONS", `${BASE}/statements`, { headers: { authorization: undefined } });
    expect(cross.headers["access-control-allow-headers"]).toContain("X-Experience-API-Version");
  });
});

describe("documents", () => {
  const at = (resource: string, parameters: Record<string, string>) =>
    `${BASE}/${resource}?${new URLSearchParams(parameters).toString()}`;
  const profile = at("activities/profile", { activityId: "https://a.test/profiled", profileId: "settings" });

  test("of two writers, the one who has not read the other's is refused [xAPI 4.1.4]", async () => {
    expect((await ask("PUT", profile, { body: { a: 1 }, headers: { "if-none-match": "*" } })).statusCode).toBe(204);
    const { etag } = (await ask("GET", profile)).headers;
    expect((await ask("PUT", profile, { body: { a: 2 } })).statusCode).toBe(409);
    expect((await ask("PUT", profile, { body: { a: 2 }, headers: { "if-match": etag as string } })).statusCode).toBe(
      204,
    );
    expect((await ask("PUT", profile, { body: { a: 3 }, headers: { "if-match": etag as string } })).statusCode).toBe(
      412,
    );
    expect((await ask("GET", profile)).json()).toEqual({ a: 2 });
  });

  test("are merged one level deep, and only as JSON objects [xAPI 4.1.6.2]", async () => {
    const state = at("activities/state", {
      activityId: "https://a.test/merged",
      agent: '{"mbox":"mailto:a@b.test"}',
      stateId: "s",
    });
    await ask("POST", state, { body: { a: { x: 1 }, b: 1 } });
    await ask("POST", state, { body: { a: { y: 2 } } });
    expect((await ask("GET", state)).json()).toEqual({ a: { y: 2 }, b: 1 });
    expect((await ask("POST", state, { body: [1] })).statusCode).toBe(400);
    await ask("PUT", state, { body: "plain", headers: { "content-type": "text/plain", "if-match": "*" } });
    expect((await ask("POST", state, { body: { a: 1 } })).statusCode).toBe(400);
    expect((await ask("GET", state)).body).toBe("plain");
  });

  test("of a state are listed, by the time they changed, and deleted together [xAPI 4.1.6.2]", async () => {
    const owner = { activityId: "https://a.test/listed", agent: '{"mbox":"mailto:a@b.test"}' };
    for (const stateId of ["one", "two"])
      await ask("PUT", at("activities/state", { ...owner, stateId }), { body: { stateId } });
    expect((await ask("GET", at("activities/state", owner))).json()).toEqual(["one", "two"]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await ask("GET", at("activities/state", { ...owner, since: later }))).json()).toEqual([]);
    await ask("DELETE", at("activities/state", owner));
    expect((await ask("GET", at("activities/state", owner))).json()).toEqual([]);
  });
});

describe("the admin screens of the store", () => {
  const PAGE = `query ($search: String, $userId: Int) { xapiStatementsPage(search: $search, user_id: $userId, limit: 5) { total rows { id actor verb object stored statement } } }`;

  test("show the newest statements with who, what and when, by person", async () => {
    const admin = await server.as("admin@demo.test");
    const [id] = await store(
      statementOf({
        verb: { id: VERB, display: { en: "experienced" } },
        object: { id: "https://a.test/shown", definition: { name: { en: "Ropes" } } },
      }),
    );
    const { xapiStatementsPage: page } = await admin.data(PAGE);
    expect(page.rows[0]).toMatchObject({ id, actor: "learner@demo.test", verb: "experienced", object: "Ropes" });
    expect(JSON.parse(page.rows[0].statement).id).toBe(id);
    const userId = await server.userId("instructor@demo.test");
    expect((await admin.data(PAGE, { userId })).xapiStatementsPage).toEqual({ total: 0, rows: [] });
  });

  test("show a secret once and never again, and when credentials were last used", async () => {
    const admin = await server.as("admin@demo.test");
    const { xapiCredentials } = await admin.data(`{ xapiCredentials { id name key last_used_at } }`);
    expect(xapiCredentials.map(({ name }: { name: string }) => name)).toEqual(["Store"]);
    expect(xapiCredentials[0].last_used_at).not.toBeNull();
    const { audit_log } = await server.inside("demo", async (db, id) => ({
      audit_log: JSON.stringify(await db.selectFrom("audit_log").selectAll().where("instance_id", "=", id).execute()),
    }));
    expect(audit_log).toContain("xapi_credentials.created");
    expect(audit_log).not.toContain(Buffer.from(credentials.slice(6), "base64").toString().split(":")[1]);
  });
});
