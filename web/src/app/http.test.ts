import { afterEach, describe, expect, test, vi } from "vitest";
import { request, upload } from "./http.ts";

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

describe("upload", () => {
  /** Replaces the browser's requests by ones that are answered at once. @returns what happened to them */
  function pretendRequests() {
    const events: string[] = [];
    class PretendedRequest {
      upload = {};
      status = 200;
      response = { id: 7 };
      onload = () => {};
      onloadend = () => {};
      open = () => {};
      setRequestHeader = () => {};
      abort = () => void events.push("aborted");
      send = () => {
        events.push("sent");
        this.onload();
        this.onloadend();
      };
    }
    vi.stubGlobal("XMLHttpRequest", PretendedRequest);
    return events;
  }

  test("does not listen to a signal any longer when it is done", async () => {
    const events = pretendRequests();
    const control = new AbortController();
    expect(await upload("/api/files", "{}", { signal: control.signal })).toEqual({ id: 7 });
    control.abort();
    expect(events).toEqual(["sent"]);
  });

  test("rejects when it was cancelled before it began", async () => {
    const events = pretendRequests();
    const cancelled = upload("/api/files", "{}", { signal: AbortSignal.abort() });
    await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
    expect(events).toEqual([]);
  });
});
