import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startArchives } from "../../testing/archives.ts";
import { createPicture } from "../../testing/course-rows.ts";
import type { Client } from "../../testing/server.ts";
import { createTest, takeTest } from "../../testing/test-attempts.ts";
import { gradeWithCredit, takesSeveral } from "../learning/grading.ts";
import { choice, distinctWords, hotspot } from "../learning/question.testdata.ts";
import { findKey } from "../files/addresses.ts";
import { findRegionProblem } from "./regions.ts";

const SOUND = readFileSync(new URL("../../demo/media/rope-and-river.webm", import.meta.url));
const SAVE = `mutation ($questions: [QuestionInput!]!, $category: String!) {
  saveToBank(category: $category, questions: $questions) { saved } }`;
const WRITE = `query ($format: String!, $questions: [QuestionInput!]!) {
  writeQuestions(format: $format, title: "Hall", questions: $questions) { content written left_out { line message } } }`;

const { server, author, upload, exported, imported } = await startArchives();
let learner: Client;
let hall: string;
beforeAll(async () => {
  learner = await server.as("learner@demo.test");
  hall = await upload(author, "image", "hall.jpg", await createPicture());
});
afterAll(() => server.close());

const exit = { text: "The exit", checked: true, region: { x: 5, y: 10, width: 20, height: 60.5 } };
const window = { text: "The window", checked: false, region: { x: 60, y: 10, width: 40, height: 30 } };
const stairs = { text: "The stairs", checked: true, region: { x: 30, y: 50, width: 10, height: 50 } };
const picture = () => ({ kind: "picture" as const, file: hall, alt: "A hall" });
const asked = (options: object[] = [exit, window], change: object = {}) => ({
  type: "Hotspot",
  question: "Where do you leave the hall?",
  media: [picture()],
  options,
  ...change,
});

