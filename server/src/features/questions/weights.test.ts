import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { type QuestionDraft, questionForm, questionProblem } from "./question-form.ts";
import { readCsv } from "./read-csv.ts";
import { readGift } from "./read-gift.ts";
import { readMoodle } from "./read-moodle.ts";
import { readQti } from "./read-qti.ts";
import { withoutUsualWeights, weighOption } from "./weights.ts";
import { writeMoodle } from "./write-moodle.ts";

type Weighed = [text: string, checked: boolean, weight?: number];
const listed = ({ options }: Pick<QuestionDraft, "options">): Weighed[] =>
  options.map(({ text, checked, weight }) => (weight === undefined ? [text, checked] : [text, checked, weight]));
const createChoice = (...options: Weighed[]) =>
  questionForm.parse({
    type: "Multiple Choice",
    question: "Which?",
    options: options.map(([text, checked, weight]) => ({ text, checked, weight })),
  });
const readProblem = (...options: Weighed[]) => {
  const problem = questionProblem(createChoice(...options));
  return problem && fill(problem, ENGLISH);
};

describe("the weights of options", () => {
  test.each<[string, Weighed[]]>([
    [
      "none",
      [
        ["a", true],
        ["b", false],
      ],
    ],
    [
      "a wrong one that earns a part",
      [
        ["a", true],
        ["b", false, 50],
        ["c", false, -20],
      ],
    ],
    [
      "right ones of which each is enough",
      [
        ["a", true, 100],
        ["b", true, 100],
        ["c", false, 30],
      ],
    ],
    [
      "right ones that add up",
      [
        ["a", true, 70],
        ["b", true, 30],
        ["c", false, 0],
      ],
    ],
    [
      "right ones that were rounded",
      [
        ["a", true, 33.3],
        ["b", true, 33.3],
        ["c", true, 33.3],
      ],
    ],
  ])("can be used: %s", (_, options) => {
    expect(readProblem(...options)).toBeNull();
  });

  test.each<[string, Weighed[], string]>([
    [
      "a single right one below 100 %",
      [
        ["a", true, 50],
        ["b", false],
      ],
      "needs 100 % for its correct option",
    ],
    [
      "a wrong one that earns everything",
      [
        ["a", true],
        ["b", false, 100],
      ],
      "and less for the others",
    ],
    [
      "right ones that do not add up",
      [
        ["a", true, 50],
        ["b", true, 20],
      ],
      "add up to 100 %",
    ],
    [
      "a right one that costs points",
      [
        ["a", true, 100],
        ["b", true, 50],
        ["c", true, -50],
      ],
      "add up to 100 %",
    ],
    [
      "a wrong one of several that earns points",
      [
        ["a", true, 50],
        ["b", true, 50],
        ["c", false, 10],
      ],
      "none above 0 %",
    ],
  ])("cannot be used: %s", (_, options, problem) => {
    expect(readProblem(...options)).toContain(problem);
  });

  test("are left out where they are what an option earns anyway, and then give the same weights", () => {
    const given = fc.array(fc.tuple(fc.boolean(), fc.constantFrom(undefined, 100, 0, 50, -50, 33.33333)), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(given, (entries) => {
        const { options } = createChoice(
          ...entries.map(([checked, weight], at): Weighed => [`o${at}`, checked, weight]),
        );
        const shorter = withoutUsualWeights(options);
        shorter.forEach((option, at) =>
          expect(weighOption(option, shorter)).toBeCloseTo(weighOption(options[at]!, options), 1),
        );
      }),
    );
  });
});

test("an accepted answer has to earn everything", () => {
  const accepting = (...weights: number[]) =>
    questionProblem(
      questionForm.parse({
        type: "Short Text",
        question: "Who?",
        accepted: weights.map((weight, at) => ({ text: `a${at}`, weight })),
      }),
    );
  expect(accepting(50, 100)).toBeNull();
  expect(fill(accepting(50, 99)!, ENGLISH)).toBe("needs an accepted answer that earns 100 %");
});

