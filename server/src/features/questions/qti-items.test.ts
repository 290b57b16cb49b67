import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGLISH, fill } from "../../i18n/message.ts";
import type { QuestionDraft } from "./question-form.ts";
import { readQti } from "./read-qti.ts";

type Written = Omit<QuestionDraft, "id">;

const TEMPLATES = "http://www.imsglobal.org/question/qti_v2p1/rptemplates";
const item = (
  declarations: string,
  body: string,
  rest = `<responseProcessing template="${TEMPLATES}/match_correct"/>`,
) =>
  `<?xml version="1.0"?>\n<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">${declarations}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><itemBody>${body}</itemBody>${rest}</assessmentItem>`;
const declare = (cardinality: string, baseType: string, right: string[], more = "", id = "RESPONSE") =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${right.map((value) => `<value>${value}</value>`).join("")}</correctResponse>${more}</responseDeclaration>`;
const choice = (max: number, ...choices: string[]) =>
  `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="${max}"><prompt>Which?</prompt>${choices.map((text, at) => `<simpleChoice identifier="c${at}">${text}</simpleChoice>`).join("")}</choiceInteraction>`;
const entry = `<p>Type it: <textEntryInteraction responseIdentifier="RESPONSE"/></p>`;
const rules = (...parts: string[]) => `<responseProcessing>${parts.join("")}</responseProcessing>`;
const score = (points: number) =>
  `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">${points}</baseValue></setOutcomeValue>`;
const when = (test: string, then: string, otherwise = "") =>
  `<responseCondition><responseIf>${test}${then}</responseIf>${otherwise && `<responseElse>${otherwise}</responseElse>`}</responseCondition>`;
const response = `<variable identifier="RESPONSE"/>`;
const matches = (value: string) => `<match>${response}<baseValue baseType="identifier">${value}</baseValue></match>`;
const isCorrect = `<match>${response}<correct identifier="RESPONSE"/></match>`;

const readProblem = (source: string) => {
  const { questions, problems } = readQti(Buffer.from(source));
  expect(questions).toEqual([]);
  return fill(problems[0]!.message, ENGLISH);
};

function only(source: string): Written {
  const { questions, problems } = readQti(Buffer.from(source));
  expect(problems).toEqual([]);
  return questions[0]!.question;
}
const listNotes = (source: string) => readQti(Buffer.from(source)).notes!.map(({ message }) => fill(message, ENGLISH));

