import { afterEach, expect, test, vi } from "vitest";
import { speakEnglish } from "../../testing/english.ts";
import { pretendDatabase } from "../../testing/database.ts";
import { claimCalls, keepCalls, replayKeptCalls, sendKeptCalls } from "./keptCalls.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

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

const calls = ["set-value", "finish"].map((path, index) => ({ path, body: { path }, sequence: index + 1 }));

/** Answers each call by its path. @returns the paths that were sent, with their sessions */
function pretendBridge(statuses: Record<string, number> = {}) {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    const path = url.split("/").at(-1)!;
    sent.push(`${headers["x-scorm-launch"]} ${path}`);
    return new Response("{}", { status: statuses[path] ?? 200 });
  });
  return sent;
}

test("sends what a package has left on this device from the next page, once and for this user alone", async () => {
  pretendDatabase();
  const sent = pretendBridge();
  await keepCalls("1:9", { token: "t", waiting: calls });
  await keepCalls("12:9", { token: "other", waiting: calls });
  await replayKeptCalls(1);
  await replayKeptCalls(1);
  expect(sent).toEqual(["t set-value", "t finish"]);
  expect(Object.keys(localStorage)).toEqual(["scorm:12:9"]);
});

test("leaves what the server rejects to the window of the unit, which says so", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  pretendDatabase();
  const sent = pretendBridge({ finish: 409 });
  await keepCalls("1:9", { token: "t", waiting: calls });
  await replayKeptCalls(1);
  await replayKeptCalls(1);
  expect(sent).toEqual(["t set-value", "t finish"]);
  expect(await sendKeptCalls("1:9")).toBe("late");
  expect(sent.slice(2)).toEqual(["t finish"]);
});

test("leaves the calls of a package whose window is open in this page", async () => {
  pretendDatabase();
  const sent = pretendBridge();
  await keepCalls("1:9", { token: "t", waiting: calls });
  const release = claimCalls("1:9");
  await replayKeptCalls(1);
  expect(sent).toEqual([]);
  release();
  await replayKeptCalls(1);
  expect(sent).toHaveLength(2);
});
