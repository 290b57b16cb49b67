import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../app/errors.ts";
import { createOutbox } from "./outbox.ts";

const down = new ApiError("The server could not be reached.", { code: "NETWORK" });
let isDown = false;
let sent: string[] = [];
let refused: string[] = [];

function outbox(send: (letter: string) => Promise<string> = async (letter) => letter) {
  const made = createOutbox<string, string>({
    storage: sessionStorage,
    storageKey: "letters",
    send: (_, letter) => (isDown ? Promise.reject(down) : send(letter)),
    onSent: (_, letter) => sent.push(letter),
    onRefused: (key) => refused.push(key),
    onChange: () => {},
  });
  made.start();
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  isDown = false;
  sent = [];
  refused = [];
});
afterEach(() => void vi.useRealTimers());

test("letters are sent one after the other", async () => {
  const box = outbox();
  box.put("1", "one");
  box.put("2", "two");
  await box.flush();
  expect(sent).toEqual(["one", "two"]);
  expect(box.waiting().size).toBe(0);
});

test("while the line is down letters wait, and of each kind only the newest is sent", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", "first try");
  await vi.advanceTimersByTimeAsync(10);
  box.put("2", "other");
  box.put("1", "second try");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent).toEqual([]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(["other", "second try"]);
});

test("when the browser is online again, sending goes on at once", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", "one");
  await vi.advanceTimersByTimeAsync(100);
  isDown = false;
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["one"]);
});

test("whoever waits for the line is told that it is down", async () => {
  isDown = true;
  const box = outbox();
  box.put("1", "one");
  await expect(box.flush()).rejects.toBe(down);
  expect(box.waiting().size).toBe(1);
});

test("what was not sent is still there after a reload of the page", async () => {
  isDown = true;
  const before = outbox();
  before.put("1", "one");
  await vi.advanceTimersByTimeAsync(0);
  before.stop();
  await vi.advanceTimersByTimeAsync(0);
  isDown = false;
  outbox();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["one"]);
  expect(sessionStorage.getItem("letters")).toBeNull();
});

test("what the server refuses is not sent again", async () => {
  const box = outbox((letter) => (letter === "bad" ? Promise.reject(new Error("no")) : Promise.resolve(letter)));
  box.put("1", "bad");
  box.put("2", "good");
  await box.flush();
  expect(refused).toEqual(["1"]);
  expect(sent).toEqual(["good"]);
});

test("somebody who has to sign in again loses nothing", async () => {
  const box = outbox(() => Promise.reject(new ApiError("Please sign in.", { code: "UNAUTHENTICATED" })));
  box.put("1", "one");
  await vi.advanceTimersByTimeAsync(10);
  box.stop();
  expect(refused).toEqual([]);
  expect(sessionStorage.getItem("letters")).toContain("one");
});
