import { expect, test } from "vitest";
import { NEW_ATTEMPT, refusalOf } from "../server/src/features/scorm/attempt.ts";
import { isLanguage, LANGUAGES } from "../server/src/features/scorm/languages.ts";
import { createInteractions } from "../web/src/scorm/interactions2004.ts";
import { isLanguage as isLanguageThere } from "../web/src/scorm/languages.ts";

// The player answers content at once, and the server believes no client: both have to take the same values, or what a learner has
// answered is lost (decision 029).

/** The type of an interaction, an element of it, the values that it takes, and those that it does not. */
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

test.each(cases)(
  "$type, $element '$shown': taken $isTaken, by player and server",
  ({ type, element, value, isTaken }) => {
    const cmi = {
      "cmi.interactions.0.id": "q1",
      "cmi.interactions.0.type": type,
      // One that is there already, so that there may be a second.
      ...(element === "correct_responses.1.pattern" && { "cmi.interactions.0.correct_responses.0.pattern": "b" }),
    };
    const key = `cmi.interactions.0.${element}`;
    const context = {
      kind: "scorm_2004" as const,
      details: { isVisible: true },
      learner: { id: "1", name: "Learner, A" },
    };
    expect([
      createInteractions(cmi, LANGUAGES).set(key, value) === "0",
      refusalOf({ ...NEW_ATTEMPT, cmi }, context, key, value) === null,
    ]).toEqual([isTaken, isTaken]);
  },
);

test("player and server take the same tags of languages", () => {
  const known = ["EN", "en", "eng", "fr", "fra", "fre", "iw", "und", "en-US", "i-klingon", "x-own", "de-CH-1996"];
  const unknown = ["", "x", "e", "sp", "frl", "exg", "ruq", "en-", "en_US", "en-toolongasubtag"];
  for (const tag of [...known, ...unknown])
    expect([tag, isLanguage(tag), isLanguageThere(tag, LANGUAGES)]).toEqual([
      tag,
      known.includes(tag),
      known.includes(tag),
    ]);
});
