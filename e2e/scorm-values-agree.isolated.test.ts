import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type Attempt, NEW_ATTEMPT, findRefusal, withValues } from "../server/src/features/scorm/attempt.ts";
import { listLeaves } from "../server/src/features/scorm/cmi-elements.ts";
import { isLanguage } from "../server/src/features/scorm/languages.ts";
import { createDataModel, type DataModel } from "../web/src/scorm/data-model.ts";
import { createQueue } from "../web/src/scorm/queue.ts";

// The player answers content immediately, and the server checks every value again: both must accept the same values, or
// answers are lost (ADR 029 and ADR 046).

/** An interaction type, one of its elements, accepted values, refused values. */
const VALUES: [string, string, string[], string[]][] = [
  ["other", "id", ["q1", "a question", "urn:adl:q1"], ["", " ", "urn:", "urn:adl:q 1", "x".repeat(4_001)]],
  ["other", "objectives.0.id", ["o1"], ["", "urn:"]],
  ["other", "type", ["choice", "long-fill-in"], ["", "guess", "constructor"]],
  ["other", "weighting", ["7", "-0.5", "7.000099999887765544", "1e3"], ["", "heavy", "1,000"]],
  ["other", "result", ["correct", "incorrect", "unanticipated", "neutral", "-0.35"], ["", "wrong", "34,000.00"]],
  [
    "other",
    "latency",
    ["P1Y6M14DT4H15M06.34S", "PT15M", "P1Y"],
    ["", "P", "PT", "1Y", "P1Y6M14DT", "P1D4H", "PT1.123S"],
  ],
  [
    "other",
    "description",
    ["", "Où ?", "{lang=fr}Où ?", "x".repeat(500)],
    ["{lang=frl}?", "{lang=}?", "x".repeat(501)],
  ],
  [
    "other",
    "timestamp",
    [
      "2004",
      "2004-04",
      "2004-04-01",
      "2004-04-01T15",
      "2004-04-01T09:45",
      "2004-04-01T09:45:58",
      "2004-04-01T09:45:58.2",
      "2004-04-01T09:45:58.55Z",
      "2004-04-01T09:45:58.55+02",
      "2004-04-01T09:45:58.55-02:30",
      "2004-04-01T09:45:58.025Z",
    ],
    [
      "",
      "04",
      "1969",
      "2039",
      "2004-4",
      "2004-13",
      "2004-00",
      "2004-03-32",
      "2004-04-01T24",
      "2004-04-01T9",
      "2004-04-01T15Z",
      "2004-04-01T14:60",
      "2004-04-01T09:45:60",
      "2004-04-01T09:45:58Z",
      "2004-04-01T09:45:58.",
      "2004-04-01T09:45:58.025",
      "2004-04-01T09:45:58.0255Z",
      "2004-04-01T09:45:58.55+24",
      "2004-04-01T09:45:58.55+2:30",
      "2004-04-01T09:45:58.55Z+02:30",
    ],
  ],
  ["true-false", "learner_response", ["true", "false"], ["", "t", "true-false"]],
  ["true-false", "correct_responses.0.pattern", ["true", "false"], ["", "1"]],
  ["choice", "learner_response", ["", "a", "a[,]b", "uri.a[,]b"], ["a[,]a", "[,]", "[,]a", "a b", "{a}", "a[.]b"]],
  ["choice", "correct_responses.0.pattern", ["", "a[,]b"], ["a[,]a", "[,]", "{}{[]}"]],
  [
    "fill-in",
    "learner_response",
    ["", " ", "[,]", "a[,]b", "{lang=en}", "{lang=en-US}a[,]{lang=fra}b", "{case_matters=perhaps}a", "{}{[]}"],
    ["{lang=frl}a", "a[,]{lang=sp}b", "{lang=ruq-JM}a"],
  ],
  [
    "fill-in",
    "correct_responses.0.pattern",
    [
      "",
      "{order_matters=false}a[,]b",
      "{case_matters=true}{lang=eng}{order_matters=true}z",
      "{order_matters=true}{case_matters=false}z",
      "{lang=eng}{case_matters=perhaps}a",
    ],
    [
      "{case_matters=perhaps}a",
      "{order_matters=}a",
      "{case_matters=true}{order_matters=1}a",
      "{case_matters=true}{lang=exg}a",
    ],
  ],
  ["long-fill-in", "learner_response", ["", "[,]", "{lang=i-klingon}a"], ["{lang=exg}a"]],
  [
    "long-fill-in",
    "correct_responses.0.pattern",
    ["", "{case_matters=true}{lang=en}a", "{order_matters=perhaps}a"],
    ["{case_matters=perhaps}a", "{lang=sp}a"],
  ],
  ["likert", "learner_response", ["a"], ["", "a b", "a[,]b"]],
  ["likert", "correct_responses.0.pattern", ["a"], ["", "{}"]],
  [
    "matching",
    "learner_response",
    ["", "a[.]1", "a[.]1[,]b[.]2"],
    ["a", "a[.]", "[.]1", "a[.]1[.]2", "[,]a[.]1", "a[.]1[,]b"],
  ],
  ["matching", "correct_responses.0.pattern", ["a[.]1[,]a[.]1"], ["z", "{}{[]}"]],
  [
    "performance",
    "learner_response",
    ["", "a[.]", "[.]an answer", "a[.]1[,]b[.]2", `a[.]${"x".repeat(120_000)}`],
    ["a", "[.]", "[.]a[.]1", "a b[.]1", "{order_matters=false}a[.]1", "[,]a[.]1", `a[.]${"x".repeat(130_000)}`],
  ],
  [
    "performance",
    "correct_responses.0.pattern",
    ["{order_matters=false}a[.]1", "a[.]"],
    ["{order_matters=no}a[.]1", "a"],
  ],
  ["sequencing", "learner_response", ["", "a", "a[,]a[,]b"], ["[,]", "a[.]b", "[,]a"]],
  ["sequencing", "correct_responses.0.pattern", ["a[,]a"], ["[,]"]],
  ["numeric", "learner_response", ["410", "-0.23100", ".5"], ["", "3.1.4", "4a", "1[:]2"]],
  [
    "numeric",
    "correct_responses.0.pattern",
    ["3[:]10", "[:]1", "1[:]", "5", "-1.5[:]-1"],
    ["", "3[:]1", "1[:]2[:]3", "100,0", "x"],
  ],
  ["other", "learner_response", ["", "{}{[]}", "{lang=xx}a"], ["x".repeat(130_001)]],
  ["other", "correct_responses.0.pattern", ["", "[,]"], ["x".repeat(130_001)]],
  ["likert", "correct_responses.1.pattern", [], ["a"]],
  ["sequencing", "correct_responses.1.pattern", ["a"], []],
];

