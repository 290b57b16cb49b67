import { afterAll, expect, test } from "vitest";
import { startClass } from "../../testing/server.ts";
import { COURSE, CREATE, smallCourse } from "../courses/course.testdata.ts";

// Counts the statements of each call of a learner, without BEGIN and COMMIT: the same for one course as for hundreds.
const { server, author, learner } = await startClass();
afterAll(() => server.close());

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const STORE = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id response } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { id is_complete } }`;
const DASHBOARD = `{ userProgress { totalCourses completedCourses averageCompletionRate
  courses(limit: 3) { id title thumbnail completionPercentage } unenrolledCourses(limit: 3) { id title thumbnail } } }`;
const CATALOGUE = `{ catalogue(limit: 24) { categories { id name image } total rows { id title thumbnail price } } }`;

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const before = server.platform.database.statements;
  await work();
  return server.platform.database.statements - before;
}

async function started(title: string): Promise<Record<string, any>> {
  const { id } = (await author.data(CREATE, smallCourse(title))).createCourse;
  await learner.data(ENROL, { id });
  return (await learner.data(COURSE, { id })).course;
}

/** Creates published courses and enrols the learner in every tenth. */
async function makeCourses(count: number): Promise<void> {
  const userId = await server.userId("learner@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    const courses = await db
      .insertInto("courses")
      .values(
        Array.from({ length: count }, (_, n) => ({
          instance_id,
          title: `Course ${n}`,
          status: "published",
          unit_count: 3,
        })),
      )
      .returning("id")
      .execute();
    await db
      .insertInto("enrolments")
      .values(courses.filter((_, n) => n % 10 === 0).map(({ id }) => ({ instance_id, user_id: userId, course_id: id })))
      .execute();
  });
}

test("the dashboard, the catalog and the lists take as many statements with 2,000 courses", async () => {
  const calls = {
    dashboard: DASHBOARD,
    catalogue: CATALOGUE,
    "catalogue search": `{ catalogue(search: "course 19", limit: 24) { total rows { id title } } }`,
    "my courses": `{ myCourses { id title progress categories { id name } } }`,
    certificates: `{ completedCourses { id title } }`,
  };
  const costs = async () => {
    const counted: Record<string, number> = {};
    for (const [name, query] of Object.entries(calls)) counted[name] = await countStatements(() => learner.data(query));
    return counted;
  };
  const few = await costs();
  await makeCourses(2_000);
  expect(await costs()).toEqual(few);
  expect(few).toEqual({ dashboard: 3, catalogue: 3, "catalogue search": 3, "my courses": 3, certificates: 2 });
});

test("the course for the player takes as many statements, whatever it contains", async () => {
  const small = await started("A small one");
  const cost = (id: number) => countStatements(() => learner.data(COURSE, { id }));
  const few = await cost(small["id"]);
  const content = Array.from({ length: 40 }, (_, n) => ({ unit_order: n + 10, title: `Unit ${n}`, content: "{}" }));
  const { id } = (await author.data(CREATE, smallCourse("A large one", { content }))).createCourse;
  await learner.data(ENROL, { id });
  expect(await cost(id)).toBe(few);
  expect(few).toBeLessThanOrEqual(5);
});

test("an answer takes five statements, a heartbeat four, and the same the second time", async () => {
  const course = await started("Statements of answers");
  const [unit] = course["tests"];
  const [reading] = course["contents"];
  const store = (unit_id: number, unit_type: string, input_type: string, input_key: string, response: object) =>
    countStatements(() =>
      learner.data(STORE, {
        input: {
          course_id: course["id"],
          unit_id,
          unit_type,
          input_type,
          input_key,
          response: JSON.stringify(response),
        },
      }),
    );
  const answer = () =>
    store(unit.id, "TestUnitType", "question", String(unit.tests[0].id), { userSelections: ["Trent", "Severn"] });
  const heartbeat = () => store(reading.id, "Content", "time", "timeSpent", { timeSpent: 1 });
  expect([await answer(), await answer()]).toEqual([5, 5]);
  expect([await heartbeat(), await heartbeat()]).toEqual([4, 4]);
});

test("completing a unit takes four statements, of which one locks, and as many when it is already complete", async () => {
  const course = await started("Statements of completion");
  const [video] = course["videos"];
  const complete = () =>
    countStatements(() =>
      learner.data(COMPLETE, { input: { course_id: course["id"], unit_id: video.id, unit_type: "Video" } }),
    );
  expect([await complete(), await complete()]).toEqual([4, 4]);
});
