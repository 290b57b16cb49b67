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

/** Sets the last heartbeat of this unit to this many seconds ago. */
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
    heartbeat: (timeSpent: number) =>
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
  test("is complete after the learner starts, waits, answers, and completes the last unit", async () => {
    const id = await newCourse("From start to finish");
    await learner.data(ENROL, { id });
    const course = await courseAs(learner, id);
    expect(course).toMatchObject({ is_enrolled: true, progress: 0, is_complete: false });

    const reading = responder(learner, id, course.contents[0], "Content");
    await reading.heartbeat(0);
    expect((await reading.complete()).errors?.[0]).toMatchObject({
      message: "You must wait until the time is up before proceeding.",
      extensions: { code: "CONFLICT" },
    });
    await contactAgo(course.contents[0].id, 6);
    await reading.heartbeat(6);
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
    expect((await testing.complete()).errors?.[0]?.message).toMatch(/^You answered one or more questions incorrectly/);
    await testing.answer(questions[0]!.id, ANSWERS[0]!);
    expect((await testing.complete()).data.markUnitComplete).toMatchObject({ progress: 100, course_complete: true });
    expect(await courseAs(learner, id)).toMatchObject({ progress: 100, is_complete: true });
  });

  test("counts a unit once that is completed twice, also in two tabs at once", async () => {
    const id = await newCourse("Counted once");
    await learner.data(ENROL, { id });
    const { videos } = await courseAs(learner, id);
    const { complete } = responder(learner, id, videos[0], "Video");
    await Promise.all([complete(), complete(), complete()]);
    expect((await courseAs(learner, id)).progress).toBe(33);
  });
});

