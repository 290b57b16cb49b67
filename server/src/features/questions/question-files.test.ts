import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startArchives } from "../../testing/archives.ts";
import { createPicture } from "../../testing/course-rows.ts";
import type { Client } from "../../testing/server.ts";
import { createTest, takeTest } from "../../testing/test-attempts.ts";
import { findKey } from "../files/addresses.ts";
import { sweepFiles } from "../files/sweep.service.ts";
import { findPictureProblem, withoutQuestionFiles } from "./question-files.ts";

const SOUND = readFileSync(new URL("../../demo/media/rope-and-river.webm", import.meta.url));
const SAVE = `mutation ($questions: [QuestionInput!]!, $category: String!, $branchUrl: String) {
  saveToBank(category: $category, questions: $questions, branchUrl: $branchUrl) { saved } }`;
const CREATE = `mutation ($tests: [QuestionInput!], $status: String, $branchUrl: String) {
  createCourse(title: "Pictures", description: "d", status: $status, branchUrl: $branchUrl,
    test_units: [{ unit_order: 1, title: "Check" }], tests: $tests) { id } }`;

const { server, author, upload } = await startArchives();
let learner: Client;
let bowline: string;
let reef: string;
let whistle: string;
beforeAll(async () => {
  learner = await server.as("learner@demo.test");
  bowline = await upload(author, "image", "right-answer-bowline.jpg", await createPicture());
  reef = await upload(author, "image", "wrong-answer-reef.jpg", await createPicture());
  whistle = await upload(author, "audio", "secret-whistle.webm", SOUND);
});
afterAll(() => server.close());

const knots = () => ({
  type: "Multiple Choice",
  question: "Which is a bowline?",
  media: [
    { kind: "picture", file: reef, alt: "Two ropes" },
    { kind: "audio", file: whistle, alt: "Three blasts" },
  ],
  options: [
    { text: "", checked: true, picture: { file: bowline, alt: "A loop with a rabbit hole" } },
    { text: "B", checked: false, picture: { file: reef, alt: "Two loops" } },
  ],
});
const pairs = () => ({
  type: "Match the Pairs",
  question: "Name the knots.",
  pairs: [
    { left: "", right: "Bowline", picture: { file: bowline, alt: "A loop" } },
    { left: "", right: "Reef knot", picture: { file: reef, alt: "Two loops" } },
  ],
});
const open = (url: string) => server.app.inject({ url, headers: { host: "demo.localhost" } });
const getProblem = async (client: Client, document: string, variables: object) =>
  ((await client.query(document, variables)).errors?.[0]?.extensions.validation ?? {}) as Record<
    "course" | "questions",
    string[]
  >;

