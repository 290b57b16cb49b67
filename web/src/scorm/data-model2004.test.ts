import { expect, test } from "vitest";
import { item, objective } from "../testing/activities.ts";
import { createDataModel2004 } from "./data-model2004.ts";
import { createSequencing } from "./sequencing/index.ts";

const own = objective("own", { shared: ["readSatisfiedStatus"] });
const first = item("a", { objectives: [own] });
first.details = {
  dataMaps: [
    { targetID: "both", readSharedData: true, writeSharedData: true },
    { targetID: "read", readSharedData: true, writeSharedData: false },
    { targetID: "written", readSharedData: false, writeSharedData: true },
  ],
};
const organization = item("org", {}, [first, item("b")]);

const toText = ({ value, error }: { value: string; error: string }) => `${value} ${error}`;

/** Starts the content object of the first of two activities with initial values. */
async function begin(seed: Record<string, string> = {}) {
  const sequencing = createSequencing(organization, {
    kept: null,
    shares: { objectives: true, data: true },
    shared: { objectives: { shared: { satisfied: true } }, data: {} },
  });
  sequencing.request({ kind: "start" });
  let committed = 0;
  const model = createDataModel2004(
    sequencing,
    () => first,
    () => void (committed += 1),
  );
  model.reset();
  model.load(seed);
  model.initialize("");
  return {
    model,
    sequencing,
    committed: () => committed,
    get: (element: string) => toText(model.get(element)),
    set: (element: string, value: string) => toText(model.set(element, value)),
  };
}

test("loads the activity's objectives with their shared status [SCORM 2004 cmi.objectives]", async () => {
  const { get } = await begin();
  expect([
    get("cmi.objectives._count"),
    get("cmi.objectives.0.id"),
    get("cmi.objectives.0.success_status"),
    get("cmi.objectives.0.score.scaled"),
  ]).toEqual(["1 0", "own 0", "passed 0", " 403"]);
  const resumed = await begin({ "cmi.objectives.0.id": "another", "cmi.objectives.1.id": "own" });
  expect([resumed.get("cmi.objectives._count"), resumed.get("cmi.objectives.1.success_status")]).toEqual([
    "2 0",
    "passed 0",
  ]);
});

test("reports valid navigation requests and keeps the content's request until it ends [SCORM 2004 adl.nav.request, adl.nav.request_valid]", async () => {
  const { get, set, model } = await begin();
  expect([
    get("adl.nav.request"),
    get("adl.nav.request_valid.continue"),
    get("adl.nav.request_valid.previous"),
    get("adl.nav.request_valid.choice.{target=b}"),
    get("adl.nav.request_valid.jump.{target=nowhere}"),
    set("adl.nav.request", "nonsense"),
    set("adl.nav.request", "{target=b}choice"),
    get("adl.nav.request"),
  ]).toEqual(["_none_ 0", "true 0", "false 0", "true 0", "false 0", "false 406", "true 0", "{target=b}choice 0"]);
  expect(model.asked()).toEqual({ kind: "choice", target: "b" });
});

test("ends the course when the content's time is up, whatever it requested [SCORM 2004 cmi.exit]", async () => {
  const { set, model } = await begin();
  set("adl.nav.request", "continue");
  set("cmi.exit", "time-out");
  expect(model.asked()).toEqual({ kind: "exitAll" });
});

test("reads and writes shared data as the manifest allows and shares it at commit [SCORM 2004 adl.data]", async () => {
  const { get, set, model, sequencing, committed } = await begin();
  expect([
    get("adl.data._count"),
    get("adl.data.0.id"),
    get("adl.data.0.store"),
    set("adl.data.0.store", "text"),
    get("adl.data.0.store"),
    set("adl.data.0.id", "other"),
    set("adl.data.1.store", "text"),
    get("adl.data.1.store"),
    set("adl.data.2.store", "text"),
    get("adl.data.2.store"),
    get("adl.data.3.store"),
    set("adl.data.3.store", "text"),
    set("adl.data.0.store", "x".repeat(64_001)),
    set("adl.data.0.store", ""),
    get("adl.data.0.store"),
  ]).toEqual([
    "3 0",
    "both 0",
    " 403",
    "true 0",
    "text 0",
    "false 404",
    "false 404",
    " 403",
    "true 0",
    " 405",
    " 301",
    "false 351",
    "false 406",
    "true 0",
    " 403",
  ]);
  expect(committed()).toBe(0);
  model.commit("");
  model.commit("");
  expect(committed()).toBe(1);
  expect(sequencing.getData("written")).toBe("text");
});

