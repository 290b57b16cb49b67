import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { CREATE_WHOLE, QUESTIONS, wholeCourse } from "../courses/course.testdata.ts";
import { signedAddress } from "../files/addresses.ts";
import { readCourse, readRoot } from "../../testing/everything.ts";

/** Words of the key only: a response with one of them reveals a part of it. */
const SECRET_RULE = "zephyrine";
const KEYED = [
  ...QUESTIONS.slice(0, 3),
  // Three pairs never come in the given order; two may, because always the other order would reveal the key.
  {
    type: "Match the Pairs",
    question: "Match",
    pairs: [
      { left: "cat", right: "meow" },
      { left: "dog", right: "woof" },
      { left: "cow", right: "moo" },
    ],
  },
  {
    type: "Free Text",
    question: "Why?",
    rules: [{ condition: "contains", word: SECRET_RULE, points: 9_871 }],
    required_points: 9_871,
  },
  {
    type: "True or False",
    question: "The Severn is a river.",
    options: [
      { text: "True", checked: true },
      { text: "False", checked: false },
    ],
  },
  { type: "Number", question: "How many?", accepted: [{ text: "98714", tolerance: 98.715 }] },
  { type: "Short Text", question: "Who?", matches_case: true, accepted: [{ text: "Xanthippe" }] },
];