describe("pictures and recordings of questions", () => {
  test("are shown to learners by addresses that tell neither a name nor the answer", async () => {
    const place = await createTest(author, {}, { learners: [learner], questions: [knots(), pairs()] });
    const taking = takeTest(learner, place);
    const { tests } = await taking.read();
    const [choice, matching] = tests;
    expect(choice.media.map(({ kind, alt }: { kind: string; alt: string }) => ({ kind, alt }))).toEqual([
      { kind: "picture", alt: "Two ropes" },
      { kind: "audio", alt: "Three blasts" },
    ]);
    expect(choice.options[0]).toMatchObject({ text: "A loop with a rabbit hole", checked: null });
    expect(matching.pairs.map(({ left }: { left: string }) => left)).toEqual(["A loop", "Two loops"]);
    expect(JSON.stringify(tests)).not.toMatch(/right-answer|wrong-answer|secret/);
    const addresses = [...choice.media, choice.options[0].picture, matching.pairs[0].picture].map(({ file }) => file);
    for (const address of addresses) {
      const { statusCode, headers } = await open(address);
      expect([statusCode, headers["content-disposition"]]).toEqual([200, "inline"]);
      expect(headers["content-type"]).toMatch(/^(image\/jpeg|video\/webm)$/);
      expect((await open(address.replace("m=n", "m=v"))).statusCode).toBe(404);
    }
    // A picture alone is chosen by its description.
    const chosen = { type: "Multiple Choice", selectedOption: "A loop with a rabbit hole" };
    expect(await taking.answer(choice.id, chosen)).toMatchObject({ isCorrect: true });
    const matched = { type: "Match the Pairs", userSelections: { "A loop": "Bowline", "Two loops": "Reef knot" } };
    expect(await taking.answer(matching.id, matched)).toMatchObject({ isCorrect: true });
  });

  test("are part of a review, in an order that does not tell the answer", async () => {
    const settings = { review: "after_attempt", pass_mark: 50, shows_answers: false };
    const place = await createTest(author, settings, { learners: [learner], questions: [knots()] });
    const taking = takeTest(learner, place);
    const { open: attempt } = await taking.start();
    const { attempts } = await taking.submit(attempt.id);
    const [review] = attempts[0].review;
    expect(review.media).toHaveLength(2);
    expect(review.pictures.map(({ text }: { text: string }) => text)).toEqual(["A loop with a rabbit hole", "B"]);
    expect((await open(review.pictures[1].picture.file)).statusCode).toBe(200);
  });

  test("start a new version of a question in the item analysis when they change", async () => {
    const place = await createTest(author, {}, { learners: [learner], questions: [knots()] });
    const taking = takeTest(learner, place);
    const { id } = (await taking.read()).tests[0];
    await taking.answer(id, { type: "Multiple Choice", selectedOption: "B" });
    const versions = await server.inside("demo", async (db) => {
      await db.updateTable("questions").set({ media: "[]" }).where("id", "=", id).execute();
      return db.selectFrom("question_versions").where("question_id", "=", id).select("version").execute();
    });
    expect(versions).toEqual([{ version: 1 }]);
  });

  test("are drawn from the bank, whose questions have them", async () => {
    await author.data(SAVE, { category: "Knots with pictures", questions: [knots()] });
    const { bankQuestions } = await author.data(
      `{ bankQuestions(category: "Knots with pictures") { rows { media { file } options { text picture { alt } } } } }`,
    );
    expect(bankQuestions.rows[0].media).toHaveLength(2);
    expect(bankQuestions.rows[0].options[1]).toEqual({ text: "B", picture: { alt: "Two loops" } });
    const settings = { review: "after_attempt", pass_mark: 50, draws: [{ category: "Knots with pictures" }] };
    const place = await createTest(author, settings, { learners: [learner], questions: [] });
    const { tests } = await takeTest(learner, place).start();
    expect(tests[0].options[1].picture.file).toContain(findKey(reef));
  });
});

describe("a file of a question is refused", () => {
  test.each([
    ["of another purpose", () => whistle],
    ["that does not exist", () => `/files/${findKey(bowline)!.replace(/.$/, (last) => (last === "0" ? "1" : "0"))}`],
    ["of another site", () => "https://pictures.example/knot.png"],
  ])("%s", async (_, getFile) => {
    const bad = { ...knots(), media: [{ kind: "picture", file: getFile(), alt: "A knot" }] };
    const message = "not known here";
    expect((await getProblem(author, SAVE, { category: "Bad", questions: [bad] })).questions[0]).toContain(message);
    const tests = [{ ...bad, unit_order: 1 }];
    expect((await getProblem(author, CREATE, { tests, status: "draft" })).course[0]).toContain(message);
  });

  test("of another instance", async () => {
    const other = await server.as("admin@riverside.test");
    const { errors } = await other.query(SAVE, { category: "Bad", questions: [knots()] });
    expect(errors![0]!.extensions.validation).toMatchObject({ questions: [expect.stringContaining("not known here")] });
  });

  test("of an author of another site, until a question that they may use has it", async () => {
    const northId = await server.userId("priya.raman@demo.test");
    await server.inside("demo", (db, id) =>
      db
        .updateTable("users")
        .set({ is_primary: false })
        .where("instance_id", "=", id)
        .where("id", "=", northId)
        .execute(),
    );
    const north = await server.as("priya.raman@demo.test", "north.demo.localhost");
    const file = await upload(author, "image", "mine.jpg", await createPicture());
    const tests = [{ type: "Free Text", question: "Why?", media: [{ kind: "picture", file, alt: "Mine" }] }];
    const course = { tests: tests.map((each) => ({ ...each, unit_order: 1 })), status: "draft", branchUrl: "north" };
    expect((await getProblem(north, CREATE, course)).course[0]).toContain("not known here");
    const own = { category: "North", questions: tests, branchUrl: "north" };
    expect((await getProblem(north, SAVE, own)).questions![0]).toContain("not known here");
    await author.data(SAVE, { category: "Shared pictures", questions: tests });
    expect((await north.query(SAVE, own)).errors).toBeUndefined();
    expect((await north.query(CREATE, course)).errors).toBeUndefined();
  });
});

