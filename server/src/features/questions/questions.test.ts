import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { type QuestionDraft, questionForm } from "./question-form.ts";
import { CSV_TEMPLATE, readCsv } from "./read-csv.ts";
import { readGift } from "./read-gift.ts";
import { ENGLISH, fill, type Message } from "../../i18n/message.ts";

const inEnglish = (problems: { line: number; message: Message }[]) =>
  problems.map(({ line, message }) => ({ line, message: fill(message, ENGLISH) }));

type Written = Omit<QuestionDraft, "id">;
const blank = {
  options: [],
  pairs: [],
  rules: [],
  required_points: 0,
  accepted: [],
  matches_case: false,
  points: 1,
  feedback: "",
};
const only = (file: ReturnType<typeof readGift>) => {
  expect(file.problems).toEqual([]);
  expect(file.questions).toHaveLength(1);
  return file.questions[0]!.question;
};

// Words that survive trimming and the line format of both formats, with every special character of either.
const words = fc
  .string({ unit: fc.constantFrom(..."abcXYZé漢😀 ,;\"'*=~#{}:\\|%->/$[]".split("")), minLength: 1, maxLength: 30 })
  .map((text) => text.trim())
  .filter((text) => text !== "");
const plain = fc
  .string({ unit: fc.constantFrom(..."abcdefXYZé漢😀 ,".split("")), minLength: 1, maxLength: 30 })
  .map((text) => text.trim())
  .filter((text) => text !== "");

