import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueue } from "./queue.ts";
import { Refused, type send } from "./state.ts";

type Sent = { path: string; body: Record<string, unknown>; sequence: number | null; keepalive?: boolean };
let sent: Sent[];
/** The simulated network: returns nothing, or throws. */
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

describe("queue of a session", () => {
  test("sends calls one after another, numbered in order", async () => {
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

  test("retries while offline in the same order and reports what is waiting", async () => {
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

  test("continues at once when online again", async () => {
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

  test("sends many waiting values together, and each alone when one is rejected", async () => {
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
    // The rejected one is reported.
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

  test("sends waiting calls, and those made after, by requests that outlive the page", async () => {
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

  test("sends every type under which an answer was set when the page closes", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.put("set-value", set("cmi.interactions.0.type", "choice"));
    calls.put("set-value", set("cmi.interactions.0.learner_response", "a[,]b"));
    calls.put("set-value", set("cmi.interactions.0.type", "numeric"));
    await settle();
    calls.leave();
    expect(sent.at(-1)!.body["values"]).toMatchObject([{ value: "choice" }, { value: "a[,]b" }, { value: "numeric" }]);
  });

  test("never exceeds the browser's limit when the page closes", async () => {
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

  test("loses nothing that did not fit while the page was hidden", async () => {
    const server = new Map<unknown, unknown>();
    let last = 0;
    let isDown = true;
    // Like the server, answers but does not carry out what is not newer than the last message.
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

  test("sends the sequencing state when the page closes and keeps it for later [SCORM 2004 SN UP.4]", async () => {
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

  test("sends the sequencing state alone when nothing else is waiting", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.put("sequencing", { ...context, state: "first" });
    calls.put("sequencing", { ...context, state: "second" });
    await settle();
    calls.leave();
    expect(sent.at(-1)).toMatchObject({ path: "sequencing", keepalive: true, body: { state: "second" } });
    expect(onChange.mock.lastCall![0].waiting).toHaveLength(1);
  });

  test("sends calls made while the page closes before the content's handler returns", () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    calls.leave();
    // Nothing is awaited from here: a closing page may not run microtasks.
    calls.put("set-value", set("cmi.location", "end"));
    expect(sent.at(-1)!.body["values"]).toMatchObject([{ value: "end" }]);
    calls.put("finish", context);
    expect(sent.at(-1)).toMatchObject({ path: "finish", keepalive: true, body: { values: [{ value: "end" }] } });
    calls.put("sequencing", { ...context, state: "done" });
    expect(sent.at(-1)).toMatchObject({ path: "finish", body: { sequencing: { state: "done" } } });
  });

  test("sends all entries of the call log that fit when the page closes", async () => {
    line = () => new TypeError("Failed to fetch");
    const calls = queue();
    const put = (call: string) => calls.put("calls", { ...context, calls: [{ call }] }, false);
    put("Initialize");
    put("x".repeat(20_000));
    put("SetValue");
    await settle();
    sent = [];
    calls.leave();
    put("Terminate");
    await settle();
    expect(sent.map(({ body }) => (body["calls"] as { call: string }[])[0]!.call)).toEqual([
      "Initialize",
      "SetValue",
      "Terminate",
    ]);
    expect(sent.every(({ keepalive }) => keepalive)).toBe(true);
  });

  test("reserves space for the end, however many calls are made while the page closes", () => {
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

  test("sends lists in growing order when the page closes, also when an earlier place has the newer value", async () => {
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
