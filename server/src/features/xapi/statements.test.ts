import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { BASE, recordStore, makeStatement, VERB } from "../../testing/record-store.ts";
import { VOIDED } from "./statement-rules.ts";

const { server, ask, store, query, found } = await recordStore();
afterAll(() => server.close());

describe("xAPI statements", () => {
  test("are stored once: an equal one counts as stored, a different one with its id is a conflict, and a batch is stored whole or not at all [xAPI 4.1.6.1, 4.2.3]", async () => {
    const statement = makeStatement({ id: randomUUID(), result: { score: { scaled: 0.5 }, duration: "PT1M" } });
    expect(await store(statement)).toEqual([statement.id]);
    expect(await store(statement)).toEqual([statement.id]);
    const other = { ...statement, result: { score: { scaled: 0.6 } } };
    const fresh = randomUUID();
    const batch = await ask("POST", `${BASE}/statements`, { body: [makeStatement({ id: fresh }), other] });
    expect(batch.statusCode).toBe(409);
    expect((await query({ statementId: fresh })).statusCode).toBe(404);
    const kept = (await query({ statementId: statement.id })).json();
    expect(kept).toMatchObject({ ...statement, version: "2.0.0", authority: { objectType: "Agent" } });
    expect(kept.stored).toBe(kept.timestamp);
  });

  test("are rejected with the name of the invalid property [xAPI 4.2]", async () => {
    const wrong: [object, string][] = [
      [{ actor: { name: "Nobody" } }, "actor"],
      [{ actor: { mbox: "mailto:a@b.test", openid: "https://a.test" } }, "actor"],
      [{ verb: { id: "experienced" } }, "verb.id"],
      [
        { object: { id: "https://a.test/1", definition: { interactionType: "guess" } } },
        "object.definition.interactionType",
      ],
      [{ result: { score: { raw: 11, min: 0, max: 10 } } }, "result.score"],
      [{ result: { duration: "five minutes" } }, "result.duration"],
      [{ timestamp: "2026-01-01T00:00:00-00:00" }, "timestamp"],
      [{ context: { language: "e" } }, "context.language"],
      [{ context: { registration: "1" } }, "context.registration"],
      [{ extra: 1 }, "statement"],
      [{ result: null }, "result"],
      [{ verb: { id: VOIDED } }, "statement"],
      [{ object: { objectType: "Agent", mbox: "mailto:a@b.test" }, context: { revision: "2" } }, "statement"],
    ];
    for (const [change, property] of wrong) {
      const answer = await ask("POST", `${BASE}/statements`, { body: makeStatement(change) });
      expect(answer.statusCode, property).toBe(400);
      expect(answer.json().error).toContain(`${property}:`);
    }
    expect((await ask("POST", `${BASE}/statements`, { body: "{" })).statusCode).toBe(400);
    expect((await ask("POST", `${BASE}/statements`, { body: '{"a":"\\u0000"}' })).statusCode).toBe(400);
  });

  test("are found by agent, verb, activity, registration and time, and with 'related' by everything they name [xAPI 4.1.6.1]", async () => {
    const registration = randomUUID();
    const teacher = { mbox: "mailto:teacher@school.test" };
    const course = `https://activities.test/course-${randomUUID()}`;
    const statement = makeStatement({
      id: randomUUID(),
      actor: { objectType: "Group", member: [{ mbox: "mailto:team@school.test" }] },
      context: { registration, instructor: teacher, contextActivities: { parent: { id: course } } },
    });
    await store(statement, makeStatement());
    const agent = (who: object) => JSON.stringify(who);
    expect(await found({ registration })).toEqual([statement.id]);
    expect(await found({ activity: statement.object.id })).toEqual([statement.id]);
    expect(await found({ agent: agent({ mbox: "mailto:team@school.test" }) })).toEqual([statement.id]);
    expect(await found({ agent: agent(teacher) })).toEqual([]);
    expect(await found({ agent: agent(teacher), related_agents: "true" })).toEqual([statement.id]);
    expect(await found({ activity: course })).toEqual([]);
    expect(
      await found({
        activity: course,
        related_activities: "true",
        verb: VERB,
        agent: agent(teacher),
        related_agents: "true",
      }),
    ).toEqual([statement.id]);
    const { stored } = (await query({ statementId: statement.id })).json();
    expect(await found({ registration, since: stored })).toEqual([]);
    expect(await found({ registration, until: stored })).toEqual([statement.id]);
  });

  test("are paged in the order of storage, each once [xAPI 4.1.6.1]", async () => {
    const verb = `https://verbs.test/${randomUUID()}`;
    const ids: string[] = [];
    for (let batch = 0; batch < 3; batch++)
      ids.push(...(await store(...Array.from({ length: 4 }, () => makeStatement({ verb: { id: verb } })))));
    for (const ascending of ["true", "false"]) {
      const seen: string[] = [];
      let path = `${BASE}/statements?${new URLSearchParams({ verb, limit: "5", ascending }).toString()}`;
      while (path !== "") {
        const page = (await ask("GET", path)).json();
        seen.push(...page.statements.map(({ id }: { id: string }) => id));
        path = page.more;
      }
      expect(seen).toEqual(ascending === "true" ? ids : [...ids].reverse());
    }
  });

  test("are found by what the statements they refer to contain, whichever came first [xAPI 4.1.6.1]", async () => {
    const verb = `https://verbs.test/${randomUUID()}`;
    const [first, last, between] = [randomUUID(), randomUUID(), randomUUID()];
    const about = (id: string) => ({ objectType: "StatementRef", id });
    await store(makeStatement({ id: last, object: about(between) }));
    await store(makeStatement({ id: between, object: about(first) }));
    await store(makeStatement({ id: first, verb: { id: verb } }));
    expect((await found({ verb })).sort()).toEqual([first, between, last].sort());
    // Does not mix two statements: the verb of one, the registration of the other.
    expect(await found({ verb, registration: randomUUID() })).toEqual([]);
  });

  test("are returned only by voidedStatementId after voiding, and a voiding statement cannot be voided [xAPI 4.2.5]", async () => {
    const registration = randomUUID();
    const [id] = await store(makeStatement({ context: { registration } }));
    const voiding = (target: string) =>
      makeStatement({ verb: { id: VOIDED }, object: { objectType: "StatementRef", id: target } });
    const [by] = await store(voiding(id!));
    expect((await query({ statementId: id! })).statusCode).toBe(404);
    expect((await query({ voidedStatementId: id! })).json().id).toBe(id);
    expect(await found({ registration })).toEqual([by]);
    expect((await ask("POST", `${BASE}/statements`, { body: voiding(by!) })).statusCode).toBe(400);
  });

  test("stay readable by statementId when they void, also when a statement that voids them arrived first [xAPI 4.2.5]", async () => {
    const voiding = (target: string) =>
      makeStatement({ id: randomUUID(), verb: { id: VOIDED }, object: { objectType: "StatementRef", id: target } });
    const [id] = await store(makeStatement({}));
    const by = voiding(id!);
    await store(voiding(by.id));
    await store(by);
    expect((await query({ voidedStatementId: id! })).json().id).toBe(id);
    expect((await query({ statementId: by.id })).json().id).toBe(by.id);
    expect((await query({ voidedStatementId: by.id })).statusCode).toBe(404);
  });

  test("have attachments that match their hashes and valid signatures [xAPI 4.2.4.3, 4.2.6]", async () => {
    const bytes = Buffer.from("certificate of attendance");
    const sha2 = createHash("sha256").update(bytes).digest("hex");
    const attachment = {
      usageType: "https://a.test/usage",
      display: { en: "Proof" },
      contentType: "text/plain",
      length: bytes.length,
      sha2,
    };
    const statement = makeStatement({ id: randomUUID(), attachments: [attachment] });
    const send = (content: Buffer) =>
      ask("POST", `${BASE}/statements`, {
        headers: { "content-type": "multipart/mixed; boundary=b" },
        body: Buffer.concat([
          Buffer.from(
            `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(statement)}\r\n--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha2}\r\n\r\n`,
          ),
          content,
          Buffer.from("\r\n--b--\r\n"),
        ]),
      });
    expect((await ask("POST", `${BASE}/statements`, { body: statement })).statusCode).toBe(400);
    expect((await send(Buffer.from("another text"))).statusCode).toBe(400);
    expect((await send(bytes)).json()).toEqual([statement.id]);
    const answer = await query({ statementId: statement.id, attachments: "true" });
    expect(answer.headers["content-type"]).toMatch(/^multipart\/mixed/);
    expect(answer.body).toContain(`X-Experience-API-Hash: ${sha2}\r\n\r\ncertificate of attendance\r\n`);
  });

  test("are rejected with a signature by another key or over another statement [xAPI 4.2.6]", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const { CompactSign } = await import("jose");
    const statement = makeStatement({ id: randomUUID() });
    const sign = (payload: object, alg = "RS256") =>
      new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader({ alg }).sign(privateKey);
    const send = async (jws: string) => {
      const sha2 = createHash("sha256").update(jws).digest("hex");
      const attachment = {
        usageType: "http://adlnet.gov/expapi/attachments/signature",
        display: { en: "Signature" },
        contentType: "application/octet-stream",
        length: jws.length,
        sha2,
      };
      const body = `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ ...statement, attachments: [attachment] })}\r\n--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha2}\r\n\r\n${jws}\r\n--b--\r\n`;
      return (
        await ask("POST", `${BASE}/statements`, { headers: { "content-type": "multipart/mixed; boundary=b" }, body })
      ).statusCode;
    };
    expect(await send(await sign({ ...statement, verb: { id: "https://verbs.test/other" } }))).toBe(400);
    expect(await send(await sign(statement, "PS256"))).toBe(400);
    expect(await send("no signature")).toBe(400);
    expect(await send(await sign(statement))).toBe(200);
  });

  test("do not appear before concurrently stored ones that were already readable [xAPI 4.1.6.1]", async () => {
    const verb = `https://verbs.test/${randomUUID()}`;
    const stored = await Promise.all(Array.from({ length: 12 }, () => store(makeStatement({ verb: { id: verb } }))));
    const answer = await query({ verb, ascending: "true" });
    const times = answer.json().statements.map((statement: { stored: string }) => statement.stored);
    expect(times).toHaveLength(stored.length);
    expect([...times].sort()).toEqual(times);
    expect(Date.parse(answer.headers["x-experience-api-consistent-through"] as string)).toBeGreaterThanOrEqual(
      Date.parse(times.at(-1)),
    );
  });

  test("are linked to users of the instance by mail address or account", async () => {
    const userId = await server.userId("learner@demo.test");
    const ids = await store(
      makeStatement(),
      makeStatement({ actor: { account: { homePage: "http://demo.localhost", name: String(userId) } } }),
      makeStatement({ actor: { mbox: "mailto:stranger@nowhere.test" } }),
    );
    const rows = await server.inside("demo", (db, instanceId) =>
      db
        .selectFrom("xapi_statements")
        .select(["id", "user_id"])
        .where("instance_id", "=", instanceId)
        .where("id", "in", ids)
        .execute(),
    );
    expect(ids.map((id) => rows.find((row) => row.id === id)!.user_id)).toEqual([userId, userId, null]);
  });
});
