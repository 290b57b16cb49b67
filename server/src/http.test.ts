import { afterAll, beforeAll, expect, test } from "vitest";
import { toVisit } from "./http.ts";
import { createApp } from "./app.ts";
import { startServer, type TestServer } from "./testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: "on" });
});
afterAll(() => server.close());

test("a request behind a trusted proxy is for the host of its Host header, whatever X-Forwarded-Host names", async () => {
  const app = await createApp(server.platform);
  app.get("/api/visit", (request) => ({ ...toVisit(request, server.platform), name: request.hostname }));
  const forwarded = { "x-forwarded-host": "riverside.localhost:8443", "x-forwarded-proto": "https" };
  const answer = await app.inject({ url: "/api/visit", headers: { host: "demo.localhost", ...forwarded } });
  expect(answer.json()).toMatchObject({
    origin: "https://demo.localhost",
    instanceLabel: "demo",
    name: "demo.localhost",
  });
  await app.close();
});

test("a page of content behind a trusted proxy may be framed by the instance of its Host header", async () => {
  const headers = { host: "p-1.content.demo.localhost", "x-forwarded-host": "p-1.content.riverside.localhost" };
  const answer = await server.content.inject({ url: "/scorm/x/return", headers });
  expect(answer.headers["content-security-policy"]).toContain("demo.localhost");
  expect(answer.headers["content-security-policy"]).not.toContain("riverside");
});
