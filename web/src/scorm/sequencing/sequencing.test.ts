import { describe, expect, test } from "vitest";
import { item, objective, rule } from "../../testing/activities.ts";
import type { Item } from "../item.ts";
import { createSequencing, type Sequencing } from "./index.ts";
import { parseRequest } from "./navigation.ts";
import type { SequencingDefinition } from "./definition.ts";
import type { ContentsItem } from "./valid-requests.ts";

const everything = { objectives: true, data: true };
const nothing = { objectives: {}, data: {} };

/** Starts a course and returns its learner's actions. */
function begin(organization: Item, options: Partial<Parameters<typeof createSequencing>[1]> = {}) {
  const sequencing = createSequencing(organization, {
    kept: null,
    shares: everything,
    shared: nothing,
    random: () => 0,
    ...options,
  });
  const ask = (text: string) => sequencing.request(parseRequest(text)!);
  const { delivered } = ask("start");
  return {
    sequencing,
    delivered,
    ask: (text: string) => ask(text).delivered,
    outcome: ask,
    /** Reports these values, ends the content, and then sends a request. */
    say(values: Record<string, string>, request = "continue") {
      sequencing.take((element) => values[element]);
      return ask(request).delivered;
    },
  };
}

const choice = (id: string) => `{target=${id}}choice`;
const passed = { "cmi.success_status": "passed" };
const failed = { "cmi.success_status": "failed" };
const completed = { "cmi.completion_status": "completed" };
const pre = (...rules: ReturnType<typeof rule>[]) => ({ sequencingRules: { preConditionRules: rules } });
const post = (...rules: ReturnType<typeof rule>[]) => ({ sequencingRules: { postConditionRules: rules } });
const controls = (sequencingControls: Record<string, boolean | number>) => ({ sequencingControls });
const cluster = (id: string, sequencing: object, ...children: string[]) =>
  item(
    id,
    sequencing,
    children.map((child) => item(child)),
  );

function enabledIn(sequencing: Sequencing): string[] {
  const visit = ({ id, isEnabled, children }: ContentsItem): string[] => [
    ...(isEnabled ? [id] : []),
    ...children.flatMap(visit),
  ];
  return sequencing.contents().flatMap(visit);
}

describe("Continue and Previous", () => {
  test("move from one activity to the next and leave the course after the last [SCORM 2004 SN SB.2.1, SN SB.2.7]", () => {
    const { delivered, ask, outcome, sequencing } = begin(
      item("org", {}, [cluster("one", {}, "a", "b"), cluster("two", {}, "c"), item("d")]),
    );
    expect([delivered, ask("continue"), ask("continue"), ask("continue")]).toEqual(["a", "b", "c", "d"]);
    expect(sequencing.mayContinue()).toBe(true);
    expect(outcome("continue")).toEqual({ isValid: true, delivered: null, hasEnded: true });
  });

  test("pass skipped activities and stop at disabled ones [SCORM 2004 SN SB.2.2, SN UP.5]", () => {
    const { ask, sequencing } = begin(
      item("org", {}, [
        item("a"),
        item("b", pre(rule("skip", "always"))),
        item("c"),
        item("d", pre(rule("disabled", "always"))),
      ]),
    );
    expect(ask("continue")).toBe("c");
    expect(ask("continue")).toBeNull();
    expect(sequencing.current()).toBe("c");
  });

  test("do not enter a cluster without flow [SCORM 2004 SN SB.2.2]", () => {
    const { ask } = begin(item("org", {}, [item("a"), cluster("closed", controls({ flow: false }), "b")]));
    expect(ask("continue")).toBeNull();
  });

  test("enter a forward-only cluster backwards only at its start [SCORM 2004 SN SB.2.1]", () => {
    const { ask, sequencing } = begin(
      item("org", {}, [cluster("forward", controls({ forwardOnly: true }), "a", "b"), item("c")]),
    );
    ask("continue");
    expect(sequencing.mayGoBack()).toBe(false);
    ask("continue");
    expect(sequencing.mayGoBack()).toBe(true);
    expect(ask("previous")).toBe("a");
  });

  test("do not return to an undeliverable activity [SCORM 2004 SN DB.1.1]", () => {
    const { ask, sequencing } = begin(item("org", {}, [item("a", { attemptLimit: 1 }), item("b")]));
    ask("continue");
    expect(sequencing.mayGoBack()).toBe(false);
  });
});

