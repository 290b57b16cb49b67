import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../testing/server.ts";
import { UnknownCallers } from "./unknown-callers.ts";

const LIMIT = 5;
const ADDRESS = "203.0.113.7";

let server: TestServer;
let learner: Client;
beforeAll(async () => {
  server = await startServer();
  learner = await server.as("learner@demo.test");
});
afterAll(() => server.close());
beforeEach(() => {
  // The window cannot end during a test.
  server.platform.unknownCallers = new UnknownCallers({ requests: LIMIT, seconds: 3_600, refusalMs: 0 });
});

/** Sends a public query. @returns the status */
const send = async (token: string | null, remoteAddress = ADDRESS) => {
  const answer = await server.app.inject({
    method: "POST",
    url: "/graphql",
    remoteAddress,
    headers: { host: "demo.localhost", ...(token && { authorization: `Bearer ${token}` }) },
    payload: { query: "{ __typename }" },
  });
  return answer.statusCode;
};
const sendAll = async (tokens: (string | null)[]) => {
  const statuses: number[] = [];
  for (const token of tokens) statuses.push(await send(token));
  return statuses;
};

describe("an address that sends too many requests without a valid token", () => {
  test("is refused when it sends no token", async () => {
    const statuses = await sendAll(Array.from({ length: LIMIT + 2 }, () => null));
    expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 200), 429, 429]);
    expect(await send(null, "203.0.113.8")).toBe(200);
  });

  test("is refused only after a delay, so that it cannot retry at once", async () => {
    server.platform.unknownCallers = new UnknownCallers({ requests: 1, seconds: 3_600, refusalMs: 100 });
    await send(null);
    const before = performance.now();
    expect(await send(null)).toBe(429);
    // A lower bound: a slow machine makes it only larger.
    expect(performance.now() - before).toBeGreaterThanOrEqual(99);
  });

  test("is refused when it invents a token for each request", async () => {
    const statuses = await sendAll(Array.from({ length: LIMIT + 2 }, (_, index) => `invented-${index}`));
    expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 200), 429, 429]);
  });

  test("keeps serving sessions that it served before", async () => {
    expect(await send(learner.token)).toBe(200);
    await sendAll(Array.from({ length: LIMIT + 2 }, () => null));
    expect(await send(learner.token)).toBe(200);
  });

  test("is refused with a session that has ended", async () => {
    const ended = await server.as("learner@demo.test");
    expect(await send(ended.token)).toBe(200);
    await server.inside("demo", (db) => db.deleteFrom("sessions").execute());
    await sendAll(Array.from({ length: LIMIT + 1 }, () => null));
    expect(await sendAll([ended.token, ended.token])).toEqual([200, 429]);
    learner = await server.as("learner@demo.test");
  });
});
