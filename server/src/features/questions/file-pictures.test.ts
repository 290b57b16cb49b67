import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../demo/zip.ts";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { resolvePath, takePictures } from "./file-pictures.ts";
import { readMoodle } from "./read-moodle.ts";
import { readQtiPackage } from "./read-qti-package.ts";

const file = (name: string, path = "/") => `<file name="${name}" path="${path}" encoding="base64">iVBORw0KGgo=</file>`;
const html = (name: string, text: string, ...files: string[]) =>
  `<${name} format="html"><text><![CDATA[${text}]]></text>${files.join("")}</${name}>`;
const answer = (fraction: number, text: string, ...files: string[]) =>
  html(`answer`, text, ...files).replace("<answer", `<answer fraction="${fraction}"`);
const image = (name: string, more = "") => `<img src="@@PLUGINFILE@@/${name}" ${more}>`;
const question = (type: string, ...parts: string[]) => `<question type="${type}">${parts.join("")}</question>`;
const quiz = (...questions: string[]) => `<quiz>\n${questions.join("\n")}\n</quiz>`;

const listProblems = ({ problems }: { problems: ReturnType<typeof readMoodle>["problems"] }) =>
  problems.map(({ message }) => fill(message, ENGLISH));

describe("pictures in Moodle XML", () => {
  test("are taken with the question, its options and left sides, by the number of their file", () => {
    const { questions, problems } = readMoodle(
      quiz(
        question(
          "multichoice",
          html("questiontext", `<p>Which way?</p>${image("a%20b.png", 'alt="The &quot;hall&quot;"')}`, file("a b.png")),
          answer(100, image("x.png"), file("x.png")),
          answer(0, `Left ${image("sub/x.png", "alt=way-out")}`, file("x.png", "/sub/"), file("unused.png")),
        ),
        question(
          "matching",
          html("questiontext", "Match"),
          html("subquestion", image("c_d.png"), file("c_d.png"), "<answer><text>C</text></answer>"),
        ),
      ),
    );
    expect(problems).toEqual([]);
    expect(questions.map(({ question }) => question)).toMatchObject([
      {
        question: "Which way?",
        media: [{ kind: "picture", file: "1/a b.png", alt: 'The "hall"' }],
        options: [
          { text: "", checked: true, picture: { file: "2/x.png", alt: "x" } },
          { text: "Left", picture: { file: "3/x.png", alt: "way-out" } },
        ],
      },
      { pairs: [{ left: "", right: "C", picture: { file: "5/c_d.png", alt: "c d" } }] },
    ]);
  });

  test.each([
    [
      "in feedback",
      question("essay", html("questiontext", "Why?"), html("generalfeedback", image("a.png"), file("a.png"))),
    ],
    [
      "that the file does not bring along",
      question("essay", html("questiontext", `Why? ${image("b.png")}`, file("a.png"))),
    ],
    [
      "of another site",
      question("essay", html("questiontext", 'Why? <img src="https://evil.test/a.png">', file("a.png"))),
    ],
    [
      "of an accepted text",
      question("shortanswer", html("questiontext", "Who?"), answer(100, `A${image("a.png")}`, file("a.png"))),
    ],
    [
      "beside a recording",
      question("essay", html("questiontext", `Why? <audio src="@@PLUGINFILE@@/a.mp3">`, file("a.mp3"))),
    ],
    [
      "linked as a file",
      question("essay", html("questiontext", `Why? <a href="@@PLUGINFILE@@/a.pdf">A</a>`, file("a.pdf"))),
    ],
  ])("are refused %s", (_, source) => {
    expect(listProblems(readMoodle(quiz(source)))).toEqual([
      "This question has a picture or a recording, which cannot be imported.",
    ]);
  });

  test("are refused where an answer has several", () => {
    const source = answer(100, image("a.png") + image("b.png"), file("a.png"), file("b.png"));
    expect(listProblems(readMoodle(quiz(question("multichoice", html("questiontext", "Which?"), source))))).toEqual([
      "An answer has several pictures; here it can have one.",
    ]);
  });
});

const ITEM = (body: string, right = "a") =>
  `<assessmentItem identifier="i"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>${right}</value></correctResponse></responseDeclaration><itemBody>${body}</itemBody></assessmentItem>`;
const CHOICE = (a: string) =>
  `<choiceInteraction responseIdentifier="RESPONSE"><prompt>Which? <img src="../pictures/hall%201.png" alt="A hall"/></prompt><simpleChoice identifier="a">${a}</simpleChoice><simpleChoice identifier="b">b</simpleChoice></choiceInteraction>`;