describe("choice", () => {
  const course = (one: object, two: object = {}) =>
    item("org", {}, [cluster("one", one, "a", "b"), cluster("two", two, "c", "d"), cluster("three", {}, "e")]);

  test("allows everything that no rule forbids, including clusters and the course [SCORM 2004 SN NB.2.1, SN SB.2.9]", () => {
    const { sequencing, ask } = begin(course({}));
    expect(enabledIn(sequencing)).toEqual(["org", "one", "a", "b", "two", "c", "d", "three", "e"]);
    expect(ask(choice("two"))).toBe("c");
  });

  test("is refused when the current activity may not be left [SCORM 2004 SN NB.2.1]", () => {
    const { sequencing, outcome } = begin(course(controls({ choiceExit: false })));
    expect(enabledIn(sequencing)).toEqual(["one", "a", "b"]);
    expect(outcome(choice("c")).isValid).toBe(false);
  });

  test("reaches only the next cluster where choices are constrained [SCORM 2004 SN SB.2.9]", () => {
    expect(enabledIn(begin(course(controls({ constrainChoice: true }))).sequencing)).toEqual([
      "org",
      "one",
      "a",
      "b",
      "two",
      "c",
      "d",
    ]);
  });

  test("must start a cluster that prevents activation from outside [SCORM 2004 SN SB.2.9]", () => {
    const { sequencing, ask } = begin(course({}, controls({ preventActivation: true })));
    expect(enabledIn(sequencing)).not.toContain("d");
    expect(ask(choice("two"))).toBe("c");
    expect(enabledIn(sequencing)).toContain("d");
  });

  test("hides hidden activities and does not pass a stop rule [SCORM 2004 SN SB.2.4, SN UP.2]", () => {
    const hidden = begin(course({}, pre(rule("hiddenFromChoice", "always")))).sequencing;
    expect(enabledIn(hidden)).toEqual(["org", "one", "a", "b", "three", "e"]);
    const stopped = begin(
      item("org", {}, [item("a"), item("b", pre(rule("stopForwardTraversal", "always"))), item("c")]),
    );
    expect(enabledIn(stopped.sequencing)).toEqual(["org", "a", "b"]);
  });

  test("is refused without choice control, while a jump is allowed [SCORM 2004 SN SB.2.13]", () => {
    const { sequencing, outcome } = begin(course({}, controls({ choice: false })));
    expect(enabledIn(sequencing)).not.toContain("d");
    expect(sequencing.mayJump("d")).toBe(true);
    expect(outcome("{target=d}jump").delivered).toBe("d");
  });
});

describe("after content has ended", () => {
  test("post-condition rules override the request [SCORM 2004 SN TB.2.2]", () => {
    const { say } = begin(item("org", {}, [item("a", post(rule("retry", "not satisfied"))), item("b")]));
    expect(say(failed)).toBe("a");
    expect(say(passed)).toBe("b");
  });

  test("exit rules of ancestors may end more than the activity [SCORM 2004 SN TB.2.1]", () => {
    const exits = { sequencingRules: { exitConditionRules: [rule("exit", "satisfied")] } };
    const any = { rules: [{ ...rule("satisfied", "satisfied"), ...all, consideration: "any" }] };
    const { say } = begin(
      item("org", {}, [cluster("one", { ...exits, rollupRules: any as never }, "a", "b", "c"), item("d")]),
    );
    expect(say(failed)).toBe("b");
    expect(say(passed)).toBe("d");
  });

  test("the course may restart or end [SCORM 2004 SN TB.2.3]", () => {
    const retried = begin(item("org", {}, [item("a"), item("b", post(rule("retryAll", "not satisfied")))]));
    retried.say(passed);
    expect(retried.say(failed)).toBe("a");
    const ended = begin(item("org", {}, [item("a", post(rule("exitAll", "satisfied"))), item("b")]));
    ended.sequencing.take((element) => ({ ...passed })[element as "cmi.success_status"]);
    expect(ended.outcome("continue")).toEqual({ isValid: true, delivered: null, hasEnded: true });
  });

  test("it counts as completed and passed without a reported status, and not with a reported unknown [SCORM 2004 SN UP.4]", () => {
    const silent = begin(item("org", {}, [item("a"), item("b")]));
    silent.say({});
    expect(silent.sequencing.findKnown("a")).toEqual({ completed: true, satisfied: true });
    const unsure = begin(item("org", {}, [item("a"), item("b")]));
    unsure.say({ "cmi.completion_status": "unknown", "cmi.success_status": "unknown" });
    expect(unsure.sequencing.findKnown("a")).toEqual({});
    const put = begin(item("org", {}, [item("a"), item("b")]));
    put.say({ "cmi.exit": "suspend" });
    expect(put.sequencing.findKnown("a")).toEqual({});
  });

  test("it is not delivered again when its attempts are used up [SCORM 2004 SN UP.1]", () => {
    const { sequencing, say } = begin(item("org", {}, [item("a", { attemptLimit: 1 }), item("b")]));
    expect(sequencing.mayChoose("a")).toBe(true);
    say(failed);
    expect(sequencing.mayChoose("a")).toBe(false);
  });

  test("nothing of it counts when it was abandoned [SCORM 2004 SN TB.2.3]", () => {
    const { sequencing, say } = begin(item("org", {}, [item("a"), item("b")]));
    say({ ...passed, ...completed }, "abandon");
    expect(sequencing.findKnown("a")).toEqual({});
  });
});

