import { beforeEach, expect, test, vi } from "vitest";
import type { TypedDocumentString } from "../gen/graphql.ts";
import { pretendBrowser } from "../testing/browser.ts";
import { execute, graphql } from "./graphql.ts";

type AnyDocument = TypedDocumentString<unknown, Record<string, never>>;
const [A, B, CHANGE] = ["query A { a }", "query B { b }", "mutation C { c }"].map(
  (text) => graphql(text as never) as unknown as AnyDocument,
) as [AnyDocument, AnyDocument, AnyDocument];

/** Answers every operation with the name of its document, and records the bodies. */
function recordBodies(
  answer: (query: string) => object = (query) => ({ data: { name: / ([A-C]) /.exec(query)?.[1] } }),
) {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    const sent = JSON.parse(body as string) as { query: string } | { query: string }[];
    bodies.push(Array.isArray(sent) ? sent.map(({ query }) => query) : sent.query);
    return Promise.resolve(
      Response.json(Array.isArray(sent) ? sent.map(({ query }) => answer(query)) : answer(sent.query)),
    );
  });
  return bodies;
}

beforeEach(() => {
  pretendBrowser();
  localStorage.setItem("token", "secret");
});

test("queries of one turn travel in one request, and each gets its own answer", async () => {
  const bodies = recordBodies();
  const answers = await Promise.all([execute(A), execute(B), execute(CHANGE)]);
  expect(answers).toEqual([{ name: "A" }, { name: "B" }, { name: "C" }]);
  expect(bodies).toContainEqual(["query A { a }", "query B { b }"]);
  expect(bodies).toContainEqual("mutation C { c }");
  expect(bodies).toHaveLength(2);
});

test("a query that can wait is sent with the next one, or alone later", async () => {
  const bodies = recordBodies();
  const first = execute(A, {}, { canWait: true });
  await Promise.all([first, execute(B)]);
  expect(bodies).toEqual([["query A { a }", "query B { b }"]]);
  expect(await execute(A, {}, { canWait: true })).toEqual({ name: "A" });
  expect(bodies).toHaveLength(2);
});

test("one failed query of a list fails alone", async () => {
  recordBodies((query) =>
    query.startsWith("query A")
      ? { data: null, errors: [{ message: "There is no such course." }] }
      : { data: { b: 1 } },
  );
  const [a, b] = await Promise.allSettled([execute(A), execute(B)]);
  expect(a).toMatchObject({ status: "rejected", reason: { message: "There is no such course." } });
  expect(b).toMatchObject({ status: "fulfilled", value: { b: 1 } });
});

test("an unreachable server fails all queries of a list", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const outcomes = await Promise.allSettled([execute(A), execute(B)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