describe("GIFT file", () => {
  test.each<[string, string, Partial<Written>]>([
    [
      "one right answer",
      "Which? {=Severn ~Skiddaw ~Snowdon}",
      {
        type: "Multiple Choice",
        options: [
          { text: "Severn", checked: true },
          { text: "Skiddaw", checked: false },
          { text: "Snowdon", checked: false },
        ],
      },
    ],
    [
      "several right answers by their weights",
      "Which? {~%50%Severn ~%-100%Skiddaw ~%50%Trent}",
      {
        type: "Multiple Choice",
        options: [
          { text: "Severn", checked: true },
          { text: "Skiddaw", checked: false },
          { text: "Trent", checked: true },
        ],
      },
    ],
    [
      "true or false",
      "Wet? {TRUE#Yes!#No!}",
      {
        type: "True or False",
        options: [
          { text: "True", checked: true },
          { text: "False", checked: false },
        ],
      },
    ],
    [
      "a short answer",
      "Capital? {=Paris =paris#Right}",
      {
        type: "Short Text",
        matches_case: false,
        accepted: [
          { text: "Paris", tolerance: 0 },
          { text: "paris", tolerance: 0 },
        ],
      },
    ],
    ["a number", "How many? {#3}", { type: "Number", accepted: [{ text: "3", tolerance: 0 }] }],
    ["a number with a tolerance", "Pi? {#3.14:0.005#Fine}", { accepted: [{ text: "3.14", tolerance: 0.005 }] }],
    ["a range", "Pi? {#0.1..0.4}", { type: "Number", accepted: [{ text: "0.25", tolerance: 0.15 }] }],
    [
      "several numbers",
      "How many? {#=3:1 =%100%7}",
      {
        type: "Number",
        accepted: [
          { text: "3", tolerance: 1 },
          { text: "7", tolerance: 0 },
        ],
      },
    ],
    [
      "pairs",
      "Match. {=cat -> meow =dog -> woof}",
      {
        type: "Match the Pairs",
        pairs: [
          { left: "cat", right: "meow" },
          { left: "dog", right: "woof" },
        ],
      },
    ],
    [
      "a missing word",
      "Water boils at {~90 =100 ~80} degrees.",
      { type: "Fill the Gaps", question: "Water boils at [100|90|80] degrees." },
    ],
    [
      "feedback on answers and on the question",
      "Which? {=Severn#Yes. ~Skiddaw#A \\#1 mountain. ~Snowdon ####Rivers flow.}",
      {
        feedback: "Rivers flow.",
        options: [
          { text: "Severn", checked: true, feedback: "Yes." },
          { text: "Skiddaw", checked: false, feedback: "A #1 mountain." },
          { text: "Snowdon", checked: false },
        ],
      },
    ],
    [
      "feedback on the wrong and the right answer",
      "Wet? {T#It is.#Of course.}",
      {
        options: [
          { text: "True", checked: true, feedback: "Of course." },
          { text: "False", checked: false, feedback: "It is." },
        ],
      },
    ],
    ["an essay", "Write about rivers. {}", { type: "Essay", question: "Write about rivers." }],
  ])("reads %s", (_, text, expected) => {
    expect(only(readGift(text))).toMatchObject(expected);
  });

  test("ignores titles, formats, comments and categories, and reads escaped characters", () => {
    const text = `// a comment
$CATEGORY: rivers

::Q1:: [html]How much is 1 \\= 2\\: \\{x\\}?{
  =No # well done
  ~Yes \\~ maybe
  ####Read the chapter again.
}`;
    expect(only(readGift(text))).toEqual({
      ...blank,
      type: "Multiple Choice",
      question: "How much is 1 = 2: {x}?",
      feedback: "Read the chapter again.",
      options: [
        { text: "No", checked: true, feedback: "well done" },
        { text: "Yes ~ maybe", checked: false },
      ],
    });
  });

  test("reports the problems of each question with its first line", () => {
    const text =
      "Fine? {T}\n\nNo answers here\n\nHow much? {#three}\n\n// aside\nOpen? {=a\n\nNone right? {~a ~b}\n\nEmpty? {=}\n\n{=a ~b}\n\nAny? {=*rain*}";
    expect(inEnglish(readGift(text).problems)).toEqual([
      { line: 3, message: "This question has no answers in { }." },
      { line: 5, message: "'three' is not a number with a point before the decimals." },
      { line: 8, message: "The answers of this question are not closed by }." },
      { line: 10, message: "None of the answers is right: mark one with =." },
      { line: 12, message: "One of the answers is empty." },
      { line: 14, message: "This question has no text." },
      { line: 16, message: "An accepted answer has a '*', which means any text in Moodle and not here." },
    ]);
  });

  test("returns every choice that was written, whatever characters it contains", () => {
    const escaped = (text: string) => text.replace(/[\\~=#{}:]/g, "\\$&");
    const options = fc.array(words, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(words, options, fc.nat(), (question, texts, nat) => {
        const right = nat % texts.length;
        fc.pre(!/^\s*(?:\/\/|\$CATEGORY:|\[(?:html|moodle|plain|markdown)\])/i.test(question));
        fc.pre(!texts.every((text) => text.includes("->")) && !texts.some((text) => /^%-?[\d.]+%/.test(text)));
        const source = `${escaped(question)}{${texts.map((text, at) => `${at === right ? "=" : "~"}${escaped(text)}`).join(" ")}}`;
        expect(only(readGift(source))).toMatchObject({
          question,
          options: texts.map((text, at) => ({ text, checked: at === right })),
        });
      }),
    );
  });
});

describe("CSV file", () => {
  test("reads the template without a problem, each type once", () => {
    const { questions, problems } = readCsv(CSV_TEMPLATE);
    expect(problems).toEqual([]);
    expect(questions.map(({ line, question }) => [line, question.type])).toEqual([
      [2, "Multiple Choice"],
      [3, "True or False"],
      [4, "Fill the Gaps"],
      [5, "Ordering"],
      [6, "Match the Pairs"],
      [7, "Number"],
      [8, "Short Text"],
      [9, "Free Text"],
      [10, "Essay"],
    ]);
    expect(questions.map(({ question }) => questionForm.safeParse(question).success)).toEqual(Array(9).fill(true));
    expect(questions[5]!.question.accepted).toEqual([{ text: "3.14", tolerance: 0.01 }]);
    expect(questions[7]!.question).toMatchObject({
      required_points: 2,
      rules: [
        { condition: "contains", word: "safe", points: 2 },
        { condition: "contains", word: "quick", points: 1 },
        { condition: "does not contain", word: "never", points: 1 },
      ],
    });
  });

  test("reports the problems of each row with its line, also after multi-line cells", () => {
    const text = `type,question,required points,answer 1,answer 2
Multiple Choice,"Two
lines",,*a,b
Riddle,What?,,a,b
Ordering,,,a,b
Match the Pairs,Match,,cat,dog => woof
Free Text,Why?,many,,
Free Text,Why?,1,includes: x: 1,
Fill the Gaps,A [gap].,,a,
True or False,Wet?,,maybe,
True or False,Wet?,,true,false
Number,How many?,,"1,5",
Number,How many?,,3 +- -1,
`;
    expect(inEnglish(readCsv(text).problems)).toEqual([
      {
        line: 4,
        message:
          "'Riddle' is not a type. The types are: Multiple Choice, True or False, Fill the Gaps, Ordering, Match the Pairs, Number, Short Text, Free Text, Essay.",
      },
      { line: 5, message: "This question has no text." },
      { line: 6, message: "'cat' is not a pair: write 'left => right'." },
      { line: 7, message: "'many' is not a number of points from 0 to 10000." },
      {
        line: 8,
        message: "'includes: x: 1' is not a rule: write 'contains: word: points' or 'does not contain: word: points'.",
      },
      { line: 9, message: "The answers of gaps belong in [brackets] in the question." },
      { line: 10, message: "Write 'true' or 'false' as the only answer." },
      { line: 11, message: "Write 'true' or 'false' as the only answer." },
      ...["1,5", "3 +- -1"].map((given, at) => ({
        line: 12 + at,
        message: `'${given}' is not a number with a point before the decimals, as '3.14' or '3.14 +- 0.01'.`,
      })),
    ]);
    expect(inEnglish(readCsv("type,question,capitals count,answer 1\nShort Text,Who?,perhaps,Ada\n").problems)).toEqual(
      [{ line: 2, message: "'perhaps' is neither 'yes' nor 'no' in the column 'capitals count'." }],
    );
    expect(only(readCsv("type,question,capitals count,answer 1\nShort Text,Who?,Yes,Ada\n")).matches_case).toBe(true);
    expect(inEnglish(readCsv("kind,question\n").problems)).toEqual([
      { line: 1, message: "The column 'type' is missing." },
    ]);
    expect(inEnglish(readCsv("type,question,hint\n").problems)).toEqual([
      { line: 1, message: "The column 'hint' is not known." },
    ]);
  });

  test("accepts semicolons, which spreadsheets of many countries write", () => {
    expect(only(readCsv("type;question;answer 1;answer 2\r\nOrdering;In order, please;a;b\r\n"))).toMatchObject({
      question: "In order, please",
      options: [{ text: "a" }, { text: "b" }],
    });
  });

  test("returns every choice, order, pair and rule that was written", () => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const row = (type: string, question: string, points: number, answers: string[]) =>
      `type,question,required points,${answers.map((_, at) => `answer ${at + 1}`).join(",")}\n${[type, cell(question), points, ...answers.map(cell)].join(",")}\n`;
    const several = fc.array(words, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, several, several, fc.nat(10_000), (question, texts, others, points) => {
        const options = texts.map((text, at) => ({ text, checked: at % 2 === 0 }));
        const choice = options.map(({ text, checked }) =>
          checked ? `*${text.replace(/^\*/, "\\*")}` : text.replace(/^\*/, "\\*"),
        );
        fc.pre(texts.every((text) => !text.startsWith("\\*")));
        expect(only(readCsv(row("Multiple Choice", question, 0, choice)))).toMatchObject({ question, options });
        expect(only(readCsv(row("Ordering", question, 0, texts))).options.map(({ text }) => text)).toEqual(texts);
        const pairs = texts.map((left, at) => ({
          left: left.replaceAll("=>", ""),
          right: others[at % others.length]!,
        }));
        fc.pre(pairs.every(({ left }) => left.trim() === left && left !== ""));
        expect(
          only(
            readCsv(
              row(
                "Match the Pairs",
                question,
                0,
                pairs.map(({ left, right }) => `${left} => ${right}`),
              ),
            ),
          ).pairs,
        ).toEqual(pairs);
        const rules = texts.map((word) => ({ condition: "contains" as const, word, points }));
        expect(
          only(
            readCsv(
              row(
                "Free Text",
                question,
                points,
                rules.map(({ word }) => `contains: ${word}: ${points}`),
              ),
            ),
          ),
        ).toMatchObject({ rules, required_points: points });
      }),
    );
  });
});

