import fc from "fast-check";
import { expect, test } from "vitest";
import { item, objective, rule } from "../../testing/activities.ts";
import "../../testing/properties.ts";
import type { Item } from "../item.ts";
import { createSequencing, type Sequencing } from "./index.ts";
import { parseRequest } from "./navigation.ts";
import type { SequencingDefinition } from "./definition.ts";

const open = (organization: Item, kept: string | null = null) =>
  createSequencing(organization, {
    kept,
    shares: { objectives: true, data: true },
    shared: { objectives: {}, data: {} },
    random: () => 0,
  });

const MAPS = ["readSatisfiedStatus", "writeSatisfiedStatus", "writeNormalizedMeasure"];
const CONDITIONS = ["always", "satisfied", "not satisfied", "completed", "attempted", "objectiveMeasureKnown"];
const anyRule = (...actions: string[]) =>
  fc
    .tuple(fc.constantFrom(...actions), fc.constantFrom(...CONDITIONS))
    .map(([action, condition]) => rule(action, condition));
const rules = (...actions: string[]) => fc.array(anyRule(...actions), { maxLength: 1 });

/** Definitions as in real courses, and unusual ones. */
const definition: fc.Arbitrary<SequencingDefinition> = fc.record({
  sequencingControls: fc.record({
    choice: fc.constantFrom(true, true, false),
    flow: fc.constantFrom(true, true, false),
    choiceExit: fc.constantFrom(true, true, false),
    forwardOnly: fc.constantFrom(false, false, true),
    constrainChoice: fc.constantFrom(false, false, true),
    preventActivation: fc.constantFrom(false, false, true),
    randomizationTiming: fc.constantFrom("never", "never", "onEachNewAttempt"),
    reorderChildren: fc.boolean(),
  }),
  sequencingRules: fc.record({
    preConditionRules: rules("skip", "disabled", "hiddenFromChoice", "stopForwardTraversal"),
    exitConditionRules: rules("exit"),
    postConditionRules: rules("retry", "continue", "previous", "exitParent", "exitAll", "retryAll"),
  }),
  primaryObjective: fc
    .tuple(fc.subarray(MAPS), fc.boolean())
    .map(([maps, satisfiedByMeasure]) =>
      objective("own", { shared: maps }, { satisfiedByMeasure, minNormalizedMeasure: 0.5 }),
    ),
});

const IDS = Array.from({ length: 10 }, (_, index) => `a${index}`);
/** A root with a0 to a9, some of them in clusters. */
const course = fc
  .tuple(
    fc.array(definition, { minLength: 14, maxLength: 14 }),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 10, maxLength: 10 }),
  )
  .map(([definitions, places]) => {
    const leaves = IDS.map((id, index) => item(id, definitions[index]));
    const inside = (place: number) => leaves.filter((_, index) => places[index] === place);
    const clusters = [1, 2, 3].flatMap((place) =>
      inside(place).length > 0 ? [item(`c${place}`, definitions[10 + place], inside(place))] : [],
    );
    return item("org", definitions[10], [...inside(0), ...clusters]);
  });

