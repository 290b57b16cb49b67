import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { createTest, takeTest } from "../../testing/test-attempts.ts";

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
});
afterAll(() => server.close());

const CAPITAL = {
  type: "Multiple Choice",
  question: "What is the capital of Australia?",
  points: 2,
  options: [
    { text: "Canberra", checked: true },
    { text: "Sydney", checked: false, weight: 37.5 },
    { text: "Auckland", checked: false, weight: -37.5 },
  ],
};
const PI = {
  type: "Number",
  question: "What is pi?",
  accepted: [
    { text: "3.14", tolerance: 0.01 },
    { text: "3", tolerance: 0, weight: 62.5 },
  ],
};
const SETTINGS = { review: "after_attempt", partial_credit: true, shows_answers: true, pass_mark: 50 };

test("an attempt earns the weights of what was chosen and typed, which learners cannot read before", async () => {
  const place = await createTest(author, SETTINGS, { learners: [learner], questions: [CAPITAL, PI] });
  const taking = takeTest(learner, place);
  const { tests, open } = await taking.start();
  const { course } = await learner.data(
    `query ($id: Int!) { course(id: $id) { tests { tests { multiple options { text checked weight } accepted { text weight } } } } }`,
    { id: place.course },
  );
  expect(course.tests[0].tests).toEqual([
    {
      multiple: false,
      options: CAPITAL.options.map(({ text }) => ({ text, checked: null, weight: null })),
      accepted: [],
    },
    { multiple: false, options: [], accepted: [] },
  ]);
  const answers = [
    await taking.answer(tests[0].id, { type: "Multiple Choice", selectedOption: "Sydney" }),
    await taking.answer(tests[1].id, { type: "Number", freeTextAnswer: "3" }),
  ];
  expect(JSON.stringify([course, answers, await taking.read()])).not.toMatch(/37\.5|62\.5/);
  const { attempts } = await taking.submit(open.id);
  // 37.5 % of two points and 62.5 % of one are 1.375 of 3.
  expect(attempts[0].score).toBe(45.83);
  expect(attempts[0].review).toMatchObject([
    { is_correct: false, credit: 0.375, right_answers: ["Canberra"] },
    { is_correct: false, credit: 0.625, right_answers: ["3.14 ± 0.01"] },
  ]);
});

test("a change of a weight begins a new version of the question, whose analysis has the weights for authors only", async () => {
  const place = await createTest(author, SETTINGS, { learners: [learner], questions: [CAPITAL] });
  const taking = takeTest(learner, place);
  const { tests, open } = await taking.start();
  await taking.answer(tests[0].id, { type: "Multiple Choice", selectedOption: "Sydney" });
  await taking.submit(open.id);
  const heavier = CAPITAL.options.with(1, { text: "Sydney", checked: false, weight: 40 });
  await server.inside("demo", (db) =>
    db
      .updateTable("questions")
      .set({ options: JSON.stringify(heavier) })
      .where("unit_id", "=", place.unit)
      .execute(),
  );
  const read = async (reader: Client) =>
    (
      await reader.data(
        `query ($course: Int!) { itemAnalysis(course_id: $course) { items { version facility options { text weight } } } }`,
        { course: place.course },
      )
    ).itemAnalysis.items;
  const items = await read(await server.as("admin@demo.test"));
  expect(items).toMatchObject([
    { version: 2, options: [{ weight: null }, { text: "Sydney", weight: 40 }, { weight: -37.5 }] },
    { version: 1, facility: 0.375, options: [{ weight: null }, { text: "Sydney", weight: 37.5 }, {}] },
  ]);
  const [shown] = await read(await server.as("manager@demo.test"));
  expect(shown.options.map(({ weight }: { weight: number | null }) => weight)).toEqual([null, null, null]);
});
