import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createErrorHandler } from "../http.ts";
import { ANONYMOUS_BYTES, limitRequestBodies, parseJsonBodies } from "./request-bodies.ts";

const VALID = "Bearer valid";
const MB = 1024 * 1024;
/** How long a refusal is delayed. */
const REFUSAL_MS = 100;

let app: FastifyInstance;
let reached: number;
/** How long a body may take: a busy machine is slow, and only a test that waits for the end of this time shortens it. */
let receiveMs: { anonymous: number; signedIn: number };
/** Held back until a test releases them. */
let release: () => void;
beforeEach(async () => {
  reached = 0;
  receiveMs = { anonymous: 240_000, signedIn: 240_000 };
  const held = new Promise<void>((resolve) => (release = resolve));
  app = Fastify({ bodyLimit: 8 * MB });
  app.setErrorHandler(createErrorHandler(null));
  limitRequestBodies(app, {
    isSignedIn: async (_, authorization) => authorization?.startsWith(VALID) ?? false,
    receiveMs,
    refusalMs: REFUSAL_MS,
  });
  parseJsonBodies(app);
  app.post("/echo", { config: { isPublic: true } }, async (request) => {
    reached++;
    return { body: request.body };
  });
  const findAuthorization = {
    mayBeIn: () => true,
    find: (start: string) => /^"(Bearer \w+)/.exec(start)?.[1] ?? null,
  };
  app.post("/find", { config: { isPublic: true, findAuthorization } }, async (request) => {
    reached++;
    return { body: request.body };
  });
  app.post("/form", { config: { isPublic: true, anonymousBytes: 4 * ANONYMOUS_BYTES } }, async () => {
    reached++;
    await held;
    return {};
  });
  app.post("/hold", async () => {
    reached++;
    await held;
    return {};
  });
  app.post("/public-hold", { config: { isPublic: true } }, async () => {
    reached++;
    await held;
    return {};
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => app.close());

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "POST", url, payload, headers: { "content-type": "application/json", ...headers } });
const text = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));

