import { expect, test } from "vitest";
import { createDataModel } from "./data-model.ts";

function begin(seed: Record<string, string> = {}) {
  const model = createDataModel("scorm_2004");
  model.load(seed);
  model.initialize("");
  const name = (element: string) => `cmi.interactions.${element}`;
  return {
    set: (element: string, value: string) => model.set(name(element), value).error,
    get: (element: string) => {
      const { value, error } = model.get(name(element));
      return `${value} ${error}`;
    },
  };
}

test("allows setting an id again and repeated ids of interactions [SCORM 2004 cmi.interactions.n.id]", () => {
  const { set, get } = begin();
  expect([set("0.id", "q1"), set("0.id", "q2"), get("0.id"), set("1.id", "q2"), get("_count")]).toEqual([
    "0",
    "0",
    "q2 0",
    "0",
    "2 0",
  ]);
});

test("distinguishes a missing element from one past the end [SCORM 2004 cmi.interactions]", () => {
  const { set, get } = begin();
  set("0.id", "q1");
  expect([
    get("_children"),
    get("0.type"),
    get("1.type"),
    get("0.objectives._count"),
    get("1.objectives._count"),
    get("0.objectives.0.id"),
    set("2.id", "q3"),
    set("0.objectives.1.id", "o"),
    get("_count"),
  ]).toEqual([
    "id,type,objectives,timestamp,correct_responses,weighting,learner_response,result,latency,description 0",
    " 403",
    " 301",
    "0 0",
    " 301",
    " 301",
    "351",
    "351",
    "1 0",
  ]);
});

test("requires a type before answers [SCORM 2004 cmi.interactions.n.type]", () => {
  const { set } = begin();
  set("0.id", "q1");
  expect([
    set("0.learner_response", "a"),
    set("0.correct_responses.0.pattern", "a"),
    set("0.type", "guess"),
    set("0.type", "choice"),
    set("0.learner_response", "a"),
  ]).toEqual(["408", "408", "406", "0", "0"]);
});

test("rejects repeated and moved objectives in an interaction [SCORM 2004 cmi.interactions.n.objectives.n.id]", () => {
  const { set, get } = begin();
  set("0.id", "q1");
  expect([
    set("0.objectives.0.id", "a"),
    set("0.objectives.0.id", "a"),
    set("0.objectives.1.id", "a"),
    set("0.objectives.1.id", ""),
    set("0.objectives.1.id", "b"),
    get("0.objectives._count"),
  ]).toEqual(["0", "0", "351", "406", "0", "2 0"]);
});

test.each(["true-false", "likert", "numeric", "other"])(
  "allows one pattern for the type %s and several for others [SCORM 2004 cmi.interactions.n.correct_responses]",
  (type) => {
    const { set } = begin({ "cmi.interactions.0.id": "q1", "cmi.interactions.0.type": type });
    const pattern = type === "true-false" ? "true" : "1";
    expect([set("0.correct_responses.0.pattern", pattern), set("0.correct_responses.1.pattern", pattern)]).toEqual([
      "0",
      "351",
    ]);
    set("0.type", "sequencing");
    expect(set("0.correct_responses.1.pattern", pattern)).toBe("0");
  },
);

test("rejects a repeated correct choice [SCORM 2004 cmi.interactions.n.correct_responses]", () => {
  const { set } = begin({ "cmi.interactions.0.id": "q1", "cmi.interactions.0.type": "choice" });
  const pattern = (index: number) => `0.correct_responses.${index}.pattern`;
  expect([set(pattern(0), "a[,]b"), set(pattern(1), "a[,]b"), set(pattern(1), "a"), set(pattern(1), "a")]).toEqual([
    "0",
    "351",
    "0",
    "0",
  ]);
});

test("restores interactions, including an empty answer", () => {
  const { get } = begin({
    "cmi.location": "here",
    "cmi.interactions.0.id": "q1",
    "cmi.interactions.0.type": "fill-in",
    "cmi.interactions.0.learner_response": "",
    "cmi.interactions.0.correct_responses.0.pattern": "{lang=xx}kept before the rule was",
  });
  expect([
    get("_count"),
    get("0.learner_response"),
    get("0.correct_responses._count"),
    get("0.correct_responses.0.pattern"),
  ]).toEqual(["1 0", " 0", "1 0", "{lang=xx}kept before the rule was 0"]);
});
