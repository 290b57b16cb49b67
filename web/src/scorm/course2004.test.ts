import { afterEach, expect, test, vi } from "vitest";
import { course2004 } from "./course2004.ts";
import type { createQueue } from "./queue.ts";
import { createStage } from "./session.ts";
import { item } from "../testing/activities.ts";
import type { Item, PlayerState, Sco } from "./state.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const leaves = (tree: Item): Item[] => (tree.children.length === 0 ? [tree] : tree.children.flatMap(leaves));
const scoOf = ({ identifier }: Item): Sco => ({
  uuid: identifier,
  identifier,
  title: identifier,
  kind: "sco",
  url: "one.html",
  details: {},
  completion: "unknown",
  success: "unknown",
  isSuspended: false,
});

/** Opens a course in the page as it is played; what goes to the server is kept. */
async function open(organization: Item, kind: Sco["kind"] = "sco") {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ cmi: {} })));
  const state = {
    kind: "scorm_2004",
    scormId: 1,
    isPreview: false,
    mostCharacters: 1_000,
    organization,
    sequencing: null,
    globalToSystem: { objectives: true, data: true },
    shared: { objectives: {}, data: {} },
    scos: leaves(organization).map((leaf) => ({ ...scoOf(leaf), kind })),
  } as unknown as PlayerState;
  const sent: [string, Record<string, unknown>][] = [];
  const queue = {
    put: (path: string, body: Record<string, unknown>) => void sent.push([path, body]),
    flush: async () => {},
  } as unknown as ReturnType<typeof createQueue>;
  const nothing = () => {};
  const stage: ReturnType<typeof createStage> = createStage({
    state,
    queue,
    onLoading: nothing,
    onLoaded: nothing,
    onFull: nothing,
    onTerminated: () => course.terminated(),
  });
  const course = await course2004(state, () => stage, queue, nothing);
  await course.start();
  /** What is shown says the given values, ends its session, and is followed by what comes next. */
  const say = async (values: Record<string, string>) => {
    const api = (window as unknown as Record<string, Record<string, (...given: string[]) => string>>)["API_1484_11"]!;
    const before = document.querySelector("iframe");
    api["Initialize"]!("");
    for (const [key, value] of Object.entries(values))
      expect([key, api["SetValue"]!(key, value)]).toEqual([key, "true"]);
    api["Terminate"]!("");
    const target = values["adl.nav.request"];
    if (target && target !== "suspendAll")
      await expect
        .poll(() => {
          // No page is loaded here: the frame is told that it has gone to an empty one.
          before!.dispatchEvent(new Event("load"));
          return document.querySelector("iframe") ?? before;
        })
        .not.toBe(before);
  };
  const last = (path: string) => sent.findLast(([sentPath]) => sentPath === path)?.[1];
  return { course, say, sent, last, shown: () => stage.current()?.identifier ?? null };
}

const next = { "adl.nav.request": "continue" };

test("a single content object starts although its organization lets nobody flow into it", async () => {
  const { shown } = await open(item("org", { sequencingControls: { choice: true, flow: false } }, [item("only")]));
  expect(shown()).toBe("only");
});

test("the course's score is the mean of its units, and one not yet taken counts [SN 4th Ed. RB.1.1]", async () => {
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

test("a rule for half of the units holds when half of them meet it, and not before [CAM 4th Ed. minimumPercent]", async () => {
  const { say, last } = await open(
    item("org", rule("atLeastPercent", 0.5), [item("a"), item("b"), item("c"), item("d")]),
  );
  await say({ "cmi.completion_status": "completed", "cmi.success_status": "failed", ...next });
  expect(last("sequencing")).not.toMatchObject({ success: "passed" });
  await say({ "cmi.completion_status": "completed", "cmi.success_status": "failed", ...next });
  expect(last("sequencing")).toMatchObject({ success: "passed" });
});

test("a rule for none of the units waits until something is known of each [SN 4th Ed. RB.1.4]", async () => {
  const { say, last } = await open(item("org", rule("none"), [item("a"), item("b")]));
  await say({ "cmi.completion_status": "incomplete", "cmi.success_status": "failed", ...next });
  expect(last("sequencing")).not.toMatchObject({ success: "passed" });
  await say({ "cmi.completion_status": "incomplete", "cmi.success_status": "failed" });
  expect(last("sequencing")).toMatchObject({ success: "passed" });
});

test("a unit that was put aside can be opened again at once", async () => {
  const { say, sent } = await open(item("org", {}, [item("a"), item("b")]));
  await say({ "cmi.exit": "suspend", "adl.nav.request": "{target=a}choice" });
  await say({});
  expect(sent.filter(([path]) => path === "initialize").map(([, body]) => body["scoUuid"])).toEqual(["a", "a"]);
});

test("who puts the whole course aside finds the attempt again, whatever its content says of its own exit [SN 4th Ed. suspendAll]", async () => {
  const { say, last } = await open(item("org", {}, [item("a"), item("b")]));
  await say({ "cmi.exit": "normal", "adl.nav.request": "suspendAll" });
  expect(last("finish")).toMatchObject({ scoUuid: "a", suspended: true });
});

test("the server is told the objectives of the manifest before anything is set of them [RTE 4th Ed. 4.2.17]", async () => {
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

test("Continue does not lead past a rule that says: again [SN 4th Ed. post-condition rules]", async () => {
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

test("a single content object that ends without a word finishes the course [SCORM 2004 adl.nav.request, SN UP.4]", async () => {
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

test("an asset that speaks is answered, and nothing of it is sent", async () => {
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