const cases = VALUES.flatMap(([type, element, taken, refused]) => [
  ...taken.map((value) => ({ type, element, value, shown: value.slice(0, 50), isTaken: true })),
  ...refused.map((value) => ({ type, element, value, shown: value.slice(0, 50), isTaken: false })),
]);

// The player reads its page's address when it is loaded.
vi.hoisted(() => Object.assign(globalThis, { location: { pathname: "/" }, addEventListener: () => {} }));

type Version = Parameters<typeof createDataModel>[0];
const makeContext = (kind: Version) => ({
  kind,
  details: { isVisible: true },
  learner: { id: "1", name: "Learner, A" },
});

function opened(version: Version, seed: Record<string, string> = {}): DataModel {
  const model = createDataModel(version);
  model.load(seed);
  model.initialize("");
  return model;
}

test.each(cases)(
  "player and server agree that '$shown' is accepted ($isTaken) as $element of type $type",
  ({ type, element, value, isTaken }) => {
    const cmi = {
      ...(element !== "id" && { "cmi.interactions.0.id": "q1" }),
      "cmi.interactions.0.type": type,
      // One that exists already, so that there can be a second.
      ...(element === "correct_responses.1.pattern" && { "cmi.interactions.0.correct_responses.0.pattern": "b" }),
    };
    const key = `cmi.interactions.0.${element}`;
    const setting = { key, value };
    expect([
      opened("scorm_2004", cmi).set(key, value).error === "0",
      findRefusal({ ...NEW_ATTEMPT, cmi }, makeContext("scorm_2004"), setting) === null,
    ]).toEqual([isTaken, isTaken]);
  },
);

test("accepts existing language tags only", () => {
  const known = ["EN", "en", "eng", "fr", "fra", "fre", "iw", "und", "en-US", "i-klingon", "x-own", "de-CH-1996"];
  const unknown = ["", "x", "e", "sp", "frl", "exg", "ruq", "en-", "en_US", "en-toolongasubtag"];
  for (const tag of [...known, ...unknown]) expect([tag, isLanguage(tag)]).toEqual([tag, known.includes(tag)]);
});

/** Texts at and around the length limits of the table, in several scripts. */
const limits = fc
  .tuple(
    fc.constantFrom(250, 255, 500, 1_000, 4_000, 4_096, 4_250, 4_260, 64_000, 130_000),
    fc.integer({ min: -1, max: 1 }),
    fc.constantFrom("x", "7", "é", "\n", "😀", " "),
  )
  .map(([limit, off, character]) => character.repeat(limit + off).slice(0, limit + off));