const all = { consideration: "all", minimumCount: 0, minimumPercent: 0 };

describe("status of a course", () => {
  const rooted = (rollupRule: object, ...more: object[]) =>
    item("org", { rollupRules: { rules: [rollupRule as never] } }, [
      item("a", more[0]),
      item("b", more[1]),
      item("c", more[2]),
    ]);
  const satisfiedIf = (consideration: string, numbers = {}) => ({
    ...rule("satisfied", "satisfied"),
    ...all,
    consideration,
    ...numbers,
  });
  const runSequence = (organization: Item, ...reported: object[]) => {
    const { sequencing, say } = begin(organization);
    for (const values of reported) say(values as Record<string, string>);
    return sequencing.result(false).satisfied;
  };

  test.each([
    ["all", {}, [passed, passed, failed], undefined],
    ["all", {}, [passed, passed, passed], true],
    ["any", {}, [failed, passed], true],
    ["none", {}, [failed, failed], undefined],
    ["none", {}, [failed, failed, failed], true],
    ["atLeastCount", { minimumCount: 2 }, [passed, failed], undefined],
    ["atLeastCount", { minimumCount: 2 }, [passed, failed, passed], true],
    ["atLeastPercent", { minimumPercent: 0.6 }, [passed, passed], true],
    ["atLeastPercent", { minimumPercent: 0.7 }, [passed, passed], undefined],
  ] as const)(
    "follows a rule for '%s' of its parts %j [SCORM 2004 SN RB.1.4]",
    (consideration, numbers, reported, expected) => {
      expect(runSequence(rooted(satisfiedIf(consideration, numbers)), ...reported)).toBe(expected);
    },
  );

  test("follows the default rules without its own [SCORM 2004 SN RB.1.2, SN RB.1.3]", () => {
    const { sequencing, say } = begin(item("org", {}, [item("a"), item("b")]));
    say({ ...passed, "cmi.completion_status": "incomplete" });
    expect(sequencing.result(false)).toEqual({});
    say({ ...failed, ...completed }, choice("a"));
    expect(sequencing.result(false)).toMatchObject({ satisfied: false, completed: false });
  });

  test("ignores activities that are untracked, do not count, or were not attempted as required [SCORM 2004 SN RB.1.4.2]", () => {
    const untracked = { deliveryControls: { tracked: false } };
    const uncounted = controls({ rollupObjectiveSatisfied: false });
    const ifAttempted = { rollupConsiderations: { requiredForSatisfied: "ifAttempted" } };
    expect(runSequence(rooted(satisfiedIf("all"), {}, untracked, uncounted), passed)).toBe(true);
    expect(runSequence(rooted(satisfiedIf("all"), {}, ifAttempted, ifAttempted), passed)).toBe(true);
  });

  test("is a weighted mean of scores and of progress [SCORM 2004 SN RB.1.1]", () => {
    const weighed = item("a", controls({ objectiveMeasureWeight: 3 }));
    weighed.details = { completionThreshold: { completedByMeasure: true, minProgressMeasure: 1, progressWeight: 3 } };
    const { sequencing, say } = begin(item("org", {}, [weighed, item("b")]));
    say({ "cmi.score.scaled": "1", "cmi.progress_measure": "1" });
    expect(sequencing.result(false)).toMatchObject({ measure: 0.75, progress: 0.75 });
  });

  test("is decided by a measure where the manifest requires it, whatever content reports [SCORM 2004 SN RB.1.2]", () => {
    const byMeasure = { primaryObjective: objective("p", {}, { satisfiedByMeasure: true, minNormalizedMeasure: 0.6 }) };
    const { sequencing, say } = begin(item("org", byMeasure, [item("a", byMeasure)]));
    say({ ...passed, "cmi.score.scaled": "0.5" }, "exitAll");
    expect([sequencing.findKnown("a").satisfied, sequencing.findKnown("org").satisfied]).toEqual([false, false]);
  });

  test("belongs to the current attempt, not the previous one [SCORM 2004 SN RB.1.4.1]", () => {
    const { sequencing, say } = begin(item("org", {}, [cluster("one", {}, "a", "b"), item("c")]));
    say(passed);
    say(passed);
    expect(sequencing.findKnown("one").satisfied).toBe(true);
    say(passed, choice("b"));
    expect(sequencing.findKnown("one").satisfied).toBeUndefined();
  });

  test("counts ended content that waits for the next delivery as if it was left [SCORM 2004 SN UP.4]", () => {
    const { sequencing } = begin(item("org", {}, [item("a")]));
    expect([sequencing.result(false), sequencing.result(true)]).toEqual([{}, { completed: true, satisfied: true }]);
    expect(sequencing.current()).toBe("a");
  });
});

