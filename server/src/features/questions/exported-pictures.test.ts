import { Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { openArchiveBytes, readWhole } from "../../platform/archive.ts";
import { anyExportableQuestion } from "../../testing/any-question.ts";
import { startArchives } from "../../testing/archives.ts";
import { createPicture } from "../../testing/course-rows.ts";
import { findKey } from "../files/addresses.ts";
import { mapQuestionFiles } from "./question-files.ts";
import { type QuestionDraft, questionForm } from "./question-form.ts";
import { readMoodle } from "./read-moodle.ts";
import { QUESTION_FILE_LIMITS, readQtiPackage } from "./read-qti-package.ts";
import { writeMoodle } from "./write-moodle.ts";
import { writeQtiPackage } from "./write-qti.ts";

type Written = Omit<QuestionDraft, "id">;
const { server, author, upload } = await startArchives();
afterAll(() => server.close());

const NAMES = ["picture-1.png", "picture-2.jpg"];
const PICTURES = new Map(NAMES.map((name, at) => [name, Buffer.from([0x89, at])]));

const alt = fc.constantFrom('The "hall" & <exit>', "A  hall", "x", "&quot;", "'");
const picture = fc.option(fc.record({ file: fc.constantFrom(...NAMES), alt }), { nil: undefined });
/** Generates questions of every type with pictures where files of questions have them. */
const anyIllustrated: fc.Arbitrary<Written> = fc
  .record({
    question: anyExportableQuestion,
    media: fc.array(fc.record({ kind: fc.constant("picture" as const), file: fc.constantFrom(...NAMES), alt }), {
      maxLength: 3,
    }),
    ofOptions: fc.array(picture, { minLength: 5, maxLength: 5 }),
    ofPairs: fc.array(picture, { minLength: 5, maxLength: 5 }),
    isAlone: fc.boolean(),
  })
  .map(({ question, media, ofOptions, ofPairs, isAlone }) => {
    const takes = question.type === "Multiple Choice" || question.type === "Ordering";
    return questionForm.omit({ id: true }).parse({
      ...question,
      media,
      options: question.options.map((option, at) =>
        takes && ofOptions[at] ? { ...option, text: isAlone ? "" : option.text, picture: ofOptions[at] } : option,
      ),
      pairs: question.pairs.map((pair, at) =>
        question.type === "Match the Pairs" && ofPairs[at]
          ? { ...pair, left: isAlone ? "" : pair.left, picture: ofPairs[at] }
          : pair,
      ),
    });
  });

/** Returns a question of a file as it is after its pictures were uploaded and its form was read. */
const take = (question: Written): Written =>
  questionForm
    .omit({ id: true })
    .parse(mapQuestionFiles(question, (name) => name.replace(/^.*\//, "").replace(/^\d+\//, "")));

test("questions with pictures are read again from Moodle XML, and exported as the same bytes", () => {
  fc.assert(
    fc.property(anyIllustrated, (question) => {
      const write = (each: Written) => writeMoodle([{ ...each, category: "Signs" }], PICTURES);
      const exported = write(question);
      const { questions, problems } = readMoodle(exported);
      expect(problems).toEqual([]);
      expect(write(take(questions[0]!.question))).toBe(exported);
    }),
    { numRuns: 300 },
  );
});

test("questions with pictures are read again from a QTI package, and exported as the same bytes", async () => {
  await fc.assert(
    fc.asyncProperty(anyIllustrated, async (question) => {
      const exported = await writeQtiPackage([question], PICTURES);
      const { questions, problems, notes } = await readQtiPackage(exported);
      expect([problems, notes]).toEqual([[], []]);
      expect((await writeQtiPackage([take(questions[0]!.question)], PICTURES)).equals(exported)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

describe("the export of questions with pictures", () => {
  const SAVE = `mutation ($category: String!, $question: QuestionInput!) { saveToBank(category: $category, questions: [$question]) { saved } }`;
  const EXPORT = `query ($format: String!, $category: String) { exportQuestions(format: $format, category: $category) { content written left_out { message } } }`;
  const WRITE = `query ($question: QuestionInput!) { writeQuestions(format: "moodle_xml", title: "Signs", questions: [$question]) { written } }`;

  test("has them in Moodle XML and QTI, and a table leaves the question out", async () => {
    const url = await upload(author, "image", "secret-exit.jpg", await createPicture());
    const question = {
      type: "Multiple Choice",
      question: "Which sign?",
      media: [{ kind: "picture", file: url, alt: "A hall" }],
      options: [
        { text: "", checked: true, picture: { file: url, alt: "The exit" } },
        { text: "Another", checked: false },
      ],
    };
    await author.data(SAVE, { category: "Signs of halls", question });
    const write = async (format: string) =>
      (await author.data(EXPORT, { format, category: "Signs of halls" })).exportQuestions;
    const xml = await write("moodle_xml");
    expect(xml).toMatchObject({ written: 1, left_out: [] });
    const [, name = "", base64 = ""] = /<file name="(picture-1\.\w+)"[^>]*>([^<]*)<\/file>/.exec(xml.content)!;
    expect(xml.content).not.toContain("secret-exit");
    expect(base64.length).toBeGreaterThan(100);
    const files = await openArchiveBytes(
      Buffer.from((await write("qti_package")).content, "base64"),
      QUESTION_FILE_LIMITS,
    );
    const stored = files.find(({ path }) => path === `pictures/${name}`)!;
    expect((await readWhole(stored, 1_000_000)).toString("base64")).toBe(base64);
    expect(await write("csv")).toMatchObject({
      written: 0,
      left_out: [{ message: expect.stringContaining("its pictures and recordings cannot be written") }],
    });
    expect((await author.data(WRITE, { question })).writeQuestions).toEqual({ written: 1 });
  });

  test("leaves out a question whose pictures are too large, and has smaller ones that follow", async () => {
    const category = "Large and small signs";
    const sizes = new Map<string, number>();
    for (const [name, megabytes] of [
      ["First", 6],
      ["Second", 6],
      ["Third", 1],
    ] as const) {
      const url = await upload(author, "image", `${name}.jpg`, await createPicture());
      sizes.set(findKey(url)!, megabytes * 1024 * 1024);
      const question = { type: "Free Text", question: name, media: [{ kind: "picture", file: url, alt: name }] };
      await author.data(SAVE, {
        category,
        question: { ...question, rules: [{ condition: "contains", word: "x", points: 1 }], required_points: 1 },
      });
    }
    const { files } = server.platform;
    const get = (key: string) => Promise.resolve(Readable.from([Buffer.alloc(sizes.get(key)!, 0xff)]));
    server.platform.files = Object.assign(Object.create(files) as typeof files, { get });
    const { exportQuestions } = await author.data(EXPORT, { format: "moodle_xml", category });
    server.platform.files = files;
    expect({ ...exportQuestions, content: null }).toEqual({
      content: null,
      written: 2,
      left_out: [{ message: '"Second" is left out: the pictures of a file may have 10 MB in all.' }],
    });
  });

  test("refuses a picture that the author may not use", async () => {
    const foreign = "/files/1/nobody-uploaded-this.png";
    const question = { type: "Free Text", question: "Why?", media: [{ kind: "picture", file: foreign, alt: "x" }] };
    expect(await author.refusal(WRITE, { question })).toBe("VALIDATION");
  });
});