test.each([
  { type: "Multiple Choice", options: [{ text: "a", weight: 101 }] },
  { type: "Multiple Choice", options: [{ text: "a", weight: -101 }] },
  { type: "Short Text", accepted: [{ text: "a", weight: 0 }] },
  { type: "Short Text", accepted: [{ text: "a", weight: 101 }] },
])("a weight outside of its limits is refused: %j", (question) => {
  expect(questionForm.safeParse({ question: "Which?", ...question }).success).toBe(false);
});

const read = ({ questions, problems }: ReturnType<typeof readGift>) => {
  expect(problems).toEqual([]);
  return questions[0]!.question;
};

describe("a GIFT file", () => {
  test.each<[string, Weighed[]]>([
    [
      "One? {=a ~%50%b ~%-25%c ~d}",
      [
        ["a", true],
        ["b", false, 50],
        ["c", false, -25],
        ["d", false],
      ],
    ],
    [
      "Both? {~%50%a ~%50%b ~%-100%c}",
      [
        ["a", true],
        ["b", true],
        ["c", false],
      ],
    ],
    [
      "Both, freely? {~%50%a ~%50%b ~c}",
      [
        ["a", true],
        ["b", true],
        ["c", false, 0],
      ],
    ],
    [
      "Shares? {~%70%a ~%30%b ~%-50%c}",
      [
        ["a", true, 70],
        ["b", true, 30],
        ["c", false, -50],
      ],
    ],
    [
      "Any? {=a =b ~c}",
      [
        ["a", true, 100],
        ["b", true, 100],
        ["c", false],
      ],
    ],
  ])("is read with the weights of options: %s", (source, options) => {
    expect(listed(read(readGift(source)))).toEqual(options);
  });

  test("is read with the weights of accepted answers", () => {
    expect(read(readGift("Who? {=Ada =%50%Augusta}")).accepted).toMatchObject([{ text: "Ada" }, { weight: 50 }]);
    expect(read(readGift("Pi? {#=3.14:0.01 =%25%3:1}")).accepted).toMatchObject([{ tolerance: 0.01 }, { weight: 25 }]);
  });

  test("with shares that cannot be kept is a problem", async () => {
    const { questions } = readGift("Which? {~%60%a ~%60%b}");
    expect(fill(questionProblem(questions[0]!.question)!, ENGLISH)).toContain("add up to 100 %");
  });
});

