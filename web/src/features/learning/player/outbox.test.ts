import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../app/errors.ts";
import { createOutbox } from "./outbox.ts";

const down = new ApiError("The server could not be reached.", { code: "NETWORK" });
let isDown = false;
let sent: string[] = [];
let refused: string[] = [];

function outbox(send: (letter: string) => Promise<string> = async (letter) => letter) {
  const made = createOutbox<{ id: string }, string>({
    storageKey: "letters:",
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

test("letters are sent one after the other", async () => {
  const box = outbox();
  box.put("1", { id: "one" });
  box.put("2", { id: "two" });
  await box.flush();
  expect(sent).toEqual(["one", "two"]);
  expect(box.waiting().size).toBe(0);
});

test("while the line is down letters wait, and of each kind only the newest is sent", async () => {
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

test("when the browser is online again, sending goes on at once", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", { id: "one" });
  await vi.advanceTimersByTimeAsync(100);
  isDown = false;
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["one"]);
});

test("whoever waits for the line is told that it is down", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", { id: "one" });
  await expect(box.flush()).rejects.toBe(down);
  expect(box.waiting().size).toBe(1);
});

test("what was not sent is still there after a reload of the page", async () => {
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

test("what the server refuses is not sent again", async () => {
  const box = outbox((letter) => (letter === "bad" ? Promise.reject(new Error("no")) : Promise.resolve(letter)));
  box.put("1", { id: "bad" });
  box.put("2", { id: "good" });
  await box.flush();
  expect(refused).toEqual(["1"]);
  expect(sent).toEqual(["good"]);
});

test("somebody who has to sign in again loses nothing", async () => {
  const box = outbox(() => Promise.reject(new ApiError("Please sign in.", { code: "UNAUTHENTICATED" })));
  box.put("1", { id: "one" });
  await vi.advanceTimersByTimeAsync(10);
  box.stop();
  expect(refused).toEqual([]);
  expect(localStorage.getItem("letters:1")).toContain("one");
});

test("a page that goes away sends at once what still waits for its turn", async () => {
  const begun: string[] = [];
  const box = outbox((letter) => {
    begun.push(letter);
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

test("letters of another tab stay when those of this one are sent", async () => {
  isDown = true;
  const other = outbox();
  other.put("1", { id: "of the other tab" });
  await vi.advanceTimersByTimeAsync(0);
  other.stop();
  await vi.advanceTimersByTimeAsync(0);
  isDown = false;
  const box = outbox();
  localStorage.setItem("letters:1", JSON.stringify({ at: 2, thing: { id: "newer, of the other tab" } }));
  box.put("2", { id: "two" });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["of the other tab", "two"]);
  expect(localStorage.getItem("letters:1")).toContain("newer");
});

test("letters are sent in their order also after a reload", async () => {
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
