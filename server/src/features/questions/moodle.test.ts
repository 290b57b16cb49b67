import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { anyExportableQuestion } from "../../testing/any-question.ts";
import type { QuestionDraft } from "./question-form.ts";
import { readMoodle } from "./read-moodle.ts";
import { writeMoodle } from "./write-moodle.ts";

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

const quiz = (...questions: string[]) => `<?xml version="1.0"?>\n<quiz>\n${questions.join("\n")}\n</quiz>`;
const html = (text: string) => `<questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>`;
const answer = (fraction: number, text: string, more = "") =>
  `<answer fraction="${fraction}" format="html"><text>${text}</text>${more}</answer>`;
const question = (type: string, ...parts: string[]) =>
  `<question type="${type}"><name><text>Q</text></name>${parts.join("")}</question>`;

const listProblems = (source: string) =>
  readMoodle(source).problems.map(({ line, message }) => [line, fill(message, ENGLISH)]);

function only(source: string): Written {
  const { questions, problems } = readMoodle(source);
  expect(problems).toEqual([]);
  expect(questions).toHaveLength(1);
  return questions[0]!.question;
}

describe("a Moodle XML file", () => {
  test.each<[string, string, Partial<Written>]>([
    [
      "multiple choice without the markup of its texts",
      question(
        "multichoice",
        html("<p>Which&nbsp;<b>river</b>?</p><p>Choose &lt;one&gt;.</p>"),
        answer(100, "Severn"),
        answer(0, "&lt;i&gt;Skiddaw&lt;/i&gt;"),
      ),
      {
        type: "Multiple Choice",
        question: "Which river?\nChoose <one>.",
        options: [
          { text: "Severn", checked: true },
          { text: "Skiddaw", checked: false },
        ],
      },
    ],
    [
      "true or false",
      question("truefalse", html("Wet?"), answer(0, "true"), answer(100, "false")),
      {
        type: "True or False",
        options: [
          { text: "True", checked: false },
          { text: "False", checked: true },
        ],
      },
    ],
    [
      "a short answer",
      question("shortanswer", html("Who?"), "<usecase>1</usecase>", answer(100, "Ada"), answer(0, "Bob")),
      { type: "Short Text", matches_case: true, accepted: [{ text: "Ada", tolerance: 0 }] },
    ],
    [
      "a number",
      question("numerical", html("Pi?"), answer(100, "3.14", "<tolerance>0.01</tolerance>"), answer(0, "*")),
      { type: "Number", accepted: [{ text: "3.14", tolerance: 0.01 }] },
    ],
    [
      "pairs",
      question(
        "matching",
        html("Match."),
        `<subquestion format="html"><text>cat</text><answer><text>meow</text></answer></subquestion>`,
      ),
      { type: "Match the Pairs", pairs: [{ left: "cat", right: "meow" }] },
    ],
    [
      "an order",
      question("ordering", html("Order."), answer(2, "Look"), answer(1, "Stop")),
      {
        type: "Ordering",
        options: [
          { text: "Stop", checked: false },
          { text: "Look", checked: false },
        ],
      },
    ],
    [
      "gaps with choices",
      question("cloze", html("It boils at {1:MULTICHOICE:90~%100%100#Yes~80} degrees.")),
      { type: "Fill the Gaps", question: "It boils at [100|90|80] degrees." },
    ],
    ["an essay", question("essay", html("Why?"), "<graderinfo><text></text></graderinfo>"), { type: "Essay" }],
  ])("is read: %s", (_, source, expected) => {
    expect(only(quiz(source))).toMatchObject(expected);
  });

  test("lists why a question cannot be taken, with its line", () => {
    const source = quiz(
      question("category", "<category><text>$course$/top</text></category>"),
      question("calculated", html("1 + 1?")),
      `<!--\n<question type="essay">-->${question("multichoice", html("None?"), answer(0, "a"))}`,
      question("shortanswer", html("Any?"), answer(100, "*rain*")),
      question("numerical", html("Unit?"), answer(100, "3"), "<units><unit><unit_name>m</unit_name></unit></units>"),
      question("essay", html('See <img src="@@PLUGINFILE@@/a.png">')),
      question("cloze", html("Type {1:SHORTANSWER:=a}.")),
      question("essay", html("<p></p>")),
      question("essay", html("Fine")),
    );
    expect(listProblems(source)).toEqual([
      [4, "Questions of the type 'calculated' cannot be imported."],
      [6, "None of the answers is right."],
      [7, "An accepted answer has a '*', which means any text in Moodle and not here."],
      [8, "The answer has a unit, which learners cannot give here."],
      [9, "This question has a picture or a recording, which cannot be imported."],
      [10, "Gaps of the type 'SHORTANSWER' cannot be imported."],
      [11, "This question has no text."],
    ]);
    expect(readMoodle(source).questions.map(({ line }) => line)).toEqual([12]);
  });

  test("is refused with entities, a document type, deep nesting, or another root", () => {
    const bomb = `<!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${quiz(question("essay", html("&b;")))}`;
    const outside = `<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]>${quiz(question("essay", html("&x;")))}`;
    for (const hostile of [bomb, outside]) {
      expect(readMoodle(hostile).questions).toEqual([]);
      expect(listProblems(hostile)[0]![1]).toContain("document type");
    }
    expect(listProblems(`${"<a>".repeat(300)}${"</a>".repeat(300)}`)[0]![1]).toContain("nested too deeply");
    expect(listProblems("<html></html>")[0]![1]).toContain("not a file of Moodle");
    expect(listProblems("no xml")).toHaveLength(1);
  });

  test("never fails on any text", () => {
    const pieces = [
      "<quiz>",
      "</quiz>",
      '<question type="cloze">',
      "</question>",
      "<text>",
      "</text>",
      "{1:MC:=a~b}",
      "\n",
      "&#0;",
      "]]>",
      "<![CDATA[",
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 }), (parts) => {
        readMoodle(parts.join(""));
      }),
    );
  });
});

