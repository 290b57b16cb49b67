import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueue } from "./queue.ts";
import { Refused, type send } from "./state.ts";

type Sent = { path: string; body: Record<string, unknown>; sequence: number | null; keepalive?: boolean };
let sent: Sent[];
/** What the line does with each message: nothing, or an error. */
let line: (message: Sent) => unknown;
const transport: typeof send = async (path, body, options) => {
  const message = { path, body: body as Record<string, unknown>, ...options };
  sent.push(message);
  const failure = line(message);
  if (failure) throw failure;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockReturnValue();
  sent = [];
  line = () => null;
});
afterEach(() => vi.useRealTimers());

const onChange = vi.fn();
const onStopped = vi.fn();
const onRefused = vi.fn();
const queue = () => createQueue({ firstSequence: 0, onChange, onStopped, onRefused, transport });
const context = { scoUuid: "sco", scormId: 1 };
const set = (key: string, value: string) => ({ ...context, key, value });
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the queue of a session", () => {
  test("sends one call after the other, numbered in their order", async () => {
    const calls = queue();
    calls.put("initialize", context);
    calls.put("set-value", set("a", "1"));
    calls.put("set-value", set("a", "2"));
    calls.put("finish", context);
    await settle();
    expect(sent.map(({ path, body, sequence }) => [path, body["value"], sequence])).toEqual([
      ["initialize", undefined, 1],
      ["set-value", "1", 2],
      ["set-value", "2", 3],
      ["finish", undefined, 4],
    ]);
    expect(onChange).toHaveBeenLastCalledWith({ waiting: [], isFailing: false, hasSaved: true });
  });

  test("tries again while the line is down, in the same order, and says what waits", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.put("initialize", context);
    calls.put("set-value", set("a", "1"));
    await settle();
    expect(onChange).toHaveBeenLastCalledWith(
      expect.objectContaining({
        isFailing: true,
        waiting: [expect.objectContaining({ sequence: 1 }), expect.objectContaining({ sequence: 2 })],
      }),
    );
    line = () => null;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent.slice(-2).map(({ path }) => path)).toEqual(["initialize", "set-value"]);
    expect(onChange).toHaveBeenLastCalledWith({ waiting: [], isFailing: false, hasSaved: true });
  });

  test("goes on at once when the line is back", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.put("commit", context);
    await settle();
    const before = sent.length;
    line = () => null;
    dispatchEvent(new Event("online"));
    await settle();
    expect(sent.length).toBe(before + 1);
  });

  test("sends many values that wait together, and each alone when one of them is not taken", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    for (let n = 0; n < 20; n++) calls.put("set-value", set(`k${n}`, "v"));
    await settle();
    sent = [];
    let first = true;
    line = ({ path, body }) => {
      if (path === "commit" && first) {
        first = false;
        return new Refused(422, "One is wrong.");
      }
      return body["key"] === "k3" ? new Refused(422, "This one.") : null;
    };
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent[0]).toMatchObject({
      path: "commit",
      sequence: 20,
      body: { values: expect.arrayContaining([{ key: "k0", value: "v", sequence: 1 }]) },
    });
    expect(sent.slice(1).map(({ body }) => body["key"])).toEqual(Array.from({ length: 20 }, (_, n) => `k${n}`));
    // The one that was not taken is told of.
    expect(onRefused).toHaveBeenCalledOnce();
    await calls.flush();
  });

  test("stops for good when the unit was opened elsewhere", async () => {
    line = () => new Refused(409, "Opened elsewhere.");
    const calls = queue();
    calls.put("set-value", set("a", "1"));
    calls.put("finish", context);
    await settle();
    expect([sent.length, onStopped.mock.lastCall?.[0].message]).toEqual([1, "Opened elsewhere."]);
    await calls.flush();
  });

  test("sends what waits by a request that outlives the page, and what is said after it too", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.put("set-value", set("a", "old"));
    calls.put("set-value", set("a", "new"));
    await settle();
    sent = [];
    calls.leave();
    expect(sent).toMatchObject([
      { path: "commit", keepalive: true, body: { values: [{ key: "a", value: "new", sequence: 2 }] } },
    ]);
    calls.put("set-value", set("status", "passed"));
    calls.put("finish", context);
    await settle();
    expect(sent.at(-1)).toMatchObject({
      path: "finish",
      keepalive: true,
      body: {
        ...context,
        values: [
          { key: "a", value: "new" },
          { key: "status", value: "passed" },
        ],
      },
    });
  });

  test("sends on leaving every type that an answer was given under", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.put("set-value", set("cmi.interactions.0.type", "choice"));
    calls.put("set-value", set("cmi.interactions.0.learner_response", "a[,]b"));
    calls.put("set-value", set("cmi.interactions.0.type", "numeric"));
    await settle();
    calls.leave();
    expect(sent.at(-1)!.body["values"]).toMatchObject([{ value: "choice" }, { value: "a[,]b" }, { value: "numeric" }]);
  });

  test("never sends more on leaving than the browser lets through", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.put("set-value", set("cmi.suspend_data", "é".repeat(40_000)));
    calls.put("set-value", set("cmi.location", "here"));
    await settle();
    calls.leave();
    const { body, sequence, path } = sent.at(-1)!;
    expect(new Blob([JSON.stringify(body)]).size).toBeLessThan(64_000);
    expect(body["values"]).toEqual([{ key: "cmi.location", value: "here", sequence: 2 }]);
    expect([path, sequence]).toEqual(["commit", null]);
  });

  test("loses nothing of what found no room while the page was out of sight", async () => {
    const server = new Map<unknown, unknown>();
    let last = 0;
    let isDown = true;
    // As the server does: what is not newer than the last message is answered, and not carried out.
    line = ({ body: { key, value, values = key ? [{ key, value }] : [] }, sequence }) => {
      if (isDown) return new TypeError("Failed to fetch");
      if (sequence !== null && sequence <= last) return null;
      last = sequence ?? last;
      for (const each of values as { key: string; value: string }[]) server.set(each.key, each.value);
      return null;
    };
    const calls = queue();
    calls.put("set-value", set("cmi.suspend_data", "x".repeat(60_000)));
    calls.put("set-value", set("cmi.location", "here"));
    await settle();
    isDown = false;
    calls.hide();
    await settle();
    expect([...server.keys()]).toEqual(["cmi.location"]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([...server.keys()]).toEqual(["cmi.location", "cmi.suspend_data"]);
  });

  test("sends on leaving where the learner is in the course, and keeps it for later [SCORM 2004 SN UP.4]", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    const report = (state: string, more: object = {}) => ({ ...context, state, completion: "completed", ...more });
    calls.put("initialize", context);
    calls.put("sequencing", report("first", { shared: { objectives: { a: { satisfied: true } }, data: {} } }));
    calls.put("set-value", set("cmi.completion_status", "completed"));
    calls.put("finish", context);
    calls.put("sequencing", report("second", { shared: { objectives: {}, data: { b: "text" } } }));
    await settle();
    expect(onChange.mock.lastCall![0].waiting.map(({ path }: { path: string }) => path)).toEqual([
      "initialize",
      "sequencing",
      "set-value",
      "finish",
      "sequencing",
    ]);
    calls.leave();
    expect(sent.at(-1)).toMatchObject({
      path: "finish",
      keepalive: true,
      sequence: 6,
      body: {
        ...context,
        isLeaving: true,
        initialize: 1,
        finish: 4,
        values: [{ key: "cmi.completion_status", sequence: 3 }],
        sequencing: {
          sequence: 5,
          state: "second",
          shared: { objectives: { a: { satisfied: true } }, data: { b: "text" } },
        },
      },
    });
  });

  test("sends where the learner is in the course alone, where nothing else waits", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.put("sequencing", { ...context, state: "first" });
    calls.put("sequencing", { ...context, state: "second" });
    await settle();
    calls.leave();
    expect(sent.at(-1)).toMatchObject({ path: "sequencing", keepalive: true, body: { state: "second" } });
    expect(onChange.mock.lastCall![0].waiting).toHaveLength(1);
  });

  test("sends what content says while the page goes before the content's handler has returned", () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.leave();
    // Nothing is awaited from here on: a page that is closed may come to no microtask.
    calls.put("set-value", set("cmi.location", "end"));
    expect(sent.at(-1)!.body["values"]).toMatchObject([{ value: "end" }]);
    calls.put("finish", context);
    expect(sent.at(-1)).toMatchObject({ path: "finish", keepalive: true, body: { values: [{ value: "end" }] } });
    calls.put("sequencing", { ...context, state: "done" });
    expect(sent.at(-1)).toMatchObject({ path: "finish", body: { sequencing: { state: "done" } } });
  });

  test("leaves room for the end, however much content says while the page goes", () => {
    line = () => new Promise(() => {});
    const calls = queue();
    calls.leave();
    for (let n = 0; n < 20; n++) calls.put("set-value", set(`cmi.interactions.${n}.id`, "x".repeat(1_000)));
    calls.put("commit", context);
    calls.put("finish", context);
    const sizes = sent.map(({ body }) => new Blob([JSON.stringify(body)]).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(65_536);
    expect(sent.at(-1)!.path).toBe("finish");
    expect(sent.at(-1)!.body["values"]).toHaveLength(20);
  });

  test("sends lists on leaving so that they grow one by one, though an earlier place has the newer value", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    const comment = (index: number) => `cmi.comments_from_learner.${index}.comment`;
    calls.put("set-value", set(comment(0), "first"));
    calls.put("set-value", set(comment(1), "second"));
    calls.put("set-value", set(comment(0), "first, changed"));
    await settle();
    calls.leave();
    expect(sent.at(-1)!.body["values"]).toMatchObject([
      { key: comment(0), value: "first" },
      { key: comment(1), value: "second" },
      { key: comment(0), value: "first, changed" },
    ]);
  });
});
