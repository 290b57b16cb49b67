import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { createTest, takeTest } from "../../testing/test-attempts.ts";
import type { QuestionRow } from "../courses/courses.service.ts";
import { listFeedback } from "./feedback.ts";
import { grade } from "./grading.ts";
import { anyQuestion, question } from "./question.testdata.ts";

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
});
afterAll(() => server.close());

const RIVERS = {
  type: "Multiple Choice",
  question: "Which are rivers?",
  points: 3,
  feedback: "Rivers flow.",
  options: [
    { text: "Severn", checked: true, feedback: "The longest of Great Britain." },
    { text: "Trent", checked: true },
    { text: "Skiddaw", checked: false, feedback: "Skiddaw is a mountain." },
  ],
};
const METRES = {
  type: "Number",
  question: "How long is the rope?",
  accepted: [
    { text: "20", tolerance: 0.5, feedback: "As long as the rule says." },
    { text: "25", tolerance: 0, feedback: "The long one." },
  ],
};
const choose = (...userSelections: string[]) => ({ type: "Multiple Choice", userSelections });
const type = (freeTextAnswer: string) => ({ type: "Number", freeTextAnswer });

describe("listFeedback", () => {
  test("never tells of options that were not chosen", () => {
    fc.assert(
      fc.property(anyQuestion, fc.array(fc.nat(4), { maxLength: 5 }), (asked, chosen) => {
        const texts = asked.options.filter((_, at) => chosen.includes(at)).map(({ text }) => text);
        const shown = listFeedback(asked as QuestionRow, { userSelections: texts });
        for (const { about, text } of shown) {
          const isGeneral = about === null && text === asked.feedback;
          expect(isGeneral || texts.some((each) => each.trim() === about?.trim() || each === about)).toBe(true);
        }
      }),
    );
  });

  test("tells of the accepted answer that was met, the first of several", () => {
    const asked = question({ ...METRES, type: "Number" }) as QuestionRow;
    const listTexts = (freeTextAnswer: string) => listFeedback(asked, { freeTextAnswer }).map(({ text }) => text);
    expect(listTexts("20,4")).toEqual(["As long as the rule says."]);
    expect(listTexts("25")).toEqual(["The long one."]);
    expect(listTexts("24")).toEqual([]);
    expect(grade(asked, { freeTextAnswer: "20,4" }).isCorrect).toBe(true);
  });
});

describe("feedback", () => {
  test("comes with the grade of an answer, and again with the stored answer", async () => {
    const place = await createTest(author, {}, { learners: [learner], questions: [RIVERS, METRES] });
    const taking = takeTest(learner, place);
    const { tests } = await taking.read();
    expect(tests.map(({ points, feedback }: { points: number; feedback: null }) => ({ points, feedback }))).toEqual([
      { points: 3, feedback: null },
      { points: 1, feedback: null },
    ]);
    const shown = [
      { about: "Severn", text: "The longest of Great Britain." },
      { about: "Skiddaw", text: "Skiddaw is a mountain." },
      { about: null, text: "Rivers flow." },
    ];
    const given = await taking.answer(tests[0].id, { ...choose("Severn", "Skiddaw"), feedback: ["mine"] });
    expect(given).toMatchObject({ isCorrect: false, feedback: shown });
    const { responses } = await taking.read();
    expect(JSON.parse(responses[0].response)).toMatchObject({ feedback: shown });
    // An answer that was emptied for another try tells nothing.
    expect(await taking.answer(tests[0].id, choose())).not.toHaveProperty("feedback");
    expect(JSON.parse((await taking.read()).responses[0].response)).not.toHaveProperty("feedback");
  });

  test("is not shown for an answer to a question whose type has changed since", async () => {
    const questions = [{ ...METRES, feedback: "Ropes shrink." }];
    const place = await createTest(author, {}, { learners: [learner], questions });
    const taking = takeTest(learner, place);
    await taking.answer((await taking.read()).tests[0].id, type("20"));
    const readResponse = async () => JSON.parse((await taking.read()).responses[0].response);
    expect(await readResponse()).toHaveProperty("feedback");
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("questions")
        .set({ type: "Free Text" })
        .where("instance_id", "=", instance)
        .where("unit_id", "=", place.unit)
        .execute(),
    );
    expect(await readResponse()).not.toHaveProperty("feedback");
  });

  test("is stored with no answer", async () => {
    const place = await createTest(
      author,
      { review: "after_answer", pass_mark: 50 },
      { learners: [learner], questions: [RIVERS] },
    );
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    expect(await taking.answer(tests[0].id, choose("Skiddaw"))).toHaveProperty("feedback");
    await taking.submit(open.id);
    const stored = await server.inside("demo", (db) =>
      db.selectFrom("responses").where("unit_id", "=", place.unit).select(["response", "points"]).execute(),
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]!.points).toBe(3);
    expect(JSON.stringify(stored)).not.toContain("mountain");
  });

  test("is part of the review of an attempt", async () => {
    const settings = { review: "after_attempt", partial_credit: true, pass_mark: 50 };
    const place = await createTest(author, settings, { learners: [learner], questions: [RIVERS, METRES] });
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    await taking.answer(tests[0].id, choose("Severn"));
    await taking.answer(tests[1].id, type("25"));
    const { attempts } = await taking.submit(open.id);
    // Half of three points and one of one point are 2.5 of 4.
    expect(attempts[0]).toMatchObject({ score: 62.5, is_passed: true });
    expect(attempts[0].review).toMatchObject([
      {
        points: 3,
        credit: 0.5,
        feedback: [
          { about: "Severn", text: "The longest of Great Britain." },
          { about: null, text: "Rivers flow." },
        ],
      },
      { points: 1, credit: 1, feedback: [{ about: null, text: "The long one." }] },
    ]);
  });
});

