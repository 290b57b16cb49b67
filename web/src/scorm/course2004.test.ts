import { afterEach, expect, test, vi } from "vitest";
import { item } from "../testing/activities.ts";
import { openCourse as open } from "../testing/course2004.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const next = { "adl.nav.request": "continue" };

test("starts a single content object although its organization forbids flow", async () => {
  const { shown } = await open(item("org", { sequencingControls: { choice: true, flow: false } }, [item("only")]));
  expect(shown()).toBe("only");
});

test("computes the course score as the mean of its units, with units not yet taken counted [SN 4th Ed. RB.1.1]", async () => {
  const { say, last } = await open(item("org", {}, [item("a"), item("b"), item("c"), item("d")]));
  await say({ "cmi.score.scaled": "1", "cmi.completion_status": "incomplete", ...next });
  expect(last("sequencing")).toMatchObject({ measure: 0.25 });
  await say({ "cmi.score.scaled": "0.5", "cmi.completion_status": "completed", ...next });
  expect(last("sequencing")).toMatchObject({ measure: 0.375 });
});

const rule = (consideration: string, minimumPercent = 0) => ({
  rollupRules: {
    rules: [
      {
        action: "satisfied",
        consideration,
        minimumCount: 0,
        minimumPercent,
        conditionCombination: "any",
        conditions: [{ condition: "completed", operator: "noOp" }],
      },
    ],
  },
});

test("applies a rule for half of the units when half of them meet it [CAM 4th Ed. minimumPercent]", async () => {
  const { say, last } = await open(
    item("org", rule("atLeastPercent", 0.5), [item("a"), item("b"), item("c"), item("d")]),
  );
  await say({ "cmi.completion_status": "completed", "cmi.success_status": "failed", ...next });
  expect(last("sequencing")).not.toMatchObject({ success: "passed" });
  await say({ "cmi.completion_status": "completed", "cmi.success_status": "failed", ...next });
  expect(last("sequencing")).toMatchObject({ success: "passed" });
});

test("applies a rule for none of the units once the status of each is known [SN 4th Ed. RB.1.4]", async () => {
  const { say, last } = await open(item("org", rule("none"), [item("a"), item("b")]));
  await say({ "cmi.completion_status": "incomplete", "cmi.success_status": "failed", ...next });
  expect(last("sequencing")).not.toMatchObject({ success: "passed" });
  await say({ "cmi.completion_status": "incomplete", "cmi.success_status": "failed" });
  expect(last("sequencing")).toMatchObject({ success: "passed" });
});

test("reopens a suspended unit at once", async () => {
  const { say, sent } = await open(item("org", {}, [item("a"), item("b")]));
  await say({ "cmi.exit": "suspend", "adl.nav.request": "{target=a}choice" });
  await say({});
  expect(sent.filter(([path]) => path === "initialize").map(([, body]) => body["scoUuid"])).toEqual(["a", "a"]);
});

test("continues the attempt after the whole course was suspended, whatever the content's exit [SN 4th Ed. suspendAll]", async () => {
  const { say, last } = await open(item("org", {}, [item("a"), item("b")]));
  await say({ "cmi.exit": "normal", "adl.nav.request": "suspendAll" });
  expect(last("finish")).toMatchObject({ scoUuid: "a", suspended: true });
});

test("sends the objectives of the manifest before anything is set of them [RTE 4th Ed. 4.2.17]", async () => {
  const objective = { objectiveID: "second", satisfiedByMeasure: false, minNormalizedMeasure: 1, mapInfo: [] };
  const { say, sent } = await open(
    item("org", {}, [item("a", { primaryObjective: { ...objective, objectiveID: "first" }, objectives: [objective] })]),
  );
  await say({ "cmi.objectives.1.success_status": "passed" });
  const set = sent.filter(([path]) => path === "set-value").map(([, { key, value }]) => [key, value]);
  expect(set).toEqual([
    ["cmi.objectives.0.id", "first"],
    ["cmi.objectives.1.id", "second"],
    ["cmi.objectives.1.success_status", "passed"],
  ]);
});

test("does not continue past a retry rule [SN 4th Ed. post-condition rules]", async () => {
  const again = {
    action: "retry",
    conditionCombination: "all",
    conditions: [{ condition: "satisfied", operator: "not" }],
  };
  const rules = { preConditionRules: [], exitConditionRules: [], postConditionRules: [again] };
  const { course, sent, shown } = await open(item("org", {}, [item("a", { sequencingRules: rules }), item("b")]));
  const api = (window as unknown as Record<string, Record<string, (...given: string[]) => string>>)["API_1484_11"]!;
  api["Initialize"]!("");
  api["SetValue"]!("cmi.success_status", "failed");
  const done = course.command("continue");
  document.querySelector("iframe")!.dispatchEvent(new Event("load"));
  await done;
  expect(shown()).toBe("a");
  expect(sent.filter(([path]) => path === "finish")).toHaveLength(1);
});