describe("a hotspot question", () => {
  test("is graded as multiple choice with the same options, with the same partial credit", () => {
    fc.assert(
      fc.property(distinctWords(2), fc.nat(), fc.nat(), (words, cut, chosen) => {
        const at = 1 + (cut % (words.length - 1));
        const given = [words.slice(0, at), words.slice(at)] as const;
        const answer = { userSelections: words.filter((_, index) => (chosen >> index) & 1) };
        expect(gradeWithCredit(hotspot(...given), answer)).toEqual(gradeWithCredit(choice(...given), answer));
        expect(takesSeveral(hotspot(...given))).toBe(takesSeveral(choice(...given)));
        expect(gradeWithCredit(hotspot(...given), { userSelections: words.slice(0, at) }).credit).toBe(1);
      }),
    );
  });

  test.each([
    ["no picture", [exit, window], [], "needs a picture for its regions"],
    [
      "a recording only",
      [exit, window],
      [{ kind: "audio", file: "alarm", alt: "" }],
      "needs a picture for its regions",
    ],
    ["one region", [exit], undefined, "needs from 2 to 20 regions"],
    [
      "too many",
      Array.from({ length: 21 }, (_, at) => ({ ...exit, text: `${at}` })),
      undefined,
      "needs from 2 to 20 regions",
    ],
    ["a nameless one", [exit, { ...window, text: " " }], undefined, "needs a name of its own for each region"],
    ["equal names", [exit, { ...window, text: "The  exit" }], undefined, "needs a name of its own for each region"],
    ["no place", [exit, { ...window, region: undefined }], undefined, "needs each region within its picture"],
    [
      "one beyond the right",
      [exit, { ...window, region: { ...window.region, width: 41 } }],
      undefined,
      "needs each region within its picture",
    ],
    [
      "one beyond the bottom",
      [exit, { ...window, region: { ...window.region, y: 71 } }],
      undefined,
      "needs each region within its picture",
    ],
    [
      "one without a size",
      [exit, { ...window, region: { ...window.region, height: 0 } }],
      undefined,
      "needs each region within its picture",
    ],
    ["no right one", [window, { ...exit, checked: false }], undefined, "needs at least one right region"],
  ])("with %s cannot be answered", (_, options, media, message) => {
    const pictures = (media ?? [{ kind: "picture", file: "hall", alt: "A hall" }]) as Parameters<
      typeof findRegionProblem
    >[1];
    expect(findRegionProblem(options, pictures)?.id).toBe(message);
    expect(findRegionProblem([exit, window], [{ kind: "picture", file: "hall", alt: "A hall" }])).toBeNull();
  });

  test("is refused by the bank and at publishing with its reason", async () => {
    const bad = asked([exit, { ...window, region: { ...window.region, x: 90 } }]);
    const { errors } = await author.query(SAVE, { category: "Halls", questions: [bad] });
    expect(JSON.stringify(errors)).toContain("Question 1 needs each region within its picture");
    const far = asked([exit, { ...window, region: { ...window.region, x: -1 } }]);
    expect(JSON.stringify((await author.query(SAVE, { category: "Halls", questions: [far] })).errors)).toContain(
      "Question 1 is not of the expected form",
    );
    await expect(createTest(author, {}, { questions: [bad] })).rejects.toThrow(/within its picture/);
  });

  test("shows learners its regions without the key, until the review rule allows", async () => {
    const settings = { review: "after_passing", shows_answers: true, pass_mark: 100, attempts_allowed: 5 };
    const questions = [asked([exit, window, stairs])];
    const place = await createTest(author, settings, { learners: [learner], questions });
    const taking = takeTest(learner, place);
    const REGIONS = `query ($course: Int!, $unit: Int!) { course(id: $course, asLearner: true) { openedUnit(unit_id: $unit) {
      unit { tests { multiple options { text checked feedback region { x y width height } } } } } } }`;
    const start = await taking.start();
    const [{ id }] = start.tests;
    const { course } = await learner.data(REGIONS, place);
    expect(course.openedUnit.unit.tests).toEqual([
      {
        multiple: true,
        options: [exit, window, stairs].map(({ text, region }) => ({ text, region, checked: null, feedback: null })),
      },
    ]);
    const given = await taking.answer(id, { type: "Hotspot", userSelections: ["The exit"] });
    expect(Object.keys(given)).not.toContain("rightAnswers");
    expect(given["isCorrect"] ?? null).toBeNull();
    const failed = await taking.submit(start.open.id);
    expect(JSON.stringify(failed)).not.toContain('"right_answers":[');
    expect(failed.attempts[0].is_passed).toBe(false);
    const again = await taking.start();
    await taking.answer(id, { type: "Hotspot", userSelections: ["The stairs", "The exit"] });
    const passed = await taking.submit(again.open.id);
    const reviews = passed.attempts.flatMap(({ review }: { review: object[] | null }) => review ?? []);
    expect(reviews).toContainEqual(
      expect.objectContaining({ is_correct: true, right_answers: ["The exit", "The stairs"] }),
    );
  });

  test.each([
    [true, [true, false, true]],
    [false, [null, null, null]],
  ])(
    "shows in a review what was chosen, and what is right as the test shows answers: %s",
    async (shows_answers, right) => {
      const place = await createTest(
        author,
        { review: "after_attempt", shows_answers, pass_mark: 40 },
        { learners: [learner], questions: [asked([exit, window, stairs])] },
      );
      const taking = takeTest(learner, place);
      const { tests, open } = await taking.start();
      await taking.answer(tests[0].id, { type: "Hotspot", userSelections: ["The exit", "The window"] });
      const REGIONS = `query ($course_id: Int!, $unit_id: Int!) { testAttempts(course_id: $course_id, unit_id: $unit_id) {
      review { regions { text is_chosen is_right region { x } } } } }`;
      const where = { course_id: place.course, unit_id: place.unit };
      expect((await learner.data(REGIONS, where)).testAttempts).toEqual([{ review: null }]);
      await taking.submit(open.id);
      const [{ review }] = (await learner.data(REGIONS, where)).testAttempts;
      const of = (name: string) => review[0].regions.map((each: Record<string, unknown>) => each[name]);
      expect(of("text")).toEqual(["The exit", "The window", "The stairs"]);
      expect(of("is_chosen")).toEqual([true, true, false]);
      expect(of("is_right")).toEqual(right);
      expect(review[0].regions[1].region).toEqual({ x: window.region.x });
    },
  );

  test("earns partial credit in a test that gives it", async () => {
    const settings = { review: "after_attempt", partial_credit: true, pass_mark: 40 };
    const place = await createTest(author, settings, {
      learners: [learner],
      questions: [asked([exit, window, stairs])],
    });
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    await taking.answer(tests[0].id, { type: "Hotspot", userSelections: ["The exit"] });
    const { attempts } = await taking.submit(open.id);
    expect(attempts[0]).toMatchObject({ score: 50, is_passed: true });
  });

  test("keeps its regions in the bank", async () => {
    await author.data(SAVE, { category: "Halls", questions: [asked()] });
    const { bankQuestions } = await author.data(
      `{ bankQuestions(category: "Halls") { rows { type options { text checked region { x y width height } } } } }`,
    );
    expect(bankQuestions.rows).toEqual([{ type: "Hotspot", options: [exit, window] }]);
  });

  test("keeps its regions and its picture in an archive of its course", async () => {
    const place = await createTest(author, {}, { questions: [asked()] });
    const archive = (await exported(author, place.course)).rawPayload;
    const { state, problems, course_id } = await imported(author, archive);
    expect({ state, problems }).toEqual({ state: "done", problems: [] });
    const { course } = await author.data(
      `{ course(id: ${course_id}) { tests { tests { type media { kind alt file } options { text checked region { x y width height } } } } } }`,
    );
    const [question] = course.tests[0].tests;
    expect(question).toMatchObject({ type: "Hotspot", options: [exit, window], media: [{ alt: "A hall" }] });
    expect(findKey(question.media[0].file)).not.toBe(findKey(hall));
  });

  test.each(["moodle_xml", "qti_package"])(
    "is named as left out of %s, as are questions with recordings",
    async (format) => {
      const illustrated = {
        type: "Multiple Choice",
        question: "Which sign is it?",
        media: [{ kind: "picture", file: hall, alt: "A sign" }],
        options: [{ text: "Exit", checked: true }],
      };
      const recorded = {
        ...illustrated,
        question: "Which alarm is it?",
        media: [{ kind: "audio", file: await upload(author, "audio", "alarm.webm", SOUND), alt: "" }],
      };
      const pictured = {
        ...illustrated,
        question: "Which is it?",
        media: [],
        options: [{ text: "", checked: true, picture: { file: hall, alt: "Exit" } }],
      };
      const plain = { ...illustrated, question: "Which word is it?", media: [] };
      const questions = [asked(), illustrated, plain, recorded, pictured];
      const { writeQuestions } = await author.data(WRITE, { format, questions });
      const reason = "is left out: its pictures and recordings cannot be written to this file.";
      expect(writeQuestions).toMatchObject({
        written: 3,
        left_out: [
          {
            line: 1,
            message: '"Where do you leave the hall?" is left out: regions on a picture cannot be written to this file.',
          },
          { line: 4, message: `"Which alarm is it?" ${reason}` },
        ],
      });
      if (format === "moodle_xml") expect(writeQuestions.content).not.toMatch(/Where do you|Which alarm/);
    },
  );
});