describe("learning time", () => {
  test("is credited by the server's clock, whatever a heartbeat claims", async () => {
    const id = await newCourse("Clocks");
    await learner.data(ENROL, { id });
    const { contents } = await courseAs(learner, id);
    const { heartbeat } = responder(learner, id, contents[0], "Content");
    await heartbeat(9_999);
    await heartbeat(9_999);
    expect((await courseAs(learner, id)).contents[0].time_spent).toBe(0);
    await contactAgo(contents[0].id, 3);
    await heartbeat(9_999);
    expect((await courseAs(learner, id)).contents[0].time_spent).toBe(3);
  });

  test("counts only what the page claims while it is hidden", async () => {
    const id = await newCourse("Hidden page");
    await learner.data(ENROL, { id });
    const { contents } = await courseAs(learner, id);
    const { heartbeat } = responder(learner, id, contents[0], "Content");
    await heartbeat(0);
    await contactAgo(contents[0].id, 3_600);
    await heartbeat(2);
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

  test("is absent from a learner's course and complete in an author's", async () => {
    const id = await newCourse("Key");
    await learner.data(ENROL, { id });
    for (const question of (await courseAs(learner, id)).tests[0].tests)
      expect(keyWords(question)).toEqual({ checked: [], rules: [], points: null });
    const [choice, , , pairs, free] = (await courseAs(author, id)).tests[0].tests;
    expect(choice.options.map((option: { checked: boolean }) => option.checked)).toEqual([true, false, true]);
    expect(pairs.pairs).toEqual(QUESTIONS[3]!.pairs);
    expect(free).toMatchObject({ required_points: 2, rules: [{ word: "safe", points: 2 }] });
  });

  test("is absent from a manager's course", async () => {
    const id = await newCourse("Key and manager");
    const manager = await server.as("manager@demo.test");
    await manager.data(ENROL, { id });
    for (const question of (await courseAs(manager, id)).tests[0].tests)
      expect(keyWords(question)).toEqual({ checked: [], rules: [], points: null });
  });

  test("is not revealed by order: three entries come in another order, two in any, the same every time", async () => {
    const id = await newCourse("Order");
    await learner.data(ENROL, { id });
    const look = async () => (await courseAs(learner, id)).tests[0].tests;
    const [, , ordering, pairs] = await look();
    expect(ordering.options.map((option: { text: string }) => option.text)).not.toEqual(["first", "second", "third"]);
    expect(pairs.pairs.map(({ left }: { left: string }) => left)).toEqual(["cat", "dog"]);
    expect(pairs.pairs.map(({ right }: { right: string }) => right).toSorted()).toEqual(["meow", "woof"]);
    expect(await look()).toEqual(await look());
  });

  test("ignores an isCorrect that the client claims", async () => {
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

describe("the server refuses", () => {
  test("work in a course without an enrolment as not found", async () => {
    const id = await newCourse("Not enrolled");
    const { videos } = await courseAs(learner, id);
    expect((await responder(learner, id, videos[0], "Video").complete()).errors?.[0]?.extensions.code).toBe(
      "NOT_FOUND",
    );
  });

  test("a draft as not found for learners", async () => {
    const id = await newCourse("Draft", { status: "draft" });
    expect(await learner.refusal(COURSE, { id })).toBe("NOT_FOUND");
    expect(await learner.refusal(ENROL, { id })).toBe("NOT_FOUND");
  });

  test("to start a course with an open prerequisite, with the specified text", async () => {
    const first = await newCourse("First");
    const second = await newCourse("Second", { learning_path: [first] });
    const { errors } = await learner.query(ENROL, { id: second });
    expect(errors?.[0]?.message).toBe("Please complete prerequisite courses before starting this course.");
  });

  test("a full course, one that is not open yet and one that is over, with the reason", async () => {
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

  test("a learner while another takes the last place", async () => {
    const id = await newCourse("Being taken", { capacity: 1 });
    const user_id = await server.userId("wei.chen@demo.test");
    const other = await server.as("linh.nguyen@demo.test");
    let answer: Promise<string | null> | undefined;
    await server.inside("demo", async (db, instance_id) => {
      await db
        .selectFrom("courses")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("id", "=", id)
        .forNoKeyUpdate()
        .execute();
      await db.insertInto("enrolments").values({ instance_id, user_id, course_id: id }).execute();
      answer = other.refusal(ENROL, { id });
      await Promise.race([answer, expect.poll(server.countWaiting).toBeGreaterThan(0)]);
    });
    expect(await answer!).toBe("CONFLICT");
  });

  test("the second of two learners who take the last place at once", async () => {
    const id = await newCourse("Last place", { capacity: 1 });
    const people = await Promise.all(
      ["wei.chen@demo.test", "linh.nguyen@demo.test", "diego.fernandez@demo.test"].map((email) => server.as(email)),
    );
    const outcomes = await Promise.all(people.map((person) => person.refusal(ENROL, { id })));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  });

  test("a response that is unreadable, of an unknown kind, or for another unit's question, with a clear error", async () => {
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
  test("of a course with all its units, questions and answers is read in four statements", async () => {
    const id = await server.courseId("Safeguarding essentials");
    const before = server.platform.database.statements;
    await learner.data(COURSE, { id });
    expect(server.platform.database.statements - before).toBeLessThanOrEqual(1 + 4);
  });

  const PROGRESS = `query ($userId: Int) { userProgress(userId: $userId) { totalCourses completedCourses inProgressCourses notStartedCourses averageCompletionRate
    courses(limit: 3) { id title completionPercentage unitsCompleted totalUnits units { contents { id is_complete } tests { id } } } unenrolledCourses(limit: 3) { id title } } }`;

  test("has consistent figures for three courses", async () => {
    const { userProgress: progress } = await learner.data(PROGRESS);
    expect(progress.completedCourses + progress.inProgressCourses + progress.notStartedCourses).toBe(
      progress.totalCourses,
    );
    expect(progress.courses).toHaveLength(3);
  });

  test("of another user can be read by managers of the instance, and not by learners", async () => {
    const userId = await server.userId("wei.chen@demo.test");
    expect(await learner.refusal(PROGRESS, { userId })).toBe("FORBIDDEN");
    const manager = await server.as("manager@demo.test");
    expect((await manager.data(PROGRESS, { userId })).userProgress.totalCourses).toBeGreaterThan(0);
    expect(await manager.refusal(PROGRESS, { userId: await server.userId("learner@riverside.test") })).toBe(
      "NOT_FOUND",
    );
  });

  test("on a learner's dashboard takes three statements after sign-in", async () => {
    const { database } = server.platform;
    await learner.data(PROGRESS.replace(/units \{.*?\} \} /, ""));
    const before = database.statements;
    await learner.data(`{ userProgress { totalCourses courses(limit: 3) { id } unenrolledCourses(limit: 3) { id } } }`);
    expect(database.statements - before).toBe(3);
  });

  test("stays complete when the course's author adds a unit", async () => {
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

  test("becomes complete for learners who did everything that is left when a unit is removed", async () => {
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
    const notices = await server.inside("demo", (db, instanceId) =>
      db
        .selectFrom("activity")
        .select("kind")
        .where("instance_id", "=", instanceId)
        .where("course_id", "=", id)
        .execute(),
    );
    expect(notices.filter(({ kind }) => kind === "course_completed")).toHaveLength(1);
  });

  test("counts complete units correctly when a course is saved and completed at the same time", async () => {
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