test("an export is read again without a problem, and exported as the same bytes", () => {
  fc.assert(
    fc.property(fc.array(anyExportableQuestion, { minLength: 1, maxLength: 4 }), (questions) => {
      const inBank = (list: Written[]) => list.map((each) => ({ ...each, category: "Ropes / Knots" }));
      const exported = writeMoodle(inBank(questions));
      const read = readMoodle(exported);
      expect(read.problems).toEqual([]);
      expect(writeMoodle(inBank(read.questions.map((each) => each.question)))).toBe(exported);
    }),
    { numRuns: 300 },
  );
});

describe("the export of the question bank", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer()));
  afterAll(() => server.close());

  test("has the questions of a category, which an import reads", async () => {
    const author = await server.as("instructor@demo.test");
    await author.data(
      `mutation ($questions: [QuestionInput!]!) { saveToBank(category: "Ropes & knots", questions: $questions) { saved } }`,
      { questions: [{ ...blank, type: "Number", question: "How many?", accepted: [{ text: "3", tolerance: 0.5 }] }] },
    );
    const { exportQuestions } = await author.data(
      `{ exportQuestions(format: "moodle_xml", category: "Ropes & knots") { name content } }`,
    );
    expect(exportQuestions.name).toBe("questions.xml");
    const { readQuestions } = await author.data(
      `query ($content: String!) { readQuestions(format: "moodle_xml", content: $content) { questions { line type question accepted { text tolerance } } problems { message } } }`,
      { content: exportQuestions.content },
    );
    expect(readQuestions).toEqual({
      questions: [{ line: 6, type: "Number", question: "How many?", accepted: [{ text: "3", tolerance: 0.5 }] }],
      problems: [],
    });
    expect(await author.refusal(`{ exportQuestions(format: "pdf") { name } }`)).toBe("VALIDATION");
  });
});
