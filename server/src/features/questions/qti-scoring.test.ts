import { expect, test } from "vitest";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { readQti } from "./read-qti.ts";

const response = `<variable identifier="RESPONSE"/>`;
const member = (value: string) => `<member><baseValue baseType="identifier">${value}</baseValue>${response}</member>`;
const when = (condition: string, then: string) =>
  `<responseCondition><responseIf>${condition}${then}</responseIf></responseCondition>`;
const score = `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">2</baseValue></setOutcomeValue>`;
const added = `<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></sum></setOutcomeValue>`;

/** Reads an item with three choices, of which several are chosen. */
const readChoices = (rules: string) =>
  readQti(
    Buffer.from(
      `<?xml version="1.0"?>
      <assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">
        <responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier"/>
        <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
        <itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>Which?</prompt>${[
          "a",
          "b",
          "c",
        ]
          .map((id) => `<simpleChoice identifier="${id}">${id}</simpleChoice>`)
          .join("")}</choiceInteraction></itemBody>
        <responseProcessing>${rules}</responseProcessing>
      </assessmentItem>`,
    ),
  );

test.each([
  ["by 'and'", when(`<and>${member("a")}${member("b")}</and>`, score)],
  ["by a condition within another", when(member("a"), when(member("b"), score))],
])("an item whose points need several values of one response together, %s, is refused", (_, rules) => {
  const { questions, problems } = readChoices(rules);
  expect(questions).toEqual([]);
  expect(problems.map(({ message }) => fill(message, ENGLISH))).toEqual([
    "Its scoring combines points in a way that cannot be imported.",
  ]);
});

test.each([
  ["in rules of their own", when(member("a"), added) + when(member("b"), added)],
  [
    "within a condition that there is an answer",
    when(
      `<not><isNull>${response}</isNull></not>`,
      when(`<and><not><isNull>${response}</isNull></not>${member("a")}</and>`, added) + when(member("b"), added),
    ),
  ],
])("values that earn points each, %s, add up", (_, rules) => {
  const { questions, problems } = readChoices(rules);
  expect(problems).toEqual([]);
  expect(questions[0]!.question).toMatchObject({
    points: 2,
    options: [{ checked: true }, { checked: true }, { checked: false }],
  });
});
