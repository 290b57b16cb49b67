import { expect, test } from "vitest";
import type { QuestionDraft } from "./question-form.ts";
import { readGift } from "./read-gift.ts";

type Written = Omit<QuestionDraft, "id">;

test.each<[string, string, Partial<Written>]>([
  [
    "formats of the question and its answers, without the markup of HTML",
    "[html]<p>What&nbsp;is <b>wet</b>?</p> {=[html]<i>a &lt; b</i> ~[plain]<b> ~[markdown]*c*}",
    {
      question: "What is wet?",
      options: [
        { text: "a < b", checked: true },
        { text: "<b>", checked: false },
        { text: "*c*", checked: false },
      ],
    },
  ],
  [
    "a single right answer without a mark",
    "One? {One}",
    { type: "Short Text", accepted: [{ text: "One", tolerance: 0 }] },
  ],
  [
    "a number with feedback on any other answer, which is left out",
    "How many? {#\n=3:2\n~#Wrong}",
    { type: "Number", accepted: [{ text: "3", tolerance: 2 }] },
  ],
])("reads GIFT as Moodle writes it: %s", (_, source, expected) => {
  const { questions, problems } = readGift(source);
  expect(problems).toEqual([]);
  expect(questions.map(({ question }) => question)).toMatchObject([expected]);
});
