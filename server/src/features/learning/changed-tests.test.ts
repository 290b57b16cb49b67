import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobHandlers } from "../../jobs.ts";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { createTest, endTime, RIGHT, takeTest } from "../../testing/test-attempts.ts";

const SAVE = `mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }`;
const STANDING = `query ($course: Int!) { course(id: $course, asLearner: true) { progress is_complete } }`;

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(() => server.close());

type Place = Awaited<ReturnType<typeof createTest>>;
const create = (settings: object, options: object = {}) =>
  createTest(author, settings, { learners: [learner], ...options });
const save = ({ course, title }: Place, units: object) =>
  author.data(SAVE, { input: { id: course, title, description: "d", ...units } });

/** Runs the jobs that submit attempts, as at their end. */
async function runSubmissions() {
  await endTime(server);
  const handlers = jobHandlers(server.platform) as Record<string, (payload: unknown, job: object) => Promise<void>>;
  for (const { payload } of server.outside.jobs.filter(({ name }) => name === "test.submit"))
    await handlers["test.submit"]!(payload, { id: "1", attempt: 1 });
}

describe("an attempt whose unit is deleted", () => {
  test.each(["by its learner", "at the end of its time"])(
    "completes nothing when it is submitted %s",
    async (moment) => {
      const place = await create({ pass_mark: 20, time_limit: 600 });
      const taking = takeTest(learner, place);
      const { open, tests } = await taking.start();
      for (const { id, type } of tests) await taking.answer(id, RIGHT[type]!);
      await save(place, { contents: [{ unit_order: 1, title: "Read", content: "Read this." }] });
      if (moment === "by its learner") await taking.submitRaw(open.id);
      else await runSubmissions();
      expect((await learner.data(STANDING, place)).course).toEqual({ progress: 0, is_complete: false });
    },
  );
});
