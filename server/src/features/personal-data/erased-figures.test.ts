import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ESSAY_WITH_RUBRIC, MARK } from "../../testing/essays.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createTest, takeTest } from "../../testing/test-attempts.ts";
import { eraseNow } from "./erasure.service.ts";

const ANALYSIS = `query ($course: Int!, $unit: Int!) { itemAnalysis(course_id: $course, unit_id: $unit) {
  attempts mean_score items { type answered facility options { text chosen } } } }`;
const ERASE = `mutation ($id: Int!, $name: String!) { erasePerson(id: $id, name: $name) { id } }`;
const CHOICE = {
  type: "Multiple Choice",
  question: "What comes first?",
  options: [
    { text: "Shout", checked: true },
    { text: "Jump in", checked: false },
  ],
};

let server: TestServer;
let admin: Client;
let instructor: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

/** Adds a learner and returns their id, with a client signed in. */
async function addLearner(last_name: string): Promise<{ id: number; as: Client; name: string }> {
  const email = `${last_name.toLowerCase()}@demo.test`;
  const input = {
    first_name: "Figure",
    last_name,
    email,
    role: "learner",
    skip_email: true,
    password: "the way up there",
  };
  const { createUser } = await admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`, {
    input,
  });
  return { id: createUser.id, as: await server.as(email), name: `Figure ${last_name}` };
}

async function erase({ id, name }: { id: number; name: string }): Promise<void> {
  server.outside.jobs.length = 0;
  await admin.data(ERASE, { id, name });
  for (const job of server.outside.jobs.splice(0))
    if (job.name === "person.erase") await eraseNow(server.platform, job.payload as never);
}

test("the item analysis of a test in attempts stays the same when a learner is erased, and has no text of theirs", async () => {
  const learner = await addLearner("Attempter");
  const place = await createTest(
    instructor,
    { attempts_allowed: 1, partial_credit: false },
    { learners: [learner.as], questions: [CHOICE, ESSAY_WITH_RUBRIC] },
  );
  const test = takeTest(learner.as, place);
  const { open, tests } = await test.start();
  const [choice, essay] = tests as { id: number }[];
  await test.answer(choice!.id, { type: "Multiple Choice", userSelections: ["Jump in"] });
  await test.answer(essay!.id, { type: "Essay", freeTextAnswer: "Because a zebrafinch sang it." });
  await test.submit(open.id);
  const levels = [
    { criterion: "Clarity", level: "Very clear" },
    { criterion: "Facts", level: "Wrong" },
  ];
  const marked = await instructor.query(MARK, { attempt: open.id, question: essay!.id, levels });
  expect(marked.errors).toBeUndefined();
  const { itemAnalysis: before } = await admin.data(ANALYSIS, place);
  expect(before.items).toMatchObject([
    { facility: 0, options: [{ chosen: 0 }, { chosen: 1 }] },
    { facility: expect.closeTo(0.4, 5) },
  ]);

  await erase(learner);

  expect((await admin.data(ANALYSIS, place)).itemAnalysis).toEqual(before);
  const { rows } = await server.inside("demo", (db) =>
    sql`SELECT FROM test_answers WHERE user_id = ${learner.id} AND response::text LIKE '%zebrafinch%'`.execute(db),
  );
  expect(rows).toEqual([]);
});

test("the item analysis of questions answered one by one counts what an erased learner chose of a former version", async () => {
  const learner = await addLearner("Chooser");
  const place = await createTest(instructor, {}, { learners: [learner.as], questions: [CHOICE] });
  const test = takeTest(learner.as, place);
  const { tests } = await test.read();
  await test.answer(tests[0].id, { type: "Multiple Choice", userSelections: ["Jump in"] });
  // The author changes the options: the answer belongs to a former version.
  await server.inside("demo", async (db, instance_id) => {
    await sql`
      INSERT INTO question_versions (instance_id, question_id, version, type, question, options, replaced_at)
      SELECT q.instance_id, q.id, 1, q.type, q.question, q.options, now() FROM questions q
      WHERE q.instance_id = ${instance_id} AND q.id = ${tests[0].id}`.execute(db);
    await sql`
      UPDATE questions SET options = '[{"text": "Call", "checked": true}, {"text": "Swim", "checked": false}]'
      WHERE instance_id = ${instance_id} AND id = ${tests[0].id}`.execute(db);
  });
  const { itemAnalysis: before } = await admin.data(ANALYSIS, place);
  expect(before.items).toContainEqual(
    expect.objectContaining({
      options: [
        { text: "Shout", chosen: 0 },
        { text: "Jump in", chosen: 1 },
      ],
    }),
  );

  await erase(learner);

  expect((await admin.data(ANALYSIS, place)).itemAnalysis).toEqual(before);
});
