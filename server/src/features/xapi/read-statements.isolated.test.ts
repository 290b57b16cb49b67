import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runInThread } from "../../platform/threads.ts";
import { BASE, recordStore, makeStatement, VERB } from "../../testing/record-store.ts";
import { THREAD_BYTES } from "./read-statements.service.ts";
import { readStatements } from "./read-statements.ts";

vi.mock(import("../../platform/threads.ts"), async (original) => {
  const actual = await original();
  return { ...actual, runInThread: vi.fn(actual.runInThread) as typeof actual.runInThread };
});

const { server, ask, query, found } = await recordStore();
afterAll(() => server.close());
beforeEach(() => void vi.mocked(runInThread).mockClear());

/** Returns the same JSON padded with spaces to the size that is checked in a thread. */
const padded = (text: string) => text + " ".repeat(THREAD_BYTES);
const threads = () => vi.mocked(runInThread).mock.calls.length;

describe("large statement request", () => {
  test("is checked in a thread, and a small one is not", async () => {
    const verb = `https://verbs.test/${randomUUID()}`;
    const batch = Array.from({ length: 5_000 }, () => makeStatement({ id: randomUUID(), verb: { id: verb } }));
    const answer = await ask("POST", `${BASE}/statements`, { body: batch });
    expect([answer.statusCode, threads()]).toEqual([200, 1]);
    expect(answer.json()).toEqual(batch.map(({ id }) => id));
    expect(await found({ verb, limit: "3", ascending: "true" })).toEqual(batch.slice(0, 3).map(({ id }) => id));
    expect((await ask("POST", `${BASE}/statements`, { body: makeStatement() })).statusCode).toBe(200);
    expect(threads()).toBe(1);
  });

  test("stores statements like a small one", async () => {
    const make = () =>
      makeStatement({ id: randomUUID(), result: { response: "dépassé 🎓", extensions: { "https://a.test/e": null } } });
    const [small, large] = [make(), make()];
    for (const method of ["PUT", "POST"]) {
      const path = (id: string) => `${BASE}/statements${method === "PUT" ? `?statementId=${id}` : ""}`;
      const answers = [
        await ask(method, path(small.id), { body: JSON.stringify(small) }),
        await ask(method, path(large.id), { body: padded(JSON.stringify(large)) }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(method === "PUT" ? [204, 204] : [200, 200]);
    }
    expect(threads()).toBe(2);
    const stored = await Promise.all([small, large].map(({ id }) => query({ statementId: id })));
    const [first, second] = stored.map((answer) => answer.json());
    expect(first).toMatchObject(small);
    expect(second).toMatchObject(large);
    expect(Object.keys(second)).toEqual(Object.keys(first));
  });

  const WRONG: [what: string, body: string][] = [
    ["no JSON", '{"actor":'],
    ["nothing", "null"],
    ["a number", "5"],
    ["a byte order mark", `\uFEFF${JSON.stringify(makeStatement())}`],
    ["a character that is none", JSON.stringify(makeStatement({ result: { response: "\0" } }))],
    ["half a character", JSON.stringify(makeStatement({ result: { response: "\uD800" } }))],
    ["too many levels", JSON.stringify(makeStatement()).replace(VERB, `"${"[".repeat(200)}`)],
    ["200 levels", `[${"[".repeat(200)}`],
    ["too many values", `[${"0,".repeat(300_001)}0]`],
    ["too many statements", `[${`${JSON.stringify(makeStatement())},`.repeat(5_000)}{}]`],
    ["an actor with no identifier", JSON.stringify([makeStatement(), makeStatement({ actor: { name: "Nobody" } })])],
    ["a verb that is no IRI", JSON.stringify(makeStatement({ verb: { id: "experienced" } }))],
    ["an unknown property", JSON.stringify(makeStatement({ extra: 1 }))],
    ["null", JSON.stringify(makeStatement({ result: null }))],
    ["a score out of bounds", JSON.stringify(makeStatement({ result: { score: { raw: 11, max: 10 } } }))],
  ];

  test.each(WRONG)("is refused for %s like a small one", async (_, body) => {
    // A long text goes through the thread both times, so it is also read here.
    const refusal = readRefusal(() => readStatements(Buffer.from(body).toString("utf8"), "2.0.0"));
    const large = await ask("POST", `${BASE}/statements`, { body: padded(body) });
    expect(threads()).toBe(1);
    const small = await ask("POST", `${BASE}/statements`, { body });
    const [a, b] = [small, large].map((answer) => ({ status: answer.statusCode, message: answer.json().error }));
    expect(a).toEqual(refusal);
    expect(b).toEqual(refusal);
  });

  test("is checked by the rules of the request's version", async () => {
    const body = JSON.stringify(
      makeStatement({
        context: { contextAgents: [{ objectType: "contextAgent", agent: { mbox: "mailto:a@b.test" } }] },
      }),
    );
    const headers = { "x-experience-api-version": "1.0.3" };
    for (const text of [body, padded(body)])
      expect((await ask("POST", `${BASE}/v1/statements`, { body: text, headers })).statusCode).toBe(400);
    expect((await ask("POST", `${BASE}/statements`, { body: padded(body) })).statusCode).toBe(200);
  });
});

function readRefusal(work: () => unknown): { status: number; message: string } {
  try {
    work();
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return { status, message };
  }
  throw new Error("nothing was refused");
}