test("never fails on a file of either format and reports every problem with a line", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(...'aT \n\r,;"{}=~#%-:>\\[]|/$*'.split("")), maxLength: 300 }),
    plain,
  );
  fc.assert(
    fc.property(anything, (text) => {
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { questions, problems } of [readGift(text), readCsv(text), readCsv(`type,question,answer 1\n${text}`)])
        for (const { line } of [...questions, ...problems]) expect(line >= 1 && line <= lines + 1).toBe(true);
    }),
  );
});

describe("reading a question file", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer()));
  afterAll(() => server.close());
  const READ = `query ($format: String!, $content: String!) { readQuestions(format: $format, content: $content) { questions { line type question } problems { line message } } }`;

  test("lists the questions that can be taken, and why the others cannot", async () => {
    const author = await server.as("instructor@demo.test");
    const read = async (format: string, content: string) =>
      (await author.data(READ, { format, content })).readQuestions;
    const content = "type,question,answer 1,answer 2\nOrdering,Fine,a,b\nOrdering,Too few,a,\n";
    expect(await read("csv", content)).toEqual({
      questions: [{ line: 2, type: "Ordering", question: "Fine" }],
      problems: [{ line: 3, message: "This question needs at least two items to order." }],
    });
    expect(await read("gift", "Wet? {T}")).toEqual({
      questions: [{ line: 1, type: "True or False", question: "Wet?" }],
      problems: [],
    });
    expect((await read("gift", "// nothing")).problems).toEqual([
      { line: 1, message: "There are no questions in this file." },
    ]);
    expect(await author.refusal(READ, { format: "xml", content: "" })).toBe("VALIDATION");
  });

  test("accepts 500 questions and 1 MB, and no more", async () => {
    const author = await server.as("instructor@demo.test");
    const read = async (format: string, content: string) =>
      (await author.data(READ, { format, content })).readQuestions;
    const TOO_MANY = [expect.objectContaining({ message: "A file may have 500 questions at most." })];
    expect((await read("gift", "Wet? {T}\n\n".repeat(500))).questions).toHaveLength(500);
    expect((await read("gift", "Wet? {T}\n\n".repeat(501))).problems).toEqual(TOO_MANY);
    const csv = (count: number) => `type,question,answer 1,answer 2\n${"Ordering,Which first?,a,b\n".repeat(count)}`;
    expect((await read("csv", csv(500))).questions).toHaveLength(500);
    expect((await read("csv", csv(501))).problems).toEqual(TOO_MANY);
    const long = `// ${"x".repeat(1_000_000)}\nWet? {T}`;
    expect((await author.query(READ, { format: "gift", content: long })).errors?.[0]?.extensions.validation).toEqual({
      content: ["This file is larger than 1 MB. Divide it into several."],
    });
  });
});