test("completes the course when a single content object ends without a status [SCORM 2004 adl.nav.request, SN UP.4]", async () => {
  const { course, last, shown } = await open(item("org", {}, [item("only")]));
  const api = (window as unknown as Record<string, Record<string, (...given: string[]) => string>>)["API_1484_11"]!;
  api["Initialize"]!("");
  api["Terminate"]!("");
  expect(last("sequencing")).toMatchObject({ completion: "completed", success: "passed" });
  const closed = course.close();
  document.querySelector("iframe")!.dispatchEvent(new Event("load"));
  await closed;
  expect(shown()).toBeNull();
});

test("completes nothing when a single content object abandons its attempt without a status [SCORM 2004 adl.nav.request, SN TB.2.3]", async () => {
  const { course, last } = await open(item("org", {}, [item("only")]));
  const api = (window as unknown as Record<string, Record<string, (...given: string[]) => string>>)["API_1484_11"]!;
  api["Initialize"]!("");
  api["SetValue"]!("adl.nav.request", "abandon");
  api["Terminate"]!("");
  expect(last("sequencing")).toMatchObject({ completion: "unknown", success: "unknown" });
  const closed = course.close();
  document.querySelector("iframe")!.dispatchEvent(new Event("load"));
  await closed;
  expect(last("sequencing")).toMatchObject({ completion: "unknown", success: "unknown" });
});

test("tells that content is about to be removed, so that the windows it opened close, once for each", async () => {
  const { say, unloaded } = await open(item("org", {}, [item("a"), item("b")]));
  const first = document.querySelector("iframe")!;
  expect(unloaded).toEqual([]);
  await say(next);
  expect(unloaded).toEqual([first]);
});

test("answers an asset's calls and sends nothing of them", async () => {
  const tree = item("org", {}, [item("a"), item("b")]);
  const { sent } = await open(tree, "asset");
  const api = (window as unknown as Record<string, Record<string, (...given: string[]) => string>>)["API_1484_11"]!;
  expect([
    api["Initialize"]!(""),
    api["SetValue"]!("cmi.completion_status", "completed"),
    api["Commit"]!(""),
    api["Terminate"]!(""),
  ]).toEqual(["true", "true", "true", "true"]);
  expect(sent.map(([path]) => path).filter((path) => path !== "sequencing")).toEqual(["initialize"]);
});

/** Unloads the content as the learner closes the window; `ends` runs in the content's own handler. */
async function closeWhile(opened: Awaited<ReturnType<typeof open>>, ends: (api: Api) => void) {
  const closed = opened.course.close();
  ends((window as unknown as Record<string, Api>)["API_1484_11"]!);
  document.querySelector("iframe")!.dispatchEvent(new Event("load"));
  await closed;
}

type Api = Record<string, (...given: string[]) => string>;

test.each([
  ["suspends the attempt of content that decides nothing", null, true],
  ["ends the attempt of content that sets a normal exit", "normal", undefined],
  ["ends the attempt of content that sets an empty exit", "", undefined],
])("%s when its window is closed [RTE 4th Ed. 4.2.8]", async (_, exit, suspended) => {
  const opened = await open(item("org", {}, [item("only")]));
  await closeWhile(opened, (api) => {
    api["Initialize"]!("");
    if (exit !== null) api["SetValue"]!("cmi.exit", exit);
    api["Terminate"]!("");
  });
  expect(opened.last("finish")!["suspended"]).toBe(suspended);
  // What continues later is not complete yet.
  const completions = opened.sent.filter(([path]) => path === "sequencing").map(([, body]) => body["completion"]);
  expect(completions.includes("completed")).toBe(!suspended);
});

test("suspends the attempt when the whole page closes, and not after it was shown again", async () => {
  for (const isShownAgain of [false, true]) {
    const { stage, last } = await open(item("org", {}, [item("only")]));
    const api = (window as unknown as Record<string, Api>)["API_1484_11"]!;
    api["Initialize"]!("");
    stage.setClosing(true);
    if (isShownAgain) stage.setClosing(false);
    api["Terminate"]!("");
    expect(last("finish")!["suspended"]).toBe(isShownAgain ? undefined : true);
    document.body.replaceChildren();
  }
});

test("records the end of a session before the next attempt begins", async () => {
  const { say, sent } = await open(item("org", {}, [item("a"), item("b")]));
  await say({ "cmi.completion_status": "completed", ...next });
  const calls = sent.filter(([path]) => path === "calls");
  expect(
    calls.flatMap(([, body]) => (body["calls"] as { call: string }[]).map(({ call }) => [body["scoUuid"], call])),
  ).toEqual([
    ["a", "Initialize"],
    ["a", "SetValue"],
    ["a", "SetValue"],
    ["a", "Terminate"],
  ]);
});

test("tells a learner who returns that all attempts are used up [SN UP.1]", async () => {
  const course = item("org", {}, [item("only", { attemptLimit: 1 })]);
  const first = await open(course);
  await first.say({ "cmi.completion_status": "completed", "cmi.exit": "normal" });
  expect(first.view()).toMatchObject({ isUsedUp: false });
  const left = first.course.command("exitAll");
  document.querySelector("iframe")!.dispatchEvent(new Event("load"));
  await left;
  const state = first.last("sequencing")!["state"] as string;
  document.body.replaceChildren();
  const again = await open(course, "sco", state);
  expect(again.shown()).toBeNull();
  expect(again.view()).toMatchObject({ hasEnded: true, isUsedUp: true });
});