describe("a picture needs", () => {
  test("a description, before its question is published or saved to the bank", async () => {
    const blank = { ...knots(), media: [{ kind: "picture", file: reef, alt: "  " }] };
    const message = "needs a description of every picture";
    expect((await getProblem(author, SAVE, { category: "Bad", questions: [blank] })).questions[0]).toContain(message);
    const tests = [{ ...blank, unit_order: 1 }];
    expect((await getProblem(author, CREATE, { tests, status: "published" })).course[0]).toContain(message);
    expect((await author.query(CREATE, { tests, status: "draft" })).errors).toBeUndefined();
  });

  test("a text or description that no other option has", () => {
    const picture = { file: "k", alt: "A loop" };
    const options = (...texts: string[]) => ({ options: texts.map((text) => ({ text, picture })), pairs: [] });
    expect(findPictureProblem(options("A loop", "B"))).toBeNull();
    expect(findPictureProblem(options("A loop", "A  loop "))).not.toBeNull();
    expect(findPictureProblem({ options: [{ text: "A" }, { text: "A" }], pairs: [] })).toBeNull();
  });
});

test("a question of a file that is read keeps no files, whatever it names", () => {
  const read = withoutQuestionFiles({
    media: [{ kind: "picture", file: bowline, alt: "x" }],
    options: [{ text: "A", picture: { file: bowline, alt: "x" } }],
    pairs: [{ left: "A", picture: { file: bowline, alt: "x" } }],
  });
  expect(read).toEqual({ options: [{ text: "A" }], pairs: [{ left: "A" }] });
});

test("housekeeping deletes the files that no question has any more", async () => {
  const files = await Promise.all(
    ["text", "option", "bank", "nowhere"].map(async (name) =>
      upload(author, "image", `${name}.jpg`, await createPicture()),
    ),
  );
  const [inText, inOption, inBank, nowhere] = files as [string, string, string, string];
  const tests = [
    { type: "Free Text", question: "Why?", unit_order: 1, media: [{ kind: "picture", file: inText, alt: "a" }] },
    { ...knots(), unit_order: 1, options: [{ text: "A", checked: true, picture: { file: inOption, alt: "b" } }] },
  ];
  await author.data(CREATE, { tests, status: "draft" });
  const banked = { type: "Free Text", question: "Why?", media: [{ kind: "picture", file: inBank, alt: "c" }] };
  await author.data(SAVE, { category: "Swept", questions: [banked] });
  const instanceId = await server.inside("demo", async (db, id) => {
    const keys = files.map((file) => findKey(file)!);
    const old = new Date(Date.now() - 30 * 86_400_000);
    await db
      .updateTable("files")
      .set({ created_at: old })
      .where("instance_id", "=", id)
      .where("key", "in", keys)
      .execute();
    return id;
  });
  await sweepFiles(server.platform, instanceId);
  const codes = await Promise.all(files.map(async (file) => (await open(file)).statusCode));
  expect(codes).toEqual([200, 200, 200, 404]);
  expect([inText, inOption, inBank, nowhere]).toHaveLength(4);
});