test("leaves no empty place in a list after a rejected value [SCORM 2004 cmi.objectives.n.id]", async () => {
  const { get, set } = await begin();
  expect([
    set("cmi.objectives.1.id", ""),
    set("cmi.objectives.1.id", "urn:"),
    set("cmi.objectives.1.id", "urn:adl:with spaces"),
    set("cmi.objectives.1.id", "own"),
    get("cmi.objectives._count"),
    set("cmi.objectives.1.id", "urn:adl:second"),
    get("cmi.objectives._count"),
  ]).toEqual(["false 406", "false 406", "false 406", "false 351", "1 0", "true 0", "2 0"]);
});

test.each([
  ["cmi.session_time", "P1DT2H", "P1Y6M14D4H15M"],
  ["cmi.session_time", "PT0.55S", "P1YT"],
  ["cmi.comments_from_learner.0.timestamp", "2004-04-01T09:45:58.55Z", "2004-04-01T09:45:58.025"],
  ["cmi.comments_from_learner.0.timestamp", "2038", "2039"],
])(
  "accepts for %s '%s' and rejects '%s', like the server [SCORM 2004 timeinterval, time]",
  async (element, right, wrong) => {
    const { set } = await begin();
    expect([set(element, right), set(element, wrong)]).toEqual(["true 0", "false 406"]);
  },
);

test("restores all comments of an attempt [SCORM 2004 cmi.comments_from_learner]", async () => {
  const places = Array.from({ length: 25 }, (_, index) => index);
  const { get } = await begin(
    Object.fromEntries(places.map((index) => [`cmi.comments_from_learner.${index}.comment`, `Comment ${index}`])),
  );
  expect(places.map((index) => get(`cmi.comments_from_learner.${index}.comment`))).toEqual(
    places.map((index) => `Comment ${index} 0`),
  );
});

test("stores times as browsers write them to 0.01 s [SCORM 2004 time(second,10,0)]", async () => {
  const { get, set } = await begin();
  expect([
    set("cmi.comments_from_learner.0.timestamp", "2026-04-01T09:45:58.259Z"),
    get("cmi.comments_from_learner.0.timestamp"),
    set("cmi.interactions.0.id", "q1"),
    set("cmi.interactions.0.timestamp", "2026-04-01T09:45:58.259Z"),
    get("cmi.interactions.0.timestamp"),
  ]).toEqual(["true 0", "2026-04-01T09:45:58.25Z 0", "true 0", "true 0", "2026-04-01T09:45:58.25Z 0"]);
});

test("accepts a delivery speed of zero in this session and the next [SCORM 2004 cmi.learner_preference.delivery_speed]", async () => {
  const speed = "cmi.learner_preference.delivery_speed";
  const { get, set } = await begin();
  expect([
    get(speed),
    set(speed, "0.0"),
    get(speed),
    set(speed, "-1"),
    get(speed),
    set(speed, "2"),
    get(speed),
  ]).toEqual(["1 0", "true 0", "0.0 0", "false 407", "0.0 0", "true 0", "2 0"]);
  expect((await begin({ [speed]: "0.0" })).get(speed)).toBe("0.0 0");
});

test("derives a status from its threshold, whatever the content reports [SCORM 2004 cmi.completion_threshold, cmi.scaled_passing_score]", async () => {
  const { get, set } = await begin({ "cmi.completion_threshold": "0.8", "cmi.scaled_passing_score": "0.5" });
  set("cmi.completion_status", "completed");
  set("cmi.success_status", "passed");
  expect([get("cmi.completion_status"), get("cmi.success_status")]).toEqual(["unknown 0", "unknown 0"]);
  set("cmi.progress_measure", "0.7");
  set("cmi.score.scaled", "0.4");
  expect([get("cmi.completion_status"), get("cmi.success_status")]).toEqual(["incomplete 0", "failed 0"]);
  set("cmi.progress_measure", "0.80");
  set("cmi.score.scaled", ".5");
  expect([get("cmi.completion_status"), get("cmi.success_status")]).toEqual(["completed 0", "passed 0"]);
});