const targets = [...IDS, "c1", "c2", "c3", "org", "nowhere"];
const step = fc.record({
  request: fc.oneof(
    fc.constantFrom("continue", "previous", "exit", "exitAll", "suspendAll", "abandon", "start", "resumeAll"),
    fc
      .tuple(fc.constantFrom("choice", "jump"), fc.constantFrom(...targets))
      .map(([kind, id]) => `{target=${id}}${kind}`),
  ),
  reported: fc.record(
    {
      "cmi.success_status": fc.constantFrom("passed", "failed", "unknown"),
      "cmi.completion_status": fc.constantFrom("completed", "incomplete", "unknown"),
      "cmi.score.scaled": fc.constantFrom("0", "0.5", "1"),
      "cmi.exit": fc.constantFrom("suspend", "normal"),
    },
    { requiredKeys: [] },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const anySteps = fc.array(step, { maxLength: 25 });

function take(sequencing: Sequencing, { reported, request }: Step) {
  sequencing.take((element) => reported[element as "cmi.exit"]);
  return sequencing.request(parseRequest(request)!);
}

/** Returns everything that a learner would see. */
const seen = (sequencing: Sequencing) => ({
  contents: sequencing.contents(),
  current: sequencing.current(),
  ways: [sequencing.mayContinue(), sequencing.mayGoBack()],
  result: [sequencing.result(false), sequencing.result(true)],
  found: IDS.map((id) => sequencing.objectivesFor(id)),
});

test("changes nothing for an invalid request [SCORM 2004 SN NB.2.1]", () => {
  fc.assert(
    fc.property(course, anySteps, (organization, steps) => {
      const sequencing = open(organization);
      sequencing.request({ kind: "start" });
      for (const { request, reported } of steps) {
        sequencing.take((element) => reported[element as "cmi.exit"]);
        const before = [sequencing.written(false), seen(sequencing)];
        if (!sequencing.request(parseRequest(request)!).isValid)
          expect([sequencing.written(false), seen(sequencing)]).toEqual(before);
      }
    }),
  );
});

test("continues in the same way after its state is written and read", () => {
  fc.assert(
    fc.property(course, anySteps, anySteps, (organization, first, then) => {
      const one = open(organization);
      one.request({ kind: "start" });
      for (const each of first) take(one, each);
      const other = open(organization, one.written(false));
      expect(seen(other)).toEqual(seen(one));
      for (const each of then) expect(take(other, each)).toEqual(take(one, each));
      expect(seen(other)).toEqual(seen(one));
    }),
  );
});

test("writes the same state as if suspended and after suspending", () => {
  fc.assert(
    fc.property(course, anySteps, (organization, steps) => {
      const sequencing = open(organization);
      sequencing.request({ kind: "start" });
      for (const each of steps) take(sequencing, each);
      const kept = sequencing.written(true);
      sequencing.request({ kind: "suspendAll" });
      expect(sequencing.written(false)).toBe(kept);
    }),
  );
});

test("changes nothing by listing what is allowed", () => {
  fc.assert(
    fc.property(course, anySteps, (organization, steps) => {
      const sequencing = open(organization);
      sequencing.request({ kind: "start" });
      for (const each of steps) take(sequencing, each);
      const before = sequencing.written(false);
      seen(sequencing);
      expect(sequencing.written(false)).toBe(before);
    }),
  );
});

test("has the same result in whatever order the parts are taken [SCORM 2004 SN RB.1.5]", () => {
  const results = fc.array(
    fc.record({
      "cmi.success_status": fc.constantFrom("passed", "failed"),
      "cmi.completion_status": fc.constantFrom("completed", "incomplete"),
      "cmi.score.scaled": fc.constantFrom("0", "0.25", "1"),
    }),
    { minLength: 4, maxLength: 4 },
  );
  const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 });
  // Of attempts at a chapter, only the latest would count.
  const ofAll = { sequencingControls: { useCurrentAttemptObjectiveInfo: false, useCurrentAttemptProgressInfo: false } };
  const nested = item("org", ofAll, [item("c", ofAll, [item("a0"), item("a1")]), item("a2"), item("a3")]);
  fc.assert(
    fc.property(results, order, order, (found, one, other) => {
      const result = (sequence: number[]) => {
        const sequencing = open(nested);
        for (const index of sequence) {
          sequencing.request({ kind: "choice", target: IDS[index]! });
          sequencing.take((element) => found[index]![element as "cmi.score.scaled"]);
        }
        sequencing.request({ kind: "exitAll" });
        return sequencing.result(false);
      };
      expect(result(one)).toEqual(result(other));
    }),
  );
});

test.each(["", "null", "{}", "[]", "nonsense", '{"version":1}', '{"tree":"nonsense"}', '{"tree":"{}"}'])(
  "treats an unreadable state (%j) as none",
  (kept) => {
    const organization = item("org", {}, [item("a")]);
    expect(open(organization, kept).request({ kind: "start" }).delivered).toBe("a");
  },
);

test("keeps the results of parts that a new version of the package still has", () => {
  const sequencing = open(item("org", {}, [item("a"), item("b"), item("c")]));
  sequencing.request({ kind: "start" });
  sequencing.take((element) => ({ "cmi.success_status": "passed" })[element as "cmi.success_status"]);
  sequencing.request({ kind: "continue" });
  const next = open(item("org", {}, [item("a"), item("c")]), sequencing.written(true));
  expect(next.request({ kind: "resumeAll" }).isValid).toBe(false);
  expect(next.request({ kind: "start" }).delivered).toBe("a");
  expect(next.findKnown("c")).toEqual({});
});

test("continues from a state in the earlier format [ADR 026]", async () => {
  const { Scorm2004API } = (await import("scorm-again/scorm2004")) as unknown as {
    Scorm2004API: new (settings: object) => {
      processNavigationRequest: (request: string) => boolean;
      serializeSequencingState: () => string;
      reset: () => void;
      lmsInitialize: (parameter: string) => string;
      lmsSetValue: (element: string, value: string) => unknown;
      lmsFinish: (parameter: string) => string;
    };
  };
  const controls = { sequencingControls: { choice: true, flow: true } };
  const map = { targetObjectiveID: "shared", readNormalizedMeasure: false, writeSatisfiedStatus: true };
  const primaryObjective = { ...objective("own"), isPrimary: true, mapInfo: [map] };
  const children = ["a", "b", "c"].map((id) => ({
    id,
    title: id,
    children: [],
    ...(id === "a" && { primaryObjective }),
  }));
  const library = new Scorm2004API({
    autocommit: false,
    lmsCommitUrl: false,
    logLevel: 5,
    sequencing: { activityTree: { id: "org", title: "org", ...controls, children } },
  });
  library.processNavigationRequest("start");
  library.lmsInitialize("");
  library.lmsSetValue("cmi.success_status", "passed");
  library.lmsSetValue("cmi.completion_status", "completed");
  library.lmsSetValue("cmi.score.scaled", "0.8");
  library.lmsSetValue("adl.nav.request", "continue");
  library.lmsFinish("");
  library.processNavigationRequest("suspendAll");

  const kept = JSON.stringify({ tree: library.serializeSequencingState(), shared: { bucket: "text" } });
  const organization = item("org", {}, [
    item("a", { primaryObjective: objective("own", { shared: ["readSatisfiedStatus", "writeSatisfiedStatus"] }) }),
    item("b"),
    item("c"),
  ]);
  const sequencing = open(organization, kept);
  expect(sequencing.request({ kind: "resumeAll" })).toEqual({ isValid: true, delivered: "b", hasEnded: false });
  expect(sequencing.findKnown("a")).toMatchObject({ satisfied: true, completed: true, measure: 0.8 });
  expect(sequencing.getData("bucket")).toBe("text");
});

test.each([
  ["all of its activities have other identifiers", ["c", "d", "e"]],
  ["activities were added", ["a", "b", "c"]],
])("draws the order of activities anew when a new version of the package is opened in which %s", (_, ids) => {
  const shuffled = { sequencingControls: { randomizationTiming: "once", reorderChildren: true } } as const;
  const make = (names: string[]) =>
    item("org", {}, [
      item(
        "part",
        shuffled,
        names.map((id) => item(id)),
      ),
    ]);
  const former = open(make(["a", "b"]));
  former.request({ kind: "start" });
  former.request({ kind: "exitAll" });
  const sequencing = open(make(ids), former.written(true));
  const delivered = [sequencing.request({ kind: "start" }).delivered];
  while (sequencing.mayContinue() && delivered.length < 4) {
    const outcome = sequencing.request({ kind: "continue" });
    if (outcome.delivered === null) break;
    delivered.push(outcome.delivered);
  }
  expect(delivered.toSorted()).toEqual(ids);
});