describe("shared objectives", () => {
  const writes = objective("own", { shared: ["writeSatisfiedStatus", "writeNormalizedMeasure", "writeRawScore"] });
  const reads = objective("own", { shared: ["readSatisfiedStatus", "readNormalizedMeasure", "readRawScore"] });
  const course = item("org", {}, [
    item("a", { objectives: [writes] }),
    item("b", { primaryObjective: reads, ...pre(rule("skip", "satisfied")) }),
    item("c", { objectives: [reads] }),
  ]);
  const reported = {
    "cmi.objectives.0.id": "own",
    "cmi.objectives.0.success_status": "passed",
    "cmi.objectives.0.score.raw": "7",
  };

  test("are written by one activity, read by another's rules, and loaded by its content [SCORM 2004 SN 3.10.3, RTE 4.2.17]", () => {
    const { sequencing, say } = begin(course);
    expect(say(reported)).toBe("c");
    expect(sequencing.objectivesFor("c")).toEqual([{ id: "own", success_status: "passed", "score.raw": "7" }]);
  });

  test("are shared between the learner's packages, each reported once [SCORM 2004 objectivesGlobalToSystem]", () => {
    const { sequencing, say } = begin(course);
    expect(sequencing.changes()).toBeNull();
    say(reported);
    const shared = { objectives: { shared: { satisfied: true, raw: 7 } }, data: {} };
    expect([sequencing.changes(), sequencing.changes()]).toEqual([shared, null]);
    expect(begin(course, { shared }).ask("continue")).toBe("c");
  });

  test("are deleted with the attempt when they belong to the package alone [SCORM 2004 objectivesGlobalToSystem]", () => {
    const { sequencing, say, outcome } = begin(course, { shares: { objectives: false, data: false } });
    say(reported, "exitAll");
    expect(sequencing.changes()).toBeNull();
    outcome("start");
    expect(outcome("continue").delivered).toBe("b");
  });

  test("keep what others have written when content knows nothing [SCORM 2004 SN 3.10.3]", () => {
    const { sequencing, say } = begin(course);
    say(reported);
    say({}, choice("a"));
    say({ "cmi.exit": "suspend" }, choice("c"));
    expect(sequencing.objectivesFor("c")).toMatchObject([{ success_status: "passed" }]);
  });
});

test("selects and orders children once or for each attempt [SCORM 2004 SN SR.1, SN SR.2]", () => {
  const draw: SequencingDefinition["sequencingControls"] = {
    selectionTiming: "once",
    selectCount: 2,
    randomizationTiming: "onEachNewAttempt",
    reorderChildren: true,
  };
  let turn = 0;
  const { delivered, ask, sequencing } = begin(
    item("org", { sequencingControls: draw }, [item("a"), item("b"), item("c")]),
    { random: () => (turn++ % 2 === 0 ? 0.99 : 0) },
  );
  const others = ["a", "b", "c"].filter((id) => sequencing.mayChoose(id) && id !== delivered);
  expect(others).toHaveLength(1);
  expect(ask("continue")).toBe(others[0]);
});

test.each(["once", "onEachNewAttempt"] as const)(
  "delivers children in the order drawn %s, and in the manifest's without reordering [SCORM 2004 SN SR.2]",
  (randomizationTiming) => {
    const orderWith = (reorderChildren: boolean) => {
      const sequencingControls = { randomizationTiming, reorderChildren };
      const children = [item("a"), item("b"), item("c")];
      // Draws the last of the remaining children each time.
      const { delivered, ask } = begin(item("org", { sequencingControls }, children), { random: () => 0.99 });
      return [delivered, ask("continue"), ask("continue")];
    };
    expect([orderWith(true), orderWith(false)]).toEqual([
      ["c", "b", "a"],
      ["a", "b", "c"],
    ]);
  },
);
