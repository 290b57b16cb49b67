import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../app/errors.ts";
import { createOutbox } from "./outbox.ts";

const down = new ApiError("The server could not be reached.", { code: "NETWORK" });
let isDown = false;
let sent: string[] = [];
let refused: string[] = [];

function outbox(send: (message: string) => Promise<string> = async (message) => message) {
  const made = createOutbox<{ id: string }, string>({
    storageKey: "messages:",
    send: (_, { id }) => (isDown ? Promise.reject(down) : send(id)),
    onSent: (_, { id }) => sent.push(id),
    onRefused: (key) => refused.push(key),
    onChange: () => {},
  });
  made.start();
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  isDown = false;
  sent = [];
  refused = [];
});
afterEach(() => void vi.useRealTimers());

test("sends messages one after another", async () => {
  const box = outbox();
  box.put("1", { id: "one" });
  box.put("2", { id: "two" });
  await box.flush();
  expect(sent).toEqual(["one", "two"]);
  expect(box.waiting().size).toBe(0);
});

test("keeps only the newest message of each key while offline", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", { id: "first try" });
  await vi.advanceTimersByTimeAsync(10);
  box.put("2", { id: "other" });
  box.put("1", { id: "second try" });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent).toEqual([]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(["other", "second try"]);
});

test("continues sending when the browser is online again", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", { id: "one" });
  await vi.advanceTimersByTimeAsync(100);
  isDown = false;
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["one"]);
});

test("rejects a flush while offline", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", { id: "one" });
  await expect(box.flush()).rejects.toBe(down);
  expect(box.waiting().size).toBe(1);
});

test("keeps unsent messages after a reload", async () => {
  isDown = true;
  const before = outbox();
  before.put("1", { id: "one" });
  await vi.advanceTimersByTimeAsync(0);
  before.stop();
  await vi.advanceTimersByTimeAsync(0);
  isDown = false;
  outbox();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["one"]);
  expect(localStorage.length).toBe(0);
});

test("does not repeat a message that the server rejects", async () => {
  const box = outbox((message) => (message === "bad" ? Promise.reject(new Error("no")) : Promise.resolve(message)));
  box.put("1", { id: "bad" });
  box.put("2", { id: "good" });
  await box.flush();
  expect(refused).toEqual(["1"]);
  expect(sent).toEqual(["good"]);
});

test("keeps messages of a learner who has to sign in again", async () => {
  const box = outbox(() => Promise.reject(new ApiError("Please sign in.", { code: "UNAUTHENTICATED" })));
  box.put("1", { id: "one" });
  await vi.advanceTimersByTimeAsync(10);
  box.stop();
  expect(refused).toEqual([]);
  expect(localStorage.getItem("messages:1")).toContain("one");
});

test("sends waiting messages at once when the page closes", async () => {
  const begun: string[] = [];
  const box = outbox((message) => {
    begun.push(message);
    return new Promise(() => {});
  });
  box.put("1", { id: "one" });
  box.put("2", { id: "two" });
  box.put("3", { id: "three" });
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(["one"]);
  dispatchEvent(new Event("pagehide"));
  expect(begun).toEqual(["one", "two", "three"]);
});

test("keeps another tab's messages when its own are sent", async () => {
  isDown = true;
  const other = outbox();
  other.put("1", { id: "of the other tab" });
  await vi.advanceTimersByTimeAsync(0);
  other.stop();
  await vi.advanceTimersByTimeAsync(0);
  isDown = false;
  const box = outbox();
  localStorage.setItem("messages:1", JSON.stringify({ at: 2, thing: { id: "newer, of the other tab" } }));
  box.put("2", { id: "two" });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["of the other tab", "two"]);
  expect(localStorage.getItem("messages:1")).toContain("newer");
});

test.each([false, true])(
  "drops an older message that another tab has replaced, when the newer one is sent: %s",
  async (isSent) => {
    isDown = true;
    const box = outbox();
    box.put("1", { id: "older" });
    await vi.advanceTimersByTimeAsync(0);
    const newValue = JSON.stringify({ at: Date.now() + 1, thing: { id: "newer, of the other tab" } });
    localStorage.setItem("messages:1", newValue);
    dispatchEvent(new StorageEvent("storage", { key: "messages:1", newValue }));
    if (isSent) localStorage.removeItem("messages:1");
    isDown = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    expect(box.waiting().size).toBe(0);
    expect(localStorage.length).toBe(isSent ? 0 : 1);
    box.stop();
  },
);

test("sends a message that the full storage could not replace", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", { id: "older" });
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  box.put("1", { id: "newer" });
  full.mockRestore();
  isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(["newer"]);
  box.stop();
});

test("sends messages in order after a reload", async () => {
  isDown = true;
  const before = outbox();
  before.put("9", { id: "one" });
  before.put("3", { id: "two" });
  before.put("5", { id: "three" });
  await vi.advanceTimersByTimeAsync(0);
  before.stop();
  await vi.advanceTimersByTimeAsync(0);
  isDown = false;
  await outbox().flush();
  expect(sent.slice(-3)).toEqual(["one", "two", "three"]);
});