describe("an item of QTI 2", () => {
  test.each<[string, string, Partial<Written>]>([
    [
      "one choice, by the template match_correct",
      item(declare("single", "identifier", ["c1"]), choice(1, "<b>Skiddaw</b>", "Severn &amp; Trent")),
      {
        type: "Multiple Choice",
        question: "Which?",
        options: [
          { text: "Skiddaw", checked: false },
          { text: "Severn & Trent", checked: true },
        ],
      },
    ],
    [
      "several choices, by a mapping whose upper bound is the points",
      item(
        declare(
          "multiple",
          "identifier",
          ["c0", "c1"],
          `<mapping upperBound="3"><mapEntry mapKey="c0" mappedValue="2"/><mapEntry mapKey="c1" mappedValue="2"/><mapEntry mapKey="c2" mappedValue="-1"/></mapping>`,
        ),
        choice(0, "a", "b", "c"),
        `<responseProcessing template="${TEMPLATES}/map_response.xml"/>`,
      ),
      {
        points: 3,
        options: [
          { text: "a", checked: true },
          { text: "b", checked: true },
          { text: "c", checked: false },
        ],
      },
    ],
    [
      "true or false",
      item(
        declare("single", "identifier", ["false"]),
        `<p>Wet?</p><choiceInteraction responseIdentifier="RESPONSE"><simpleChoice identifier="false">False</simpleChoice><simpleChoice identifier="true">True</simpleChoice></choiceInteraction>`,
      ),
      {
        type: "True or False",
        question: "Wet?",
        options: [
          { text: "True", checked: false },
          { text: "False", checked: true },
        ],
      },
    ],
    [
      "an order",
      item(
        declare("ordered", "identifier", ["b", "a"]),
        `<orderInteraction responseIdentifier="RESPONSE"><prompt>Order.</prompt><simpleChoice identifier="a">Look</simpleChoice><simpleChoice identifier="b">Stop</simpleChoice></orderInteraction>`,
      ),
      {
        type: "Ordering",
        options: [
          { text: "Stop", checked: false },
          { text: "Look", checked: false },
        ],
      },
    ],
    [
      "a match whose right sides may repeat",
      item(
        declare("multiple", "directedPair", ["b x", "a x"]),
        `<matchInteraction responseIdentifier="RESPONSE"><prompt>Match.</prompt><simpleMatchSet><simpleAssociableChoice identifier="a">cat</simpleAssociableChoice><simpleAssociableChoice identifier="b">lynx</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="x">meow</simpleAssociableChoice></simpleMatchSet></matchInteraction>`,
      ),
      {
        type: "Match the Pairs",
        pairs: [
          { left: "cat", right: "meow" },
          { left: "lynx", right: "meow" },
        ],
      },
    ],
    [
      "associated pairs",
      item(
        declare("multiple", "pair", ["A C", "D B"]),
        `<associateInteraction responseIdentifier="RESPONSE"><prompt>Rivals?</prompt>${["A", "B", "C", "D"].map((id) => `<simpleAssociableChoice identifier="${id}">${id}!</simpleAssociableChoice>`).join("")}</associateInteraction>`,
      ),
      {
        pairs: [
          { left: "A!", right: "C!" },
          { left: "D!", right: "B!" },
        ],
      },
    ],
    [
      "a typed text in the middle of a sentence, whose capitals do not count",
      item(
        declare("single", "string", ["York"]),
        `<p>Sun of <textEntryInteraction responseIdentifier="RESPONSE"/>;<br/>and clouds.</p>`,
        rules(
          when(
            `<stringMatch caseSensitive="false">${response}<correct identifier="RESPONSE"/></stringMatch>`,
            score(2),
            score(0),
          ),
        ),
      ),
      {
        type: "Short Text",
        question: "Sun of _____;\nand clouds.",
        matches_case: false,
        points: 2,
        accepted: [{ text: "York", tolerance: 0 }],
      },
    ],
    [
      "texts that a mapping accepts",
      item(
        declare(
          "single",
          "string",
          ["York"],
          `<mapping defaultValue="0"><mapEntry mapKey="York" mappedValue="1" caseSensitive="false"/><mapEntry mapKey="Yorck" mappedValue="1" caseSensitive="false"/></mapping>`,
        ),
        entry,
        rules(
          when(
            `<not><isNull>${response}</isNull></not>`,
            `<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><mapResponse identifier="RESPONSE"/></sum></setOutcomeValue>`,
          ),
        ),
      ),
      {
        question: "Type it:",
        matches_case: false,
        accepted: [
          { text: "York", tolerance: 0 },
          { text: "Yorck", tolerance: 0 },
        ],
      },
    ],
    [
      "a number with a tolerance to both sides, which may differ",
      item(
        declare("single", "float", ["5"]),
        entry,
        rules(
          when(
            `<equal toleranceMode="absolute" tolerance="1 2">${response}<correct identifier="RESPONSE"/></equal>`,
            score(1),
          ),
        ),
      ),
      { type: "Number", accepted: [{ text: "5.5", tolerance: 1.5 }] },
    ],
    [
      "a number with a tolerance in percent",
      item(
        declare("single", "float", ["200"]),
        entry,
        rules(
          when(
            `<equal toleranceMode="relative" tolerance="5">${response}<correct identifier="RESPONSE"/></equal>`,
            score(1),
          ),
        ),
      ),
      { accepted: [{ text: "200", tolerance: 10 }] },
    ],
    [
      "a number between two limits",
      item(
        declare("single", "integer", ["3"]),
        entry,
        rules(
          when(
            `<and><gte>${response}<baseValue baseType="integer">2</baseValue></gte><lte>${response}<baseValue baseType="integer">4</baseValue></lte></and>`,
            score(1),
          ),
        ),
      ),
      { accepted: [{ text: "3", tolerance: 1 }] },
    ],
    [
      "words chosen from lists",
      item(
        declare("single", "identifier", ["b"], "", "A") + declare("single", "identifier", ["c"], "", "B"),
        `<p>One <inlineChoiceInteraction responseIdentifier="A"><inlineChoice identifier="a">up</inlineChoice><inlineChoice identifier="b">down</inlineChoice></inlineChoiceInteraction> and <inlineChoiceInteraction responseIdentifier="B"><inlineChoice identifier="c">left</inlineChoice><inlineChoice identifier="d">right</inlineChoice></inlineChoiceInteraction></p>`,
      ),
      { type: "Fill the Gaps", question: "One [down|up] and [left|right]" },
    ],
    [
      "words from one list for all gaps",
      item(
        declare("multiple", "directedPair", ["w g1", "s g2"]),
        `<gapMatchInteraction responseIdentifier="RESPONSE"><prompt>Fill.</prompt><gapText identifier="w">winter</gapText><gapText identifier="s">summer</gapText><p>Now <gap identifier="g1"/> or <gap identifier="g2"/>.</p></gapMatchInteraction>`,
      ),
      { question: "Fill.\nNow [winter|summer] or [summer|winter]." },
    ],
    [
      "a long text, with its highest score",
      item(
        `<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"/><outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>4.0</value></defaultValue></outcomeDeclaration>`,
        `<div>Why?</div><extendedTextInteraction responseIdentifier="RESPONSE"/>`,
        "",
      ),
      { type: "Essay", question: "Why?", points: 4 },
    ],
  ])("is read: %s", (_, source, expected) => {
    expect(only(source)).toMatchObject(expected);
  });

  test("keeps feedback on a choice, and notes feedback that depends on the grade", () => {
    const feedback = (outcome: string, id: string, text: string) =>
      `<modalFeedback outcomeIdentifier="${outcome}" identifier="${id}" showHide="show">${text}</modalFeedback>`;
    const source = item(
      declare("single", "identifier", ["c0"]),
      choice(1, `a <feedbackInline outcomeIdentifier="X" identifier="c0" showHide="show">inline</feedbackInline>`, "b"),
      rules(
        when(
          isCorrect,
          `${score(1)}<setOutcomeValue identifier="F"><baseValue baseType="identifier">right</baseValue></setOutcomeValue>`,
        ),
        `<setOutcomeValue identifier="C">${response}</setOutcomeValue>`,
        `<setOutcomeValue identifier="G"><baseValue baseType="identifier">always</baseValue></setOutcomeValue>`,
      ) +
        feedback("F", "right", "Well done") +
        feedback("C", "c1", "A hill") +
        feedback("G", "always", "Rivers flow"),
    );
    expect(only(source)).toMatchObject({
      feedback: "Rivers flow",
      options: [{ feedback: "inline" }, { feedback: "A hill" }],
    });
    expect(listNotes(source)).toEqual(["Feedback that depends on whether the answer is right is left out."]);
  });

  test.each([
    [
      "a picture",
      item(declare("single", "identifier", ["c0"]), `<img src="a.png" alt=""/>${choice(1, "a")}`),
      "picture",
    ],
    [
      "a formula in a choice",
      item(declare("single", "identifier", ["c0"]), choice(1, "<math><mi>x</mi></math>")),
      "formula",
    ],
    ["an unknown interaction", item("", `<hotspotInteraction responseIdentifier="RESPONSE"/>`), "'hotspotInteraction'"],
    ["several interactions", item(declare("single", "string", ["a"]), entry + entry), "several answers at once"],
    [
      "an adaptive item",
      item("", entry).replace('adaptive="false"', 'adaptive="true"'),
      "changes while it is answered",
    ],
    [
      "no key",
      item(`<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"/>`, choice(1, "a")),
      "None of the answers is right",
    ],
    [
      "a key that names no choice",
      item(declare("multiple", "identifier", []), choice(0, "a", "b"), rules(when(matches("c0 c1"), score(1)))),
      "'c0 c1', which is not a choice",
    ],
    [
      "a right choice that is not there",
      item(declare("multiple", "identifier", ["c0", "c7"]), choice(0, "a", "b")),
      "'c7', which is not a choice",
    ],
    [
      "choices that are right alone and not together",
      item(
        declare("multiple", "identifier", []),
        choice(0, "a", "b"),
        rules(when(matches("c0"), score(1)), when(matches("c1"), score(1))),
      ),
      "combines points",
    ],
    ["no interaction", item("", "<p>Hi</p>"), "nothing to answer"],
    [
      "unknown scoring",
      item(
        declare("single", "string", ["a"]),
        entry,
        rules(
          when(
            `<substring caseSensitive="true"><baseValue baseType="string">a</baseValue>${response}</substring>`,
            score(1),
          ),
        ),
      ),
      "'substring'",
    ],
    [
      "an unknown template",
      item(declare("single", "point", ["1 1"]), entry, `<responseProcessing template="x/map_response_point"/>`),
      "'map_response_point'",
    ],
    [
      "points for any answer",
      item(declare("single", "string", ["a"]), entry, rules(when(`<isNull>${response}</isNull>`, score(0), score(1)))),
      "combines points",
    ],
    [
      "a part of the items in the order",
      item(
        declare("ordered", "identifier", ["a"]),
        `<orderInteraction responseIdentifier="RESPONSE"><simpleChoice identifier="a">1</simpleChoice><simpleChoice identifier="b">2</simpleChoice></orderInteraction>`,
      ),
      "Only some of the items",
    ],
    [
      "a document type",
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${item("", "<p>&x;</p>")}`,
      "document type",
    ],
    ["QTI 1", "<questestinterop/>", "QTI 1"],
    ["another XML", "<html/>", "'assessmentItem' is missing"],
  ])("is refused with its reason: %s", (_, source, reason) => {
    expect(readProblem(source)).toContain(reason);
  });

  test("never fails on any XML", () => {
    const names = [
      "responseCondition",
      "responseIf",
      "match",
      "variable",
      "sum",
      "setOutcomeValue",
      "mapping",
      "mapEntry",
      "simpleChoice",
      "gap",
      "prompt",
    ];
    const tree: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        fc.string({ maxLength: 5 }).map((text) => text.replace(/[<&]/g, "")),
        fc
          .tuple(fc.constantFrom(...names), fc.array(tie("node"), { maxLength: 4 }))
          .map(
            ([name, inside]) =>
              `<${name} identifier="RESPONSE" mapKey="c0" tolerance="x" toleranceMode="absolute">${inside.join("")}</${name}>`,
          ),
      ),
    })).node;
    fc.assert(
      fc.property(tree, tree, tree, (a, b, c) => {
        readQti(
          Buffer.from(
            item(declare("multiple", "identifier", ["c0"], a), `<p>Q</p>${choice(0, "a", "b")}${b}`, rules(c)),
          ),
        );
      }),
      { numRuns: 300 },
    );
  });
});
