import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../demo/zip.ts";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { anyExportableQuestion } from "../../testing/any-question.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { readQtiPackage } from "./read-qti-package.ts";
import { writeQtiPackage } from "./write-qti.ts";

const manifest = (...items: string[]) =>
  `<manifest><resources>${items.map((href) => `<resource identifier="r" type="imsqti_item_xmlv2p2" href="${href}"/>`).join("")}<resource type="imsqti_test_xmlv2p2" href="test.xml"/></resources></manifest>`;
const ITEM = `<assessmentItem identifier="i" title="T" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="RESPONSE"><prompt>Which?</prompt><simpleChoice identifier="a">a</simpleChoice><simpleChoice identifier="b">b</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;

describe("a QTI package", () => {
  test("is read item by item in the order of its manifest, each with its file", async () => {
    const zip = writeZip([
      { name: "p/a 1.xml", data: ITEM },
      { name: "p/b.xml", data: "<broken" },
      { name: "p/imsmanifest.xml", data: manifest("b.xml", "a%201.xml", "missing.xml") },
      { name: "p/film.mp4", data: Buffer.alloc(2000) },
    ]);
    const { questions, problems } = await readQtiPackage(zip);
    expect(questions.map(({ source }) => source)).toEqual(["a%201.xml"]);
    expect(problems.map(({ source, message }) => [source, fill(message, ENGLISH)])).toEqual([
      ["b.xml", "b.xml is not well-formed XML: an element or tag is never closed."],
      ["missing.xml", "The package does not have this file."],
    ]);
  });

  test.each([
    ["no zip", Buffer.from("PK no"), "not a zip file"],
    ["no manifest", writeZip([{ name: "a.xml", data: ITEM }]), "no imsmanifest.xml"],
    ["a path outside", writeZip([{ name: "../a.xml", data: ITEM }]), "outside of itself"],
    [
      "a bomb",
      writeZip([
        { name: "imsmanifest.xml", data: manifest("a.xml") },
        { name: "a.xml", data: Buffer.alloc(30_000_000) },
      ]),
      "larger than 20 MB",
    ],
    [
      "an item that is larger than it declares",
      writeZip([
        { name: "imsmanifest.xml", data: manifest("a.xml") },
        { name: "a.xml", data: Buffer.alloc(3_000_000), size: 10 },
      ]),
      "damaged",
    ],
  ])("is refused: %s", async (_, zip, reason) => {
    const { questions, problems } = await readQtiPackage(zip);
    expect(questions).toEqual([]);
    expect(fill(problems[0]!.message, ENGLISH)).toContain(reason);
  });

  test("that was exported is read again without a problem or a note, and exported as the same bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyExportableQuestion, { minLength: 1, maxLength: 4 }), async (questions) => {
        const exported = await writeQtiPackage(questions);
        const read = await readQtiPackage(exported);
        expect([read.problems, read.notes]).toEqual([[], []]);
        expect(read.questions.map(({ question }) => question.type)).toEqual(questions.map(({ type }) => type));
        const again = await writeQtiPackage(read.questions.map(({ question }) => question));
        expect(again.equals(exported)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the import and export of QTI", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer()));
  afterAll(() => server.close());

  const READ = `query ($format: String!, $content: String!) { readQuestions(format: $format, content: $content) { questions { source type question points options { text checked feedback } } problems { source message } notes { message } } }`;
  const QUESTION = {
    type: "Multiple Choice",
    question: "Which is a river?",
    points: 3,
    options: [
      { text: "Severn", checked: true, feedback: "It is." },
      { text: "Skiddaw", checked: false },
    ],
  };

  test("writes the questions of a test, which an import reads", async () => {
    const author = await server.as("instructor@demo.test");
    const { writeQuestions } = await author.data(
      `query ($questions: [QuestionInput!]!) { writeQuestions(format: "qti_package", title: "Rivers", questions: $questions) { name content is_base64 } }`,
      { questions: [QUESTION] },
    );
    expect(writeQuestions).toMatchObject({ name: "questions-qti.zip", is_base64: true });
    const { readQuestions } = await author.data(READ, { format: "qti_package", content: writeQuestions.content });
    expect(readQuestions).toMatchObject({
      questions: [{ source: "items/q001.xml", ...QUESTION }],
      problems: [],
      notes: [],
    });
  });

  test("exports the bank as a package", async () => {
    const author = await server.as("instructor@demo.test");
    await author.data(
      `mutation ($questions: [QuestionInput!]!) { saveToBank(category: "Rivers", questions: $questions) { saved } }`,
      { questions: [QUESTION] },
    );
    const { exportQuestions } = await author.data(
      `{ exportQuestions(format: "qti_package", category: "Rivers") { content is_base64 } }`,
    );
    const { readQuestions } = await author.data(READ, { format: "qti_package", content: exportQuestions.content });
    expect(readQuestions.questions).toMatchObject([QUESTION]);
  });

  test("reads a single item, and refuses an unknown format, no questions, and questions without a key", async () => {
    const author = await server.as("instructor@demo.test");
    const { readQuestions } = await author.data(READ, { format: "qti", content: ITEM });
    expect(readQuestions.questions).toMatchObject([{ source: null, type: "Multiple Choice" }]);
    const write = `query ($format: String!, $questions: [QuestionInput!]!) { writeQuestions(format: $format, title: "", questions: $questions) { name } }`;
    for (const [format, questions] of [
      ["pdf", [QUESTION]],
      ["moodle_xml", []],
      ["moodle_xml", [{ type: "Multiple Choice", question: "No key?" }]],
    ])
      expect(await author.refusal(write, { format, questions })).toBe("VALIDATION");
    expect(await author.refusal(READ, { format: "docx", content: "" })).toBe("VALIDATION");
  });
});
