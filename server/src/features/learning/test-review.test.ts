import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { QUESTIONS } from "../courses/course.testdata.ts";
import { readTest } from "../../testing/everything.ts";
import { createTest, RIGHT, takeTest, WRONG } from "../../testing/test-attempts.ts";

let server: TestServer;
let author: Client;
let learner: Client;
/** A question whose pictures have a name that tells the answer, in an order that is neither that of the alphabet nor its reverse. */
let pictured: object;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
  const picture = { file: await storePicture(), alt: "A rope" };
  pictured = {
    type: "Ordering",
    question: "Which comes first?",
    media: [{ kind: "picture", ...picture }],
    options: ["mid", "zeta", "alpha"].map((text) => ({ text, picture })),
  };
});
afterAll(() => server.close());

const PHASES = ["before", "during", "failed", "trying again", "passed", "taken again"] as const;
type Phase = (typeof PHASES)[number];

/** In which phases a learner may see which of their answers are right. */
const OPEN: Record<string, readonly Phase[]> = {
  after_answer: ["during", "failed", "trying again", "passed", "taken again"],
  after_attempt: ["failed", "trying again", "passed", "taken again"],
  after_passing: ["passed", "taken again"],
  never: [],
};

const SECRET_NAME = "mid-zeta-alpha";

/** Stores a picture and returns its key. */
const storePicture = () =>
  server.inside("demo", async (db, instance_id) => {
    const random = "5ec7e7".padEnd(40, "0");
    const key = `${instance_id}/${random.slice(0, 2)}/${random}`;
    const row = { instance_id, key, name: `${SECRET_NAME}.png`, type: "image/png", size: 1, purpose: "image" };
    await db.insertInto("files").values(row).execute();
    return key;
  });

const SECRET_RULE = "zephyrine";
const SECRET_FEEDBACK = "quokkas";
const QUESTIONS_WITH_SECRET = [
  ...QUESTIONS.map((question) =>
    question.type === "Free Text"
      ? { ...question, rules: [{ condition: "contains", word: SECRET_RULE, points: 9_871 }], required_points: 9_871 }
      : question,
  ),
  {
    type: "True or False",
    question: "The Severn is a river.",
    options: [
      { text: "True", checked: true, feedback: SECRET_FEEDBACK },
      { text: "False", checked: false, feedback: SECRET_FEEDBACK },
    ],
  },
  {
    type: "Number",
    question: "How many?",
    feedback: SECRET_FEEDBACK,
    accepted: [{ text: "98714", tolerance: 98.715 }],
  },
  { type: "Short Text", question: "Who?", matches_case: true, accepted: [{ text: "Xanthippe" }] },
];
const typed = (type: string) => ({ type, freeTextAnswer: "No idea." });
const TYPED = { "Free Text": typed("Free Text"), Number: typed("Number"), "Short Text": typed("Short Text") };
/** Rightly what is chosen, and not what is typed, which would itself contain the key. */
const PASSING = {
  ...RIGHT,
  ...TYPED,
  "True or False": { type: "True or False", selectedOption: "True" },
};
const FAILING = { ...WRONG, ...TYPED, "True or False": { type: "True or False", selectedOption: "False" } };

/** Goes through a test until it is passed and the course taken again. @returns what the server sent in each phase */
async function collect(review: string, shows_answers: boolean): Promise<Record<Phase, string>> {
  const settings = { review, shows_answers, pass_mark: 55, questions_per_page: 8 };
  const place = await createTest(author, settings, {
    learners: [learner],
    questions: [...QUESTIONS_WITH_SECRET, pictured],
  });
  const taking = takeTest(learner, place);
  const sent = {} as Record<Phase, string>;
  const read = async (phase: Phase, ...more: unknown[]) => {
    sent[phase] = [...(await readTest(learner, place)), ...more.map((each) => JSON.stringify(each))].join("\n");
  };
  const give = async (answers: Record<string, object>) => {
    const { tests, open } = await taking.start();
    const stored: unknown[] = [];
    for (const { id, type } of tests.slice(0, 2))
      stored.push(await taking.answer(id, { ...answers[type], isCorrect: true }));
    for (const { id, type } of tests.slice(2)) {
      const response = JSON.stringify(answers[type]);
      stored.push((await taking.record({ answers: [{ question_id: id, response }] })).recordWork.answers);
    }
    return { stored, attempt: open.id as number };
  };
  await read("before");
  const first = await give(FAILING);
  await read("during", first.stored);
  await taking.submit(first.attempt);
  await read("failed");
  const second = await give(PASSING);
  await read("trying again", review === "after_answer" ? second.stored : []);
  expect((await taking.submit(second.attempt)).is_passed).toBe(true);
  await read("passed");
  const admin = await server.as("admin@demo.test");
  const user = await server.userId("learner@demo.test");
  await admin.data(`mutation { retakeCourse(course_id: ${place.course}, user_id: ${user}) { attempt } }`);
  await read("taken again");
  return sent;
}