const inPackage = (item: string) =>
  readQtiPackage(
    writeZip([
      {
        name: "p/imsmanifest.xml",
        data: `<manifest><resources><resource identifier="r" type="imsqti_item_xmlv2p2" href="items/a.xml"/></resources></manifest>`,
      },
      { name: "p/items/a.xml", data: item },
    ]),
  );

describe("pictures in a QTI package", () => {
  test("are taken with the question and its options, by their path in the package", async () => {
    const { questions, problems } = await inPackage(
      ITEM(CHOICE(`<object type="image/png" data="exit.png">The exit</object>`)),
    );
    expect(problems).toEqual([]);
    expect(questions[0]!.question).toMatchObject({
      question: "Which?",
      media: [{ kind: "picture", file: "p/pictures/hall 1.png", alt: "A hall" }],
      options: [{ text: "", picture: { file: "p/items/exit.png", alt: "The exit" } }, { text: "b" }],
    });
  });

  test.each([
    ["outside of the package", ITEM(CHOICE('<img src="../../../etc/passwd" alt=""/>')), "is not in the package"],
    ["of another site", ITEM(CHOICE('<img src="//evil.test/a.png" alt=""/>')), "is not in the package"],
    ["in the page itself", ITEM(CHOICE('<img src="data:image/svg+xml,x" alt=""/>')), "is not in the package"],
    [
      "in a list of words",
      ITEM(
        `<p>Q <inlineChoiceInteraction responseIdentifier="RESPONSE"><inlineChoice identifier="a"><img src="a.png" alt="a"/></inlineChoice></inlineChoiceInteraction></p>`,
      ),
      "has a picture",
    ],
  ])("are refused %s", async (_, item, reason) => {
    const [problem] = listProblems(await inPackage(item));
    expect(problem).toContain(reason);
  });
});

test("a path never leaves the package, and never fails", () => {
  const part = fc.constantFrom("..", ".", "", "a", "%2e%2e", "%", "C:", "\\", "http:", "//");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const path = resolvePath("items/a.xml", parts.join("/"));
      expect(path === null || (!path.split("/").includes("..") && !path.startsWith("/"))).toBe(true);
    }),
  );
});

test("hostile HTML is read in a moment", () => {
  const { pictures } = takePictures(`${"<img ".repeat(100_000)}${'<img src="'.repeat(50_000)}`, () => "1/a");
  expect(pictures).toEqual([]);
});

describe("reading a file with pictures", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer()));
  afterAll(() => server.close());
  const READ = `query ($content: String!) { readQuestions(format: "moodle_xml", content: $content) {
    questions { question options { text picture { file } } media { file } pictures { place index name alt } } problems { message } } }`;
  const pictured = (count: number) =>
    question(
      "multichoice",
      html("questiontext", "Which?"),
      answer(100, "No picture"),
      ...Array.from({ length: count }, (_, at) => answer(0, image(`p${at}.png`), file(`p${at}.png`))),
    );

  test("names its pictures, and signs no address for them", async () => {
    const author = await server.as("instructor@demo.test");
    const { readQuestions } = await author.data(READ, { content: quiz(pictured(1)) });
    expect(readQuestions).toEqual({
      questions: [
        {
          question: "Which?",
          options: [
            { text: "No picture", picture: null },
            { text: "", picture: null },
          ],
          media: [],
          pictures: [{ place: "option", index: 1, name: "1/p0.png", alt: "p0" }],
        },
      ],
      problems: [],
    });
  });

  test("refuses questions with more than 200 pictures in all, and more than five beside a text", async () => {
    const author = await server.as("instructor@demo.test");
    const { readQuestions } = await author.data(READ, { content: quiz(pictured(90), pictured(90), pictured(90)) });
    expect(readQuestions.questions).toHaveLength(2);
    expect(readQuestions.problems).toEqual([{ message: "A file may have 200 pictures at most." }]);
    const files = Array.from({ length: 6 }, (_, at) => `${at}.png`);
    const many = question(
      "essay",
      html("questiontext", `Why? ${files.map((name) => image(name)).join("")}`, ...files.map((name) => file(name))),
    );
    const { readQuestions: refused } = await author.data(READ, { content: quiz(many) });
    expect(refused).toEqual({
      questions: [],
      problems: [{ message: "This question is too long or has too many answers." }],
    });
  });
});
