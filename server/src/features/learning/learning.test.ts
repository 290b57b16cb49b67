import { afterAll, describe, expect, test } from "vitest";
import { type Client, startClass } from "../../testing/server.ts";
import { ANSWERS, COURSE, CREATE, EDIT, QUESTIONS, smallCourse } from "../courses/course.testdata.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id title } }`;
const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id response } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { id is_complete unit_id unit_type progress course_complete } }`;

async function newCourse(title: string, extra: object = {}): Promise<number> {
  return (await author.data(CREATE, smallCourse(title, extra))).createCourse.id;
}

const courseAs = async (client: Client, id: number) => (await client.data(COURSE, { id })).course;

/** Lets the server's clock for this unit have begun so many seconds ago. */
async function contactAgo(unitId: number, seconds: number) {
  await server.inside("demo", (db, id) =>
    db
      .updateTable("unit_progress")
      .set({ last_contact_at: new Date(Date.now() - seconds * 1000) })
      .where("instance_id", "=", id)
      .where("unit_id", "=", unitId)
      .execute(),
  );
}

function responder(client: Client, courseId: number, unit: { id: number }, unit_type: string) {
  return {
    beat: (timeSpent: number) =>
      client.data(RESPOND, {
        input: {
          course_id: courseId,
          unit_id: unit.id,
          unit_type,
          input_type: "time",
          input_key: "timeSpent",
          response: JSON.stringify({ timeSpent }),
        },
      }),
    answer: async (questionId: number, answer: object) =>
      JSON.parse(
        (
          await client.data(RESPOND, {
            input: {
              course_id: courseId,
              unit_id: unit.id,
              unit_type,
              input_type: "question",
              input_key: String(questionId),
              response: JSON.stringify(answer),
            },
          })
        ).storeUnitResponse.response,
      ),
    complete: () => client.query(COMPLETE, { input: { course_id: courseId, unit_id: unit.id, unit_type } }),
  };
}

describe("a course from start to finish", () => {
  test("the learner starts, waits, answers, and the course is complete when the last unit is", async () => {
    const id = await newCourse("From start to finish");
    await learner.data(ENROL, { id });
    const course = await courseAs(learner, id);
    expect(course).toMatchObject({ is_enrolled: true, progress: 0, is_complete: false });

    const reading = responder(learner, id, course.contents[0], "Content");
    await reading.beat(0);
    expect((await reading.complete()).errors?.[0]).toMatchObject({
      message: "You must wait until the time is up before proceeding.",
      extensions: { code: "CONFLICT" },
    });
    await contactAgo(course.contents[0].id, 6);
    await reading.beat(6);
    expect((await reading.complete()).data.markUnitComplete).toMatchObject({
      is_complete: true,
      progress: 33,
      course_complete: false,
    });

    const watching = responder(learner, id, course.videos[0], "Video");
    expect((await watching.complete()).data.markUnitComplete.progress).toBe(67);

    const testing = responder(learner, id, course.tests[0], "TestUnitType");
    expect((await testing.complete()).errors?.[0]?.message).toBe("Please complete all tests before proceeding.");
    const questions = course.tests[0].tests as { id: number }[];
    for (const [index, { id: questionId }] of questions.entries()) {
      expect((await testing.answer(questionId, ANSWERS[index]!)).isCorrect).toBe(true);
    }
    await testing.answer(questions[0]!.id, { type: "Multiple Choice", userSelections: ["Skiddaw"] });
    expect((await testing.complete()).errors?.[0]?.message).toMatch(/^You answered one of more questions incorrectly/);
    await testing.answer(questions[0]!.id, ANSWERS[0]!);
    expect((await testing.complete()).data.markUnitComplete).toMatchObject({ progress: 100, course_complete: true });
    expect(await courseAs(learner, id)).toMatchObject({ progress: 100, is_complete: true });
  });

  test("a unit completed twice, also in two tabs at once, counts once", async () => {
    const id = await newCourse("Counted once");
    await learner.data(ENROL, { id });
    const { videos } = await courseAs(learner, id);
    const { complete } = responder(learner, id, videos[0], "Video");
    await Promise.all([complete(), complete(), complete()]);
    expect((await courseAs(learner, id)).progress).toBe(33);
  });
});

describe("time", () => {
  test("a beat is credited with what has passed on the server's clock, whatever it claims", async () => {
    const id = await newCourse("Clocks");
    await learner.data(ENROL, { id });
    const { contents } = await courseAs(learner, id);
    const { beat } = responder(learner, id, contents[0], "Content");
    await beat(9_999);
    await beat(9_999);
    expect((await courseAs(learner, id)).contents[0].time_spent).toBe(0);
    await contactAgo(contents[0].id, 3);
    await beat(9_999);
    expect((await courseAs(learner, id)).contents[0].time_spent).toBe(3);
  });

  test("an hour with the page hidden counts only what the page claims", async () => {
    const id = await newCourse("Hidden page");
    await learner.data(ENROL, { id });
    const { contents } = await courseAs(learner, id);
    const { beat } = responder(learner, id, contents[0], "Content");
    await beat(0);
    await contactAgo(contents[0].id, 3_600);
    await beat(2);
    expect((await courseAs(learner, id)).contents[0].time_spent).toBe(2);
  });
});

describe("the answer key", () => {
  const keyWords = (question: Record<string, any>) => ({
    checked: question["options"]
      .map((option: { checked: boolean | null }) => option.checked)
      .filter((each: unknown) => each !== null),
    rules: question["rules"],
    points: question["required_points"],
  });

  test("a learner's course holds none of it, an author's all of it", async () => {
    const id = await newCourse("Key");
    await learner.data(ENROL, { id });
    for (const question of (await courseAs(learner, id)).tests[0].tests)
      expect(keyWords(question)).toEqual({ checked: [], rules: [], points: null });
    const [choice, , , pairs, free] = (await courseAs(author, id)).tests[0].tests;
    expect(choice.options.map((option: { checked: boolean }) => option.checked)).toEqual([true, false, true]);
    expect(pairs.pairs).toEqual(QUESTIONS[3]!.pairs);
    expect(free).toMatchObject({ required_points: 2, rules: [{ word: "safe", points: 2 }] });
  });

  test("a manager sees it as little as a learner does", async () => {
    const id = await newCourse("Key and manager");
    const manager = await server.as("manager@demo.test");
    await manager.data(ENROL, { id });
    for (const question of (await courseAs(manager, id)).tests[0].tests)
      expect(keyWords(question)).toEqual({ checked: [], rules: [], points: null });
  });

  test("three entries come in another order than the right one, two in any, the same at each look", async () => {
    const id = await newCourse("Order");
    await learner.data(ENROL, { id });
    const look = async () => (await courseAs(learner, id)).tests[0].tests;
    const [, , ordering, pairs] = await look();
    expect(ordering.options.map((option: { text: string }) => option.text)).not.toEqual(["first", "second", "third"]);
    expect(pairs.pairs.map(({ left }: { left: string }) => left)).toEqual(["cat", "dog"]);
    expect(pairs.pairs.map(({ right }: { right: string }) => right).toSorted()).toEqual(["meow", "woof"]);
    expect(await look()).toEqual(await look());
  });

  test("an isCorrect that the client claims is dropped", async () => {
    const id = await newCourse("Claims");
    await learner.data(ENROL, { id });
    const { tests } = await courseAs(learner, id);
    const { answer } = responder(learner, id, tests[0], "Test");
    expect(
      (await answer(tests[0].tests[0].id, { type: "Multiple Choice", userSelections: ["Skiddaw"], isCorrect: true }))
        .isCorrect,
    ).toBe(false);
  });
});

describe("what the server refuses", () => {
  test("work in a course that one is not enrolled in is not found", async () => {
    const id = await newCourse("Not enrolled");
    const { videos } = await courseAs(learner, id);
    expect((await responder(learner, id, videos[0], "Video").complete()).errors?.[0]?.extensions.code).toBe(
      "NOT_FOUND",
    );
  });

  test("a draft is unknown to learners", async () => {
    const id = await newCourse("Draft", { status: "draft" });
    expect(await learner.refusal(COURSE, { id })).toBe("NOT_FOUND");
    expect(await learner.refusal(ENROL, { id })).toBe("NOT_FOUND");
  });

  test("a course whose prerequisite is open cannot be started, in the stated words", async () => {
    const first = await newCourse("First");
    const second = await newCourse("Second", { learning_path: [first] });
    const { errors } = await learner.query(ENROL, { id: second });
    expect(errors?.[0]?.message).toBe("Please complete prerequisite courses before starting this course.");
  });

  test("a full course, one that is not open yet and one that is over refuse, and say so", async () => {
    const full = await newCourse("Full", { capacity: 1 });
    await learner.data(ENROL, { id: full });
    const other = await server.as("wei.chen@demo.test");
    const reason = async (id: number) => (await other.query(ENROL, { id })).errors?.[0]?.message;
    expect(await reason(full)).toBe("This course is full.");
    expect(await reason(await newCourse("Later", { start_date: "2999-01-31" }))).toBe(
      "This course opens on 31 January 2999.",
    );
    expect(await reason(await newCourse("Over", { end_date: "2001-01-31" }))).toBe(
      "This course closed on 31 January 2001.",
    );
  });

  test("two people cannot take the last place at once", async () => {
    const id = await newCourse("Last place", { capacity: 1 });
    const people = await Promise.all(
      ["wei.chen@demo.test", "linh.nguyen@demo.test", "diego.fernandez@demo.test"].map((email) => server.as(email)),
    );
    const outcomes = await Promise.all(people.map((person) => person.refusal(ENROL, { id })));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  });

  test("a response that cannot be read, of an unknown kind, or of another unit's question is refused in words", async () => {
    const id = await newCourse("Bad input");
    await learner.data(ENROL, { id });
    const { videos, tests } = await courseAs(learner, id);
    const input = {
      course_id: id,
      unit_id: videos[0].id,
      unit_type: "Video",
      input_type: "question",
      input_key: String(tests[0].tests[0].id),
      response: "{}",
    };
    for (const bad of [
      {},
      { input_type: "magic" },
      { input_key: "x" },
      { response: "not json", input_type: "time" },
      { unit_type: "Test", input_type: "time" },
    ]) {
      expect(await learner.refusal(RESPOND, { input: { ...input, ...bad } })).toBe("VALIDATION");
    }
  });
});

describe("progress", () => {
  test("a course with all its units, questions and answers is read in four statements", async () => {
    const id = await server.courseId("Safeguarding essentials");
    const before = server.platform.database.statements;
    await learner.data(COURSE, { id });
    expect(server.platform.database.statements - before).toBeLessThanOrEqual(1 + 4);
  });

  const PROGRESS = `query ($userId: Int) { userProgress(userId: $userId) { totalCourses completedCourses inProgressCourses notStartedCourses averageCompletionRate
    courses(limit: 3) { id title completionPercentage unitsCompleted totalUnits units { contents { id is_complete } tests { id } } } unenrolledCourses(limit: 3) { id title } } }`;

  test("the figures add up, and three courses are shown", async () => {
    const { userProgress: progress } = await learner.data(PROGRESS);
    expect(progress.completedCourses + progress.inProgressCourses + progress.notStartedCourses).toBe(
      progress.totalCourses,
    );
    expect(progress.courses).toHaveLength(3);
  });

  test("a learner cannot read somebody else's, a manager can, within the instance", async () => {
    const userId = await server.userId("wei.chen@demo.test");
    expect(await learner.refusal(PROGRESS, { userId })).toBe("FORBIDDEN");
    const manager = await server.as("manager@demo.test");
    expect((await manager.data(PROGRESS, { userId })).userProgress.totalCourses).toBeGreaterThan(0);
    expect(await manager.refusal(PROGRESS, { userId: await server.userId("learner@riverside.test") })).toBe(
      "NOT_FOUND",
    );
  });

  test("the whole dashboard of a learner takes three statements after signing in", async () => {
    const { database } = server.platform;
    await learner.data(PROGRESS.replace(/units \{.*?\} \} /, ""));
    const before = database.statements;
    await learner.data(`{ userProgress { totalCourses courses(limit: 3) { id } unenrolledCourses(limit: 3) { id } } }`);
    expect(database.statements - before).toBe(3);
  });

  test("a course stays complete when its author adds a unit", async () => {
    const id = await newCourse("Grows", { content: [], test_units: [], tests: [] });
    await learner.data(ENROL, { id });
    const { videos } = await courseAs(learner, id);
    await responder(learner, id, videos[0], "Video").complete();
    const input = {
      id,
      title: "Grows",
      description: "More",
      videos: [{ id: videos[0].id, unit_order: 1, title: "Watch", youtube_link: "https://youtu.be/dQw4w9WgXcQ" }],
      contents: [{ unit_order: 2, title: "New", content: '{"ops":[{"insert":"new\\n"}]}' }],
    };
    await author.data(EDIT, { input });
    expect(await courseAs(learner, id)).toMatchObject({ is_complete: true, progress: 50 });
  });

  test("a course becomes complete for those who have done all that is left when a unit is taken out", async () => {
    const id = await newCourse("Shrinks");
    await learner.data(ENROL, { id });
    const course = await courseAs(learner, id);
    await responder(learner, id, course.videos[0], "Video").complete();
    expect(await courseAs(learner, id)).toMatchObject({ is_complete: false, progress: 33 });
    const input = {
      id,
      title: "Shrinks",
      description: "Less",
      videos: [
        { id: course.videos[0].id, unit_order: 1, title: "Watch", youtube_link: "https://youtu.be/dQw4w9WgXcQ" },
      ],
    };
    await author.data(EDIT, { input });
    expect(await courseAs(learner, id)).toMatchObject({ is_complete: true, progress: 100 });
    const told = await server.inside("demo", (db, instanceId) =>
      db
        .selectFrom("activity")
        .select("kind")
        .where("instance_id", "=", instanceId)
        .where("course_id", "=", id)
        .execute(),
    );
    expect(told.filter(({ kind }) => kind === "course_completed")).toHaveLength(1);
  });

  test("the count of complete units stays right while a course is saved and people complete it at the same time", async () => {
    const id = await newCourse("Saved while taken", { content: [], test_units: [], tests: [] });
    const people = await Promise.all(
      ["wei.chen@demo.test", "linh.nguyen@demo.test", "diego.fernandez@demo.test", "rhys.morgan@demo.test"].map(
        (email) => server.as(email),
      ),
    );
    for (const person of people) await person.data(ENROL, { id });
    const { videos } = await courseAs(learner, id);
    const video = { id: videos[0].id, unit_order: 1, title: "Watch", youtube_link: "https://youtu.be/dQw4w9WgXcQ" };
    const input = { id, title: "Saved", description: "x", videos: [video] };
    const [completed] = await Promise.all([
      Promise.all(people.map((person) => responder(person, id, videos[0], "Video").complete())),
      ...Array.from({ length: 4 }, () => author.query(EDIT, { input })),
    ]);
    expect(completed.flatMap(({ errors = [] }) => errors)).toEqual([]);
    const counts = await server.inside("demo", (db, instanceId) =>
      db
        .selectFrom("enrolments")
        .select("units_completed")
        .where("instance_id", "=", instanceId)
        .where("course_id", "=", id)
        .execute(),
    );
    expect(counts).toEqual(people.map(() => ({ units_completed: 1 })));
  });
});
