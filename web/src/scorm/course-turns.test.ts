import { afterEach, expect, test, vi } from "vitest";
import { item, rule } from "../testing/activities.ts";
import { openCourse } from "../testing/course2004.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

type Api = Record<string, (...given: string[]) => string>;
const findApi = () => (window as unknown as Record<string, Api | undefined>)["API_1484_11"];

/** Ends the session of the current content, which asks for the next activity. */
function goOn() {
  const api = findApi()!;
  api["Initialize"]!("");
  api["SetValue"]!("adl.nav.request", "continue");
  api["Terminate"]!("");
}

/** Gives the frames of the page the load event of an empty page, as no page is loaded here. */
const load = () => document.querySelectorAll("iframe").forEach((frame) => frame.dispatchEvent(new Event("load")));

test("reports why the activity could not be opened that content has asked for", async () => {
  const { failures } = await openCourse(item("org", {}, [item("a"), item("b")]));
  const refusal = { error: "This unit was opened again in another window and continues there." };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(refusal), { status: 409 }));
  goOn();
  await expect
    .poll(() => {
      load();
      return failures;
    })
    .toMatchObject([{ message: refusal.error }]);
});

test("opens one activity after the other when the learner chooses one while content goes on by itself", async () => {
  const { course, turns, shown, failures } = await openCourse(item("org", {}, [item("a"), item("b"), item("c")]));
  const opened = vi.fn(async (_: string) => new Response(JSON.stringify({ cmi: {} })));
  vi.stubGlobal("fetch", opened);
  goOn();
  turns.take(() => course.command("choice", "c"));
  await expect
    .poll(() => {
      load();
      return opened.mock.calls.map(([url]) => url.at(-1));
    })
    .toEqual(["b", "c"]);
  await expect.poll(shown).toBe("c");
  expect([failures, typeof findApi(), document.querySelectorAll("iframe").length]).toEqual([[], "object", 1]);
});

test("answers a window of content that was removed as after the end of its session", async () => {
  const { course, sent, shown } = await openCourse(item("org", {}, [item("a"), item("b")]));
  const former = findApi()!;
  former["Initialize"]!("");
  const chosen = course.command("choice", "b");
  load();
  await chosen;
  expect(shown()).toBe("b");
  const api = findApi()!;
  api["Initialize"]!("");
  const before = sent.length;
  expect([
    former["SetValue"]!("cmi.location", "page 9"),
    former["GetLastError"]!(),
    former["Commit"]!(""),
    former["Terminate"]!(""),
  ]).toEqual(["false", "133", "false", "false"]);
  expect(sent.slice(before)).toEqual([]);
  expect([api["SetValue"]!("cmi.location", "page 1"), api["Terminate"]!("")]).toEqual(["true", "true"]);
});

test("opens the next activity when the network returns that was lost between two of them", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const { shown, failures } = await openCourse(item("org", {}, [item("a"), item("b")]));
  const answer = vi
    .fn(async () => new Response(JSON.stringify({ cmi: { "cmi.location": "page 7" } })))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValueOnce(new Response("<html>", { status: 502 }));
  vi.stubGlobal("fetch", answer);
  goOn();
  await expect
    .poll(() => {
      load();
      dispatchEvent(new Event("online"));
      return shown();
    })
    .toBe("b");
  expect(answer).toHaveBeenCalledTimes(3);
  findApi()!["Initialize"]!("");
  expect([findApi()!["GetValue"]!("cmi.location"), failures]).toEqual(["page 7", []]);
});

test("does not take back a completion when the window closes after content has ended", async () => {
  const completedByAny = {
    action: "completed",
    consideration: "any",
    minimumCount: 0,
    minimumPercent: 0,
    conditionCombination: "any",
    conditions: [{ condition: "completed", operator: "noOp" }],
  };
  const { course, last } = await openCourse(
    item("org", { rollupRules: { rules: [completedByAny] } }, [item("a"), item("b")]),
  );
  const api = findApi()!;
  api["Initialize"]!("");
  api["SetValue"]!("cmi.exit", "normal");
  api["Terminate"]!("");
  expect(last("sequencing")).toMatchObject({ completion: "completed" });
  const state = last("sequencing")!["state"];
  const closed = course.close();
  load();
  await closed;
  // It replaces the former report where that has not been sent yet.
  expect(last("sequencing")).toMatchObject({ completion: "completed", state });
});

test("tells that nothing is shown when the activity that follows is closed, until another is chosen", async () => {
  const closed = { preConditionRules: [rule("disabled", "always")] };
  const { course, shown, view } = await openCourse(
    item("org", {}, [item("a"), item("b", { sequencingRules: closed })]),
  );
  expect(view()).toMatchObject({ current: "a", isBlank: false });
  const commands = [
    { name: "continue", target: undefined, after: null },
    { name: "choice", target: "a", after: "a" },
  ] as const;
  for (const { name, target, after } of commands) {
    const done = course.command(name, target);
    load();
    await done;
    expect([shown(), view()!.current, view()!.isBlank]).toEqual([after, "a", after === null]);
  }
});