describe("points", () => {
  test("weigh the score of an attempt and of reports, which a later change of points leaves as it is", async () => {
    const settings = { review: "after_attempt", pass_mark: 70 };
    const place = await createTest(author, settings, { learners: [learner], questions: [RIVERS, METRES] });
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    await taking.answer(tests[0].id, choose("Severn", "Trent"));
    await taking.answer(tests[1].id, type("1"));
    expect((await taking.submit(open.id)).attempts[0]).toMatchObject({ score: 75, is_passed: true });
    const admin = await server.as("admin@demo.test");
    const readScore = async () => {
      const { body } = await takeTable(server, admin, { kind: "everything", search: "Grace" });
      return parseRows(body).find((row) => row["Course"] === place.title)!["Score"];
    };
    expect(await readScore()).toBe("75");
    await server.inside("demo", (db) =>
      db.updateTable("questions").set({ points: 9 }).where("unit_id", "=", place.unit).execute(),
    );
    expect(await readScore()).toBe("75");
    expect((await taking.read()).attempts[0].score).toBe(75);
  });

  test("in a review are those the attempt was graded with, also of a question without an answer", async () => {
    const settings = { review: "after_attempt", pass_mark: 70, shuffles_questions: true };
    const place = await createTest(author, settings, { learners: [learner], questions: [RIVERS, METRES] });
    const taking = takeTest(learner, place);
    const { open } = await taking.start();
    const listPoints = async () => {
      const { review } = (await taking.read()).attempts[0];
      return Object.fromEntries(
        review.map((each: { question: string; points: number }) => [each.question, each.points]),
      );
    };
    await taking.submit(open.id);
    const graded = { [RIVERS.question]: 3, [METRES.question]: 1 };
    expect(await listPoints()).toEqual(graded);
    await server.inside("demo", (db) =>
      db.updateTable("questions").set({ points: 9 }).where("unit_id", "=", place.unit).execute(),
    );
    expect(await listPoints()).toEqual(graded);
  });

  test.each([0, 1001])("of %d are refused", async (points) => {
    const { errors } = await author.query(
      `mutation ($question: QuestionInput!) { saveToBank(category: "Points", questions: [$question]) { saved } }`,
      { question: { ...RIVERS, points } },
    );
    expect(errors![0]!.extensions.code).toBe("VALIDATION");
  });

  test("and feedback of the bank are drawn into a test", async () => {
    await author.data(
      `mutation ($question: QuestionInput!) { saveToBank(category: "Weighty", questions: [$question]) { saved } }`,
      { question: RIVERS },
    );
    const settings = { review: "after_attempt", pass_mark: 50, draws: [{ category: "Weighty" }] };
    const place = await createTest(author, settings, { learners: [learner], questions: [] });
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    expect(tests[0].points).toBe(3);
    await taking.answer(tests[0].id, choose("Skiddaw"));
    const { attempts } = await taking.submit(open.id);
    expect(attempts[0].review[0].feedback).toHaveLength(2);
  });
});