/** Tells whether a text contains a grade of an answer: of a stored response, or of a review. */
const hasGrades = (text: string) => /is_?correct\\?":(true|false)/i.test(text);
const hasKey = (text: string) =>
  text.includes(SECRET_RULE) ||
  /98714|98\.715|Xanthippe|matches_case\\?":(true|false)/.test(text) ||
  /oints\\?":9871/.test(text) ||
  /"checked":(true|false)/.test(text) ||
  /right_?answers\\?":\[/i.test(text) ||
  /"text":"first"[^[\]]*"text":"second"[^[\]]*"text":"third"/.test(text) ||
  /"text":"mid"[^[\]]*"text":"zeta"[^[\]]*"text":"alpha"/.test(text);

describe.each(Object.keys(OPEN))("the review rule %s", (review) => {
  test.each([true, false])("limits what leaves the server, in every phase; right answers: %s", async (shows) => {
    const sent = await collect(review, shows);
    const grades = PHASES.filter((phase) => hasGrades(sent[phase]));
    const keys = PHASES.filter((phase) => hasKey(sent[phase]));
    const feedback = PHASES.filter((phase) => sent[phase].includes(SECRET_FEEDBACK));
    expect({ grades, keys, feedback }).toEqual({
      grades: OPEN[review],
      keys: shows ? OPEN[review] : [],
      feedback: OPEN[review],
    });
    for (const phase of PHASES) {
      expect(sent[phase]).not.toContain(SECRET_RULE);
      expect(sent[phase]).not.toContain(SECRET_NAME);
    }
    expect(sent.during).toContain("/files/");
    expect(sent.before).not.toContain("/files/");
    // Questions were asked, and the score is always shown.
    expect(sent.during).toContain("Skiddaw");
    expect(sent.before).not.toContain("Skiddaw");
    expect(sent.failed).toContain('"score":0');
  });
});

test("a review shows the answers of an attempt, which were right, and the right answers", async () => {
  const settings = { review: "after_attempt", shows_answers: true };
  const place = await createTest(author, settings, { learners: [learner] });
  const { attempts } = await takeTest(learner, place).take(["Ordering", "Match the Pairs"]);
  expect(
    attempts[0].review.map(
      ({
        id: _,
        credit: __,
        points: ___,
        feedback: ____,
        media: _____,
        pictures: ______,
        ...rest
      }: Record<string, unknown>) => rest,
    ),
  ).toEqual([
    {
      question: "Which are rivers?",
      answer: ["Trent", "Severn"],
      is_correct: true,
      right_answers: ["Severn", "Trent"],
    },
    { question: "Water boils at […] degrees.", answer: ["100"], is_correct: true, right_answers: ["100"] },
    {
      question: "Put in order",
      answer: ["third", "first", "second"],
      is_correct: false,
      right_answers: ["first", "second", "third"],
    },
    {
      question: "Match",
      answer: ["cat → woof", "dog → meow"],
      is_correct: false,
      right_answers: ["cat → meow", "dog → woof"],
    },
    { question: "Why?", answer: ["To keep people SAFE."], is_correct: true, right_answers: null },
  ]);
});

test("a reader of reports sees the attempts of their people with their grades, and nobody else does", async () => {
  const place = await createTest(author, { review: "never", pass_mark: 40 }, { learners: [learner] });
  await takeTest(learner, place).take(["Ordering"]);
  const user = await server.userId("learner@demo.test");
  const query = `{ testAttempts(course_id: ${place.course}, unit_id: ${place.unit}, user_id: ${user}) {
    score review { is_correct right_answers } } }`;
  const admin = await server.as("admin@demo.test");
  const { testAttempts } = await admin.data(query);
  expect(testAttempts[0].score).toBe(80);
  expect(testAttempts[0].review.map(({ is_correct }: { is_correct: boolean }) => is_correct)).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
  expect(testAttempts[0].review[0].right_answers).toBeNull();
  expect(await (await server.as("yusuf.demir@demo.test")).refusal(query)).toBe("FORBIDDEN");
  const own = await learner.data(query);
  expect(own.testAttempts[0]).toEqual({ score: 80, review: null });
});
