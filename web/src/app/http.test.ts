import { afterEach, expect, test, vi } from "vitest";
import { request } from "./http.ts";

afterEach(() => vi.unstubAllGlobals());

test("request sends again, once, a request that was refused for its cookies", async () => {
  const answers = [new Response("", { status: 431 }), Response.json({ id: 7 })];
  const fetched = vi.fn((_url: string, _options: RequestInit) => Promise.resolve(answers.shift()!));
  vi.stubGlobal("fetch", fetched);
  expect(await request("/api/x", { method: "POST", body: "{}" })).toEqual({ id: 7 });
  expect(fetched.mock.calls.map(([, { method, body }]) => [method, body])).toEqual([
    ["POST", "{}"],
    ["POST", "{}"],
  ]);
  answers.push(new Response("", { status: 431 }), new Response("", { status: 431 }));
  await expect(request("/api/x")).rejects.toThrow();
});
