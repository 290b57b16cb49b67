import { randomUUID } from "node:crypto";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { BASE, recordStore, makeStatement, VERB } from "../../testing/record-store.ts";

const { server, credentials, elsewhere, ask, store } = await recordStore();
afterAll(() => server.close());

describe("access to the record store", () => {
  test("shows only its versions without credentials [xAPI 4.1.6.7]", async () => {
    const nobody = { authorization: undefined };
    expect((await ask("GET", `${BASE}/about`, { headers: nobody })).json()).toEqual({ version: ["2.0.0", "1.0.3"] });
    expect((await ask("GET", `${BASE}/v1/about`, { headers: nobody })).json()).toEqual({ version: ["1.0.3"] });
    const refused = await ask("GET", `${BASE}/statements`, { headers: nobody });
    expect(refused.statusCode).toBe(401);
    // Chromium would interrupt a course with a password prompt.
    expect(refused.headers["www-authenticate"]).toBeUndefined();
  });

  test("requires unrevoked credentials of this instance; sessions and API keys do not open it, and credentials open nothing else", async () => {
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
    const [id] = await store(makeStatement());
    const headers = { authorization: elsewhere };
    const there = { headers, host: "riverside.localhost" };
    expect((await ask("GET", `${BASE}/statements?statementId=${id}`, there)).statusCode).toBe(404);
    expect((await ask("GET", `${BASE}/statements`, there)).json().statements).toEqual([]);
    const state = `${BASE}/activities/state?${new URLSearchParams({ activityId: "https://a.test/1", agent: '{"mbox":"mailto:a@b.test"}', stateId: "s" }).toString()}`;
    await ask("PUT", state, { body: { mine: true } });
    expect((await ask("GET", state)).statusCode).toBe(200);
    expect((await ask("GET", state, there)).statusCode).toBe(404);
  });

  test("requires a known version and known parameters [xAPI 4.1.6]", async () => {
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

describe("record store response", () => {
  const VERSIONS = [
    [BASE, "2.0.0"],
    [`${BASE}/v1`, "1.0.3"],
  ] as const;
  const nobody = { authorization: undefined };
  const large = "x".repeat(17 * 1024);

  test.each(VERSIONS)(
    "names the version and allows other origins at %s, also when refused before the body is read [xAPI 1.0.3 Communication 3.3]",
    async (base, version) => {
      const statements = `${base}/statements`;
      const headers = { "x-experience-api-version": version };
      const answers = await Promise.all([
        ask("POST", statements, { body: "{}", headers: { ...headers, ...nobody } }),
        ask("POST", statements, { body: large, headers: { ...headers, ...nobody } }),
        ask("POST", statements, { body: large, headers: { ...headers, authorization: elsewhere } }),
        ask("POST", statements, { body: "{}", headers: { ...headers, "content-length": String(21 * 1024 * 1024) } }),
        ask("POST", statements, { body: "[{]", headers }),
        ask("POST", statements, { body: `[${"{},".repeat(300_000)}{}]`, headers }),
        ask("PUT", `${statements}?statementId=1`, { body: `[${"[".repeat(200)}`, headers }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 413, 401, 413, 400, 400, 400]);
      expect(answers[5]!.json().error).toBe("Send at most 300000 values at once.");
      for (const answer of answers) {
        expect(answer.headers).toMatchObject({
          "x-experience-api-version": version,
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        });
        expect(answer.json()).toEqual({ error: expect.any(String), request_id: expect.any(String) });
      }
    },
  );

  test("names the version when one caller has too many requests in progress", async () => {
    await server.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const size = 16 * 1024 * 1024;
    const head = `POST ${BASE}/v1/statements HTTP/1.1\r\nhost: demo.localhost\r\nauthorization: ${credentials}\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`;
    const sockets: Socket[] = [];
    // Retries when refused: other requests use the same budget.
    const send = () => {
      const socket = connect(port, "127.0.0.1").on("data", send);
      sockets.push(socket);
      socket.write(head);
    };
    send();
    await expect
      .poll(async () => {
        const refused = await ask("POST", `${BASE}/v1/statements`, { body: "x".repeat(5 * 1024 * 1024) });
        return [refused.statusCode, refused.headers["x-experience-api-version"], refused.headers["retry-after"]];
      })
      .toEqual([429, "1.0.3", "5"]);
    for (const socket of sockets) socket.off("data", send).destroy();
  });

  test("gives the reason for refusing a document with too many values", async () => {
    const at = `${BASE}/activities/state?${new URLSearchParams({ activityId: "https://a.test/many", agent: '{"mbox":"mailto:a@b.test"}', stateId: "s" }).toString()}`;
    const answer = await ask("POST", at, { body: `{"a":[${"0,".repeat(100_001)}0]}` });
    expect([answer.statusCode, answer.json().error]).toEqual([400, "Send at most 100000 values at once."]);
  });
});

describe("alternate request syntax [xAPI 1.0.3 Communication 1.3]", () => {
  const VERSION = ["X-Experience-API-Version", "1.0.3"] as const;
  const send = (fields: readonly (readonly [string, string])[], base = `${BASE}/v1`) =>
    ask("POST", `${base}/statements?method=PUT`, {
      headers: {
        authorization: undefined,
        "x-experience-api-version": undefined,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
    });
  const small = (version: string) =>
    [
      ["Authorization", credentials],
      ["X-Experience-API-Version", version],
      ["statementId", randomUUID()],
      ["content", JSON.stringify(makeStatement())],
    ] as const;
  const large = () => {
    const id = randomUUID();
    const content = JSON.stringify(makeStatement({ id, result: { response: "é".repeat(30_000) } }));
    return { id, rest: [VERSION, ["statementId", id], ["content", content]] as const };
  };

  test("accepts more than 16 kB with valid credentials before its content", async () => {
    const { id, rest } = large();
    expect((await send([["Authorization", credentials], ...rest])).statusCode).toBe(204);
    const stored = (await ask("GET", `${BASE}/statements?statementId=${id}`)).json();
    expect(stored.result.response).toBe("é".repeat(30_000));
  });

  test("is accepted at the path that AUs receive from a request of 1.0.x, and refused from one of 2.0", async () => {
    expect((await send(small("1.0.3"), BASE)).statusCode).toBe(204);
    expect((await send(small("2.0.0"), BASE)).statusCode).toBe(400);
    const [first, , ...rest] = small("1.0.3");
    expect((await send([first, ...rest], BASE)).statusCode).toBe(400);
    const header = { authorization: credentials, "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(small("1.0.3").map(([name, value]) => [name, value])).toString();
    for (const [version, status] of [
      ["1.0.3", 204],
      ["2.0.0", 400],
    ] as const) {
      const headers = { ...header, "x-experience-api-version": version };
      expect((await ask("POST", `${BASE}/statements?method=PUT`, { headers, body })).statusCode).toBe(status);
    }
  });

  test("refuses more than 16 kB without credentials, with forged ones, and with those of another instance", async () => {
    const { id, rest } = large();
    const forged = `Basic ${Buffer.from(`xapi_1_${"a".repeat(16)}:${"a".repeat(43)}`).toString("base64")}`;
    for (const fields of [
      rest,
      [["Authorization", forged], ...rest] as const,
      [["Authorization", elsewhere], ...rest] as const,
      [...rest, ["Authorization", credentials]] as const,
    ])
      expect((await send(fields)).statusCode).toBe(413);
    expect((await ask("GET", `${BASE}/statements?statementId=${id}`)).statusCode).toBe(404);
  });
});

describe("record store documents", () => {
  const at = (resource: string, parameters: Record<string, string>) =>
    `${BASE}/${resource}?${new URLSearchParams(parameters).toString()}`;
  const profile = at("activities/profile", { activityId: "https://a.test/profiled", profileId: "settings" });

  test("reject a writer who has not read the other writer's version [xAPI 4.1.4]", async () => {
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

  test("merge one level deep, and only JSON objects [xAPI 4.1.6.2]", async () => {
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

  test("list states by the time of their change and delete them together [xAPI 4.1.6.2]", async () => {
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

describe("record store screens", () => {
  const PAGE = `query ($search: String, $userId: Int) { xapiStatementsPage(search: $search, user_id: $userId, limit: 5) { total rows { id actor verb object stored statement } } }`;

  test("show the newest statements with actor, verb and time, by person", async () => {
    const admin = await server.as("admin@demo.test");
    const [id] = await store(
      makeStatement({
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

  test("find a statement by its id, and nothing by a text of the same length", async () => {
    const admin = await server.as("admin@demo.test");
    const [id] = await store(makeStatement({}));
    const find = async (search: string) => (await admin.data(PAGE, { search })).xapiStatementsPage;
    expect(await find(id!.toUpperCase())).toMatchObject({ total: 1, rows: [{ id }] });
    for (const search of ["-".repeat(36), "a".repeat(36), `${"a".repeat(32)}----`])
      expect(await find(search)).toEqual({ total: 0, rows: [] });
  });

  test("show a secret once, and when credentials were last used", async () => {
    const admin = await server.as("admin@demo.test");
    const created_by = await server.userId("admin@demo.test");
    await server.inside("demo", async (db, instance_id) => {
      await db
        .updateTable("xapi_credentials")
        .set({ last_used_at: null })
        .where("instance_id", "=", instance_id)
        .execute();
      const others = { instance_id, created_by, name: "Others", key: "xapi_others", secret_hash: Buffer.alloc(32) };
      await db.insertInto("xapi_credentials").values(others).execute();
    });
    await store(makeStatement());
    const { xapiCredentials } = await admin.data(`{ xapiCredentials { id name key last_used_at } }`);
    const used = xapiCredentials.map((row: any) => [row.name, row.last_used_at !== null]);
    expect(used.toSorted()).toEqual([
      ["Others", false],
      ["Store", true],
    ]);
    const { audit_log } = await server.inside("demo", async (db, id) => ({
      audit_log: JSON.stringify(await db.selectFrom("audit_log").selectAll().where("instance_id", "=", id).execute()),
    }));
    expect(audit_log).toContain("xapi_credentials.created");
    expect(audit_log).not.toContain(Buffer.from(credentials.slice(6), "base64").toString().split(":")[1]);
  });
});
