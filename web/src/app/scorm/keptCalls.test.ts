import { afterEach, expect, test, vi } from "vitest";
import { speakEnglish } from "../../testing/english.ts";
import { sendKeptCalls } from "./keptCalls.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Simulates the storage of a device that holds one unsent call. */
function pretendKept() {
  const kept = { token: "t", waiting: [{ path: "commit", body: {}, sequence: 1, at: "2026-11-20T10:00:00Z" }] };
  const answered = (result: unknown) => {
    const request = { result, onsuccess: () => {} };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const calls = { get: () => answered(kept), delete: () => answered(undefined) };
  const database = { transaction: () => ({ objectStore: () => calls }), close: () => {} };
  vi.stubGlobal("indexedDB", { open: () => answered(database) });
}

test.each([
  ["the network fails", () => Promise.reject(new TypeError("Failed to fetch")), "NETWORK"],
  ["a proxy answers instead of the server", async () => new Response("<html>", { status: 502 }), "NETWORK"],
  ["the server fails", async () => new Response('{"error":"Try again."}', { status: 500 }), "INTERNAL"],
  ["the session has ended", async () => new Response('{"error":"Sign in."}', { status: 401 }), "UNAUTHENTICATED"],
])("unsent calls stay, with an error that can be shown, when %s", async (_, answer, code) => {
  speakEnglish();
  pretendKept();
  const fetched = vi.fn(answer);
  vi.stubGlobal("fetch", fetched);
  await expect(sendKeptCalls("1:9")).rejects.toMatchObject({ name: "ApiError", code });
  expect(fetched).toHaveBeenCalledTimes(1);
});