describe("a request body", () => {
  test("of 16 kB is received without a token, and one byte more only with a valid one", async () => {
    expect((await post("/echo", text(ANONYMOUS_BYTES))).statusCode).toBe(200);
    expect((await post("/echo", text(ANONYMOUS_BYTES + 1))).statusCode).toBe(413);
    expect((await post("/echo", text(ANONYMOUS_BYTES + 1), { authorization: "Bearer forged" })).statusCode).toBe(401);
    expect(reached).toBe(1);
    expect((await post("/echo", text(ANONYMOUS_BYTES + 1), { authorization: VALID })).statusCode).toBe(200);
  });

  test("of a form of another site may be larger, and takes as many places of its sender as it has times 16 kB", async () => {
    expect((await post("/form", text(4 * ANONYMOUS_BYTES + 1))).statusCode).toBe(413);
    const sent = Array.from({ length: 12 }, () => post("/form", text(4 * ANONYMOUS_BYTES)));
    await expect.poll(() => reached).toBe(12);
    // Twelve take 48 of 50 places.
    expect((await post("/form", text(4 * ANONYMOUS_BYTES))).statusCode).toBe(429);
    release();
    for (const answer of sent) expect((await answer).statusCode).toBe(200);
  });

  test("is answered with 401 by a private route, whatever it contains", async () => {
    for (const payload of ["{}", "nonsense", text(ANONYMOUS_BYTES + 1)])
      expect((await post("/hold", payload)).statusCode).toBe(401);
    expect(reached).toBe(0);
  });

  test("that is larger than one caller's share is refused permanently", async () => {
    const headers = { authorization: VALID, "content-length": String(21 * MB) };
    expect((await post("/echo", "{}", headers)).statusCode).toBe(413);
  });

  test("of several parts or of unknown length needs a valid token", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    expect((await post("/echo", "--x--", headers)).statusCode).toBe(413);
    const chunked = { method: "POST", body: new Blob(["{}"]).stream(), duplex: "half" } as RequestInit;
    const { port } = app.server.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${port}/echo`, chunked)).status).toBe(413);
  });

  test("of a million empty objects is refused before it is parsed", async () => {
    const answer = await post("/echo", `[${"{},".repeat(1_000_000)}{}]`, { authorization: VALID });
    expect([answer.statusCode, reached]).toEqual([422, 0]);
  });

  test("is freed when its text was read, also when it is refused", async () => {
    const freed = vi.spyOn(ArrayBuffer.prototype, "transfer");
    try {
      const answer = await post("/echo", text(MB), { authorization: VALID });
      expect([answer.json().body.length, freed.mock.calls.length]).toEqual([MB - 2, 1]);
      const refused = await post("/echo", `[${"{},".repeat(200_000)}{}]`, { authorization: VALID });
      expect([refused.statusCode, freed.mock.calls.length]).toEqual([422, 2]);
    } finally {
      freed.mockRestore();
    }
  });

  test("with a key that reaches the prototype is refused", async () => {
    expect((await post("/echo", '{"__proto__": {"isAdmin": true}}')).statusCode).toBe(400);
  });

  test("is refused while 20 MB of its sender are in progress, and accepted afterwards", async () => {
    const sent = [1, 2, 3].map(() => post("/hold", text(6 * MB), { authorization: VALID }));
    await expect.poll(() => reached).toBe(3);
    const refused = await post("/echo", text(6 * MB), { authorization: VALID });
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "5"]);
    release();
    await Promise.all(sent);
    expect((await post("/echo", text(6 * MB), { authorization: VALID })).statusCode).toBe(200);
  });

  test("is refused while 64 MB of all senders together are in progress", async () => {
    const senders = [1, 2, 3, 4, 5].map((number) => `${VALID} ${number}`);
    const sent = senders.flatMap((authorization) => [1, 2].map(() => post("/hold", text(6 * MB), { authorization })));
    await expect.poll(() => reached).toBe(10);
    expect((await post("/echo", text(6 * MB), { authorization: `${VALID} 6` })).statusCode).toBe(429);
    release();
    await Promise.all(sent);
    expect((await post("/echo", text(6 * MB), { authorization: `${VALID} 6` })).statusCode).toBe(200);
  });

  test("without a token is refused only after a delay, so that its sender cannot retry at once", async () => {
    const sent = Array.from({ length: 50 }, () => post("/public-hold", "{}"));
    await expect.poll(() => reached).toBe(50);
    const before = performance.now();
    expect((await post("/echo", "{}")).statusCode).toBe(429);
    // A lower bound: a slow machine makes it only larger.
    expect(performance.now() - before).toBeGreaterThanOrEqual(REFUSAL_MS - 1);
    release();
    await Promise.all(sent);
  });

  test("is refused while 50 bodies without a token of its address are in progress", async () => {
    const sent = Array.from({ length: 50 }, () => post("/public-hold", "{}"));
    await expect.poll(() => reached).toBe(50);
    expect((await post("/echo", "{}")).statusCode).toBe(429);
    // Callers with tokens behind the same address are not refused.
    expect((await post("/echo", "{}", { authorization: VALID })).statusCode).toBe(200);
    release();
    await Promise.all(sent);
    expect((await post("/echo", "{}")).statusCode).toBe(200);
  });

  test("is received whole after valid credentials were found in its first 16 kB, on routes that look for them", async () => {
    const withToken = (token: string) => JSON.stringify(`${token} ${"x".repeat(2 * MB)}`);
    const answer = await post("/find", withToken(VALID));
    expect([answer.statusCode, answer.json().body]).toEqual([200, JSON.parse(withToken(VALID))]);
    expect((await post("/find", withToken("Bearer forged"))).statusCode).toBe(413);
    expect((await post("/echo", withToken(VALID))).statusCode).toBe(413);
    expect((await post("/find", withToken(VALID), { authorization: "Bearer forged" })).statusCode).toBe(401);
    expect(reached).toBe(1);
  });

  test("is refused when the part with its credentials does not arrive", async () => {
    receiveMs.anonymous = 200;
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    socket.write("POST /find HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{");
    await closed;
    expect(reached).toBe(0);
  });

  test("closes its connection when it does not arrive in time", async () => {
    receiveMs.anonymous = 200;
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    socket.write("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{");
    await closed;
    expect(reached).toBe(0);
  });
});