let server: TestServer;
let author: Client;
let learner: Client;
let stranger: Client;
let id: number;
let units: { id: number; type: string; typename: string }[];
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  learner = await server.as("learner@demo.test");
  stranger = await server.as("yusuf.demir@demo.test");
  id = await create("Under attack", {});
  await learner.data(ENROL, { id });
  const course = (
    await author.data(`query ($id: Int!) { course(id: $id) { units { id type __typename } ${LISTS} } }`, { id })
  ).course;
  units = Object.values(course as Record<string, { id: number; type: string; __typename: string }[]>)
    .flat()
    .filter((unit) => unit.__typename !== "CourseUnit")
    .map((unit) => ({ id: unit.id, type: unit.type, typename: unit.__typename }));
  expect(units).toHaveLength(7);
});
afterAll(() => server.close());

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const STORE = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id response } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { id is_complete } }`;
const GENERATE = `mutation ($id: Int!) { generateCertificate(input: { course_id: $id }) { certificate_url } }`;
const LISTS = ["contents", "videos", "audios", "documents", "iframes", "tests", "assignments"]
  .map((list) => `${list} { __typename id type }`)
  .join(" ");

async function create(title: string, extra: object): Promise<number> {
  const files = {
    video: await stored("video"),
    audio: await stored("audio"),
    presentation: await stored("presentation"),
  };
  const course = wholeCourse(title, files);
  const tests = KEYED.map((question) => ({ ...question, unit_order: 6 }));
  return (await author.data(CREATE_WHOLE, { ...course, tests, ...extra })).createCourse.id;
}

const stored = (purpose: string) =>
  server.inside("demo", async (db, instance_id) => {
    const random = randomBytes(20).toString("hex");
    const key = `${instance_id}/${random.slice(0, 2)}/${random}`;
    await db
      .insertInto("files")
      .values({ instance_id, key, name: `a ${purpose}`, type: "application/octet-stream", size: 1, purpose })
      .execute();
    return signedAddress(server.platform.secret, key);
  });

describe("the answer key", () => {
  test("is in no response to a learner, whatever they request", async () => {
    const answers = [...(await readCourse(learner, id)), ...(await readRoot(learner)), ...(await answerWrongly())];

    const all = answers.join("\n");
    // The questions were returned.
    for (const shown of ["Which are rivers?", "Skiddaw", "Put in order", "meow"]) expect(all).toContain(shown);
    expect(all).not.toContain(SECRET_RULE);
    expect(all).not.toMatch(/98714|98\.715|Xanthippe/);
    expect(all).not.toMatch(/matches_case":(true|false)/);
    expect(all).not.toMatch(/oints":9871/);
    expect(all).not.toMatch(/"checked":(true|false)/);
    expect(all).not.toMatch(/"text":"first"[^[\]]*"text":"second"[^[\]]*"text":"third"/);
    expect(all).not.toContain('"left":"cat","right":"meow"},{"left":"dog","right":"woof"}');
  });

  /** Answers each question wrongly and returns the server's responses. */
  async function answerWrongly(): Promise<string[]> {
    const unit = units.find(({ typename }) => typename === "TestUnitType")!;
    const { tests } = (await learner.data(`query ($id: Int!) { course(id: $id) { tests { tests { id } } } }`, { id }))
      .course;
    const wrong = [
      { userSelections: ["Skiddaw"] },
      { userSelections: ["90"] },
      { userOrder: ["third", "second", "first"] },
      { userSelections: { cat: "woof", dog: "meow", cow: "moo" } },
      { freeTextAnswer: "No idea." },
    ];
    const responses: string[] = [];
    for (const [at, question] of (tests[0].tests as { id: number }[]).entries()) {
      const input = {
        course_id: id,
        unit_id: unit.id,
        unit_type: unit.typename,
        input_type: "question",
        input_key: String(question.id),
        response: JSON.stringify({ ...wrong[at], isCorrect: true }),
      };
      const { storeUnitResponse } = await learner.data(STORE, { input });
      expect(JSON.parse(storeUnitResponse.response).isCorrect).toBe(false);
      responses.push(storeUnitResponse.response);
    }
    return responses;
  }
});

describe("completion without the work", () => {
  test("is refused for a unit with questions, a time or an assignment, and the course stays open", async () => {
    const open = units.filter(({ typename }) => typename !== "CourseUnit");
    for (const unit of open) {
      const input = { course_id: id, unit_id: unit.id, unit_type: unit.typename };
      expect([unit.typename, await learner.refusal(COMPLETE, { input })]).toEqual([unit.typename, "CONFLICT"]);
    }
    const { course } = await learner.data(`query ($id: Int!) { course(id: $id) { progress is_complete } }`, { id });
    expect(course).toEqual({ progress: 0, is_complete: false });
  });

  test("is not possible with a response of completion by the client", async () => {
    const timed = units.find(({ typename }) => typename === "iFrameUnitType")!;
    const input = { course_id: id, unit_id: timed.id, unit_type: timed.typename };
    for (const timeSpent of [0, 30, 99_999]) {
      const response = JSON.stringify({ timeSpent, isCorrect: true });
      const made = { ...input, input_type: "CompletionWithNoTest", input_key: "CompletionWithNoTest", response };
      const { storeUnitResponse } = await learner.data(STORE, { input: made });
      expect(JSON.parse(storeUnitResponse.response).isCorrect).toBe(false);
    }
    for (const timeSpent of [-30, "30", null, {}, 1e15])
      await learner.query(STORE, {
        input: { ...input, input_type: "time", input_key: "timeSpent", response: JSON.stringify({ timeSpent }) },
      });
    expect(await learner.refusal(COMPLETE, { input })).toBe("CONFLICT");
  });

  test("is refused with another unit type, another course, or in a course that was not started", async () => {
    const assignment = units.find(({ typename }) => typename === "AssignmentUnitType")!;
    const as = (unit_type: string, course_id: number) => ({ input: { course_id, unit_id: assignment.id, unit_type } });
    expect(await learner.refusal(COMPLETE, as("Content", id))).toBe("VALIDATION");
    expect(await learner.refusal(COMPLETE, as("AssignmentUnitType", id + 1))).toBe("NOT_FOUND");
    expect(await stranger.refusal(COMPLETE, as("AssignmentUnitType", id))).toBe("NOT_FOUND");
  });

  test("gives no certificate", async () => {
    expect(await learner.refusal(GENERATE, { id })).toBe("CONFLICT");
    expect(await stranger.refusal(GENERATE, { id })).toBe("NOT_FOUND");
  });
});

describe("the content of a course", () => {
  const CONTENT = `query ($id: Int!) { course(id: $id) {
    contents { content tests { id } } videos { video_path content } audios { audio_path } documents { file_path description }
    iframes { url embed_url } assignments { content } tests { tests { id } } } }`;
  const empty = {
    contents: [{ content: null, tests: [] }],
    videos: [{ video_path: null, content: null }],
    audios: [{ audio_path: null }],
    documents: [{ file_path: null, description: null }],
    iframes: [{ url: null, embed_url: null }],
    assignments: [{ content: null }],
    tests: [{ tests: [] }],
  };

  test("is hidden from users who are not enrolled; they see its outline", async () => {
    expect((await stranger.data(CONTENT, { id })).course).toEqual(empty);
    expect((await learner.data(CONTENT, { id })).course.videos[0].video_path).toMatch(/^\/files\//);
  });

  test("is hidden while a prerequisite is open and before the course opens", async () => {
    const closed = await create("Behind another", { learning_path: [id] });
    await assign(closed);
    expect((await learner.data(CONTENT, { id: closed })).course).toEqual(empty);

    const later = await create("Later", {});
    await assign(later);
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("courses")
        .set({ start_date: "2999-01-01" })
        .where("instance_id", "=", instance)
        .where("id", "=", later)
        .execute(),
    );
    expect((await learner.data(CONTENT, { id: later })).course).toEqual(empty);
  });

  test("is not found by another instance and another branch", async () => {
    expect(await (await server.as("learner@riverside.test")).refusal(CONTENT, { id })).toBe("NOT_FOUND");
    const northern = await server.as("ruth.pemberton@demo.test", "north.demo.localhost");
    expect(await northern.refusal(`query ($id: Int!) { course(id: $id, branchUrl: "north") { id } }`, { id })).toBe(
      "NOT_FOUND",
    );
  });

  /** Enrols the learner as an admin, whom dates and prerequisites do not limit. */
  async function assign(courseId: number) {
    const admin = await server.as("admin@demo.test");
    await admin.data(
      `mutation ($user: Int!, $ids: [Int!]!) { adminCourseEnrollment(user_id: $user, course_ids: $ids) { id } }`,
      {
        user: await server.userId("learner@demo.test"),
        ids: [courseId],
      },
    );
  }
});

test("responses, progress, attempts, submissions and certificates of other learners cannot be read", async () => {
  const learnerId = await server.userId("learner@demo.test");
  await stranger.data(ENROL, { id });
  const { course } = await stranger.data(`query ($id: Int!) { course(id: $id) { userResponses { id } progress } }`, {
    id,
  });
  expect(course).toEqual({ userResponses: [], progress: 0 });
  expect(
    (await stranger.data(`query ($id: Int!) { mySubmissions(course_id: $id) { id } }`, { id })).mySubmissions,
  ).toEqual([]);
  for (const call of [
    `{ userProgress(userId: ${learnerId}) { totalCourses } }`,
    `{ courseAttempts(course_id: ${id}, user_id: ${learnerId}) { id } }`,
    `{ completedCourses(userId: ${learnerId}) { id } }`,
    `{ submissionsPage { total } }`,
    `{ certifiedPage { total } }`,
    `{ courseReport(courseId: ${id}) { id } }`,
    `{ userActivityLog(id: ${learnerId}) { paginatorInfo { total } } }`,
    `mutation { generateCertificate(input: { course_id: ${id}, user_id: ${learnerId} }) { message } }`,
    `mutation { retakeCourse(course_id: ${id}, user_id: ${learnerId}) { id } }`,
  ])
    expect([call, await stranger.refusal(call)]).toEqual([call, "FORBIDDEN"]);
});