describe("a Moodle XML file", () => {
  const quiz = (type: string, single: string, ...answers: [number, string][]) =>
    `<quiz><question type="${type}"><questiontext format="plain_text"><text>Which?</text></questiontext>${single}${answers.map(([fraction, text]) => `<answer fraction="${fraction}" format="plain_text"><text>${text}</text></answer>`).join("")}</question></quiz>`;

  test("is read with the shares of its answers", () => {
    const one = quiz("multichoice", "<single>true</single>", [100, "a"], [33.33333, "b"], [0, "c"]);
    expect(listed(read(readMoodle(one)))).toEqual([
      ["a", true],
      ["b", false, 33.33333],
      ["c", false],
    ]);
    const both = quiz("multichoice", "<single>false</single>", [33.33333, "a"], [66.66667, "b"], [-100, "c"]);
    expect(listed(read(readMoodle(both)))).toEqual([
      ["a", true, 33.33333],
      ["b", true, 66.66667],
      ["c", false],
    ]);
    const typed = quiz("shortanswer", "", [100, "Ada"], [50, "Augusta"], [0, "Bob"]);
    expect(read(readMoodle(typed)).accepted).toMatchObject([{ text: "Ada" }, { text: "Augusta", weight: 50 }]);
  });

  test("is written with those that earn most first, which Moodle takes first", () => {
    const question = questionForm.parse({
      type: "Number",
      question: "Pi?",
      accepted: [{ text: "3", tolerance: 1, weight: 50 }, { text: "3.14" }],
    });
    const file = writeMoodle([{ ...question, category: "Numbers" }]);
    expect([...file.matchAll(/fraction="([^"]*)"/g)].map(([, fraction]) => fraction)).toEqual(["100", "50"]);
  });
});

describe("a CSV file", () => {
  const rows = (...lines: string[]) => readCsv(`type,question,answer 1,answer 2,answer 3\n${lines.join("\n")}\n`);

  test("is read with weights between percent signs, and texts that begin like one after a backslash", () => {
    expect(listed(read(rows("Multiple Choice,Which?,*%70%a,*%30%\\*b,\\%5%c")))).toEqual([
      ["a", true, 70],
      ["*b", true, 30],
      ["%5%c", false],
    ]);
    expect(read(rows("Short Text,Who?,Ada,%50%Augusta,")).accepted).toMatchObject([{ text: "Ada" }, { weight: 50 }]);
    expect(read(rows("Number,Pi?,3.14,%12.5%3 +- 1,")).accepted[1]).toEqual({ text: "3", tolerance: 1, weight: 12.5 });
  });

  test("reports a weight above 100 %", () => {
    const { problems } = rows("Multiple Choice,Which?,*a,%101%b,");
    expect(problems.map(({ message }) => fill(message, ENGLISH))).toEqual([
      "'%101%' is not a percentage from -100 to 100.",
    ]);
  });
});

describe("a QTI item", () => {
  const item = (cardinality: string, mapping: string, interaction: string, type = "identifier") =>
    Buffer.from(
      `<assessmentItem identifier="i"><responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="${type}"><mapping ${mapping}</mapping></responseDeclaration><itemBody><p>Which?</p>${interaction}</itemBody><responseProcessing template="map_response"/></assessmentItem>`,
    );
  const entry = (key: string, value: number) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`;
  const CHOICE = `<choiceInteraction responseIdentifier="RESPONSE"><simpleChoice identifier="a">a</simpleChoice><simpleChoice identifier="b">b</simpleChoice><simpleChoice identifier="c">c</simpleChoice></choiceInteraction>`;
  const ENTRY = `<textEntryInteraction responseIdentifier="RESPONSE"/>`;

  test("is read with the points of its mapping", () => {
    const one = readQti(item("single", `defaultValue="-1">${entry("a", 2)}${entry("b", 1)}`, CHOICE));
    expect(listed(read(one))).toEqual([
      ["a", true],
      ["b", false, 50],
      ["c", false, -50],
    ]);
    const both = readQti(item("multiple", `>${entry("a", 3)}${entry("b", 1)}`, CHOICE));
    expect(listed(read(both))).toEqual([
      ["a", true, 75],
      ["b", true, 25],
      ["c", false, 0],
    ]);
    const typed = readQti(item("single", `>${entry("Ada", 4)}${entry("Augusta", 1)}`, ENTRY, "string"));
    expect(read(typed)).toMatchObject({ points: 4, accepted: [{ text: "Ada" }, { text: "Augusta", weight: 25 }] });
  });

  test("whose points end before all right choices are found is taken with equal shares, which a note says", () => {
    const { questions, notes } = readQti(item("multiple", `upperBound="3">${entry("a", 3)}${entry("b", 1)}`, CHOICE));
    expect(listed(questions[0]!.question)).toEqual([
      ["a", true],
      ["b", true],
      ["c", false],
    ]);
    expect(notes).toHaveLength(1);
  });
});

test("the weights of a file are compared in one pass, however many options it has", () => {
  const countReads = (size: number) => {
    let reads = 0;
    const options = Array.from({ length: size }, (_, at) => ({
      text: "Any",
      weight: 0,
      get checked() {
        reads++;
        return at < 2;
      },
    }));
    withoutUsualWeights(options);
    return reads;
  };
  expect(countReads(2_000)).toBeLessThan(11 * countReads(200));
});