/** Words of the table and similar ones; the first is an empty text. */
const WORDS =
  "| |passed|completed|failed|incomplete|browsed|not attempted|unknown|normal|suspend|time-out|logout" +
  "|correct|incorrect|wrong|neutral|unanticipated|true|false|t|choice|fill-in|long-fill-in|likert|numeric" +
  "|matching|performance|sequencing|other|true-false|en|en-US|en_US|{lang=en}a|{lang=frl}a|{lang=}|{a|a[,]b" +
  "|a[.]b|1[:]5|5[:]1|continue|_none_|{target=a}choice|{target=a\n}jump|urn:|urn:a:b|urn:a:b c|a\nb|\r\n" +
  "|__proto__|constructor|0|-0|00|-1|1|100|101|-100|+1|.5|5.|-|.|1e1|1e999|-1.5|0x10|Infinity|NaN|١" +
  "|12345678901234567890|0:00:12|00:00:12|0000:00:00.00|00:99:99|24:00:00|23:59:59.99|9:00:00|00:00:00.123|P" +
  "|PT|PT1S|P1Y|PT0.123S|P1W|2004-04-01|2004-04-01T09:45:58.259Z|2004-13-01|2039|2004-04-01T09:45:58Z";
const words = fc.constantFrom(...WORDS.split("|"));
const numbers = fc.oneof(fc.double().map(String), fc.integer({ min: -101, max: 101 }).map(String));
const unicode = fc.string({ unit: "binary", maxLength: 40 });
const someValue = fc.oneof({ weight: 4, arbitrary: words }, numbers, unicode, fc.string(), limits);

describe.each(["scorm_1_2", "scorm_2004"] as const)("%s", (version) => {
  const settable = listLeaves(version).filter((leaf) => !leaf.startsWith("adl.data."));
  const concrete = (leaf: string, index = 0) => leaf.replace(".n.", `.${index}.`).replace(".m.", ".0.");

  test.each(settable)("player and server accept the same values of %s", (leaf) => {
    const key = concrete(leaf);
    const type = fc.constantFrom("true-false", "choice", "fill-in", "matching", "performance", "numeric", "likert");
    fc.assert(
      fc.property(someValue, type, (value, type) => {
        const seed: Record<string, string> = {
          "cmi.objectives.0.id": "o1",
          "cmi.interactions.0.id": "q1",
          "cmi.interactions.0.type": type,
        };
        // Whether an existing identifier may change is a rule of its own, not one about its value.
        delete seed[key];
        const isTaken = opened(version, seed).set(key, value).error === "0";
        const refusal = findRefusal({ ...NEW_ATTEMPT, cmi: seed }, makeContext(version), { key, value });
        expect([value, refusal]).toEqual([value, isTaken ? null : expect.any(String)]);
      }),
      { numRuns: 150 },
    );
  });

  test("the server stores everything that the player accepts in a session, with an equal data model", () => {
    const setting = fc.tuple(fc.constantFrom(...settable), fc.nat({ max: 2 }), someValue);
    fc.assert(
      fc.property(fc.array(setting, { maxLength: 60 }), (settings) => {
        const model = opened(version);
        let attempt: Attempt = NEW_ATTEMPT;
        for (const [leaf, index, value] of settings) {
          const key = concrete(leaf, index);
          const kept = { key, value: model.keptAs(key, value), isWhole: true };
          if (model.set(key, value).error !== "0") continue;
          const found = withValues(attempt, makeContext(version), [kept]);
          expect(found.refused).toEqual([]);
          attempt = found.attempt;
        }
        for (const [key, value] of Object.entries(attempt.cmi)) expect([key, model.read(key)]).toEqual([key, value]);
      }),
      { numRuns: 150 },
    );
  });
});

describe.each(["scorm_1_2", "scorm_2004"] as const)("the last message of a page, %s", (version) => {
  test("contains everything that the player accepted, and the server stores all of it", () => {
    const settable = listLeaves(version).filter((leaf) => !leaf.startsWith("adl."));
    const setting = fc.tuple(fc.constantFrom(...settable), fc.nat({ max: 2 }), fc.oneof(words, fc.constant("1")));
    fc.assert(
      fc.property(fc.array(setting, { maxLength: 80 }), (settings) => {
        const sent: Record<string, unknown>[] = [];
        const queue = createQueue({
          firstSequence: 0,
          onChange: () => {},
          onRefused: () => {},
          onStopped: () => {},
          transport: (_, body) => {
            sent.push(body as Record<string, unknown>);
            return new Promise(() => {});
          },
        });
        const model = opened(version);
        for (const [leaf, index, given] of settings) {
          const key = leaf.replace(".n.", `.${index}.`).replace(".m.", ".0.");
          const value = model.keptAs(key, given);
          if (model.set(key, given).error === "0") queue.put("set-value", { key, value, isWhole: true });
        }
        queue.put("finish", {});
        queue.leave();
        const values = sent.at(-1)!["values"] as { key: string; value: string }[];
        const { attempt, refused } = withValues(NEW_ATTEMPT, makeContext(version), values);
        expect(refused).toEqual([]);
        for (const [key, value] of Object.entries(attempt.cmi)) expect([key, model.read(key)]).toEqual([key, value]);
      }),
    );
  });
});
