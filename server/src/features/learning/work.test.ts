import { afterAll, describe, expect, test } from "vitest";
import { withActor } from "../../access/with-actor.ts";
import { startClass, VISIT } from "../../testing/server.ts";
import { recordWork } from "./work.service.ts";
import { ANSWERS, CREATE, delta, QUESTIONS, smallCourse } from "../courses/course.testdata.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const OPEN = `query ($id: Int!, $order: Int, $starts: Boolean, $preview: Boolean) { course(id: $id, asLearner: true, preview: $preview) {
  id title attempt last_unit_id prerequisites { id is_complete }
  units { id title typename unit_order is_complete time_limit time_spent has_questions }
  openedUnit(order: $order, starts: $starts) { is_started ...Opened next { ...Opened } } } } ${fragment()}`;
const NEXT = `query ($id: Int!, $unit_id: Int!) { course(id: $id, asLearner: true) { openedUnit(unit_id: $unit_id) { ...Opened } } } ${fragment()}`;
const RECORD = `mutation ($input: WorkInput!) { recordWork(input: $input) {
  time_spent answers { question_id response problem } refusal
  completion { is_complete unit_id progress course_complete } } }`;
const RECORD_AND_READ = `mutation ($input: WorkInput!, $ahead: Int!) { recordWork(input: $input) {
  completion { course_complete } refusal unit(id: $ahead) { ...Opened } } } ${fragment()}`;

function fragment(): string {
  return `fragment Opened on OpenedUnit {
    responses { unit_id input_type input_key response }
    unit { __typename id title tests { id type question options { text checked } } ... on Content { content } } }`;
}

async function startCourse(title: string, extra: object = {}): Promise<number> {
  const { id } = (await author.data(CREATE, smallCourse(title, extra))).createCourse;
  await learner.data(ENROL, { id });
  return id;
}

const open = async (id: number, order?: number) => (await learner.data(OPEN, { id, order })).course;
const start = async (id: number, order: number) => (await learner.data(OPEN, { id, order, starts: true })).course;
const record = async (input: object) => (await learner.data(RECORD, { input })).recordWork;

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const before = server.platform.database.statements;
  await work();
  return server.platform.database.statements - before;
}

/** Sets the last heartbeats of the learner in this course to this many seconds ago. */
async function moveContacts(courseId: number, seconds: number) {
  await server.inside("demo", (db, id) =>
    db
      .updateTable("unit_progress")
      .set({ last_contact_at: new Date(Date.now() - seconds * 1000) })
      .where("instance_id", "=", id)
      .where("course_id", "=", courseId)
      .execute(),
  );
}

describe("opening the player", () => {
  test("sends the outline and the content of two units only", async () => {
    const content = Array.from({ length: 20 }, (_, n) => ({
      unit_order: n + 4,
      title: `Lesson ${n}`,
      content: delta(`Text of lesson ${n}. `.repeat(170)),
    }));
    const id = await startCourse("Twenty lessons", { content });
    const course = await open(id, 4);
    expect(course.openedUnit.unit).toMatchObject({ title: "Lesson 1", content: content[1]!.content });
    expect(course.units).toHaveLength(22);
    const text = JSON.stringify(course);
    expect(text).not.toContain("Text of lesson 0");
    expect(text).toContain("Text of lesson 2");
    expect(text).not.toContain("Text of lesson 3");
    expect(text).not.toContain("Which are rivers?");
    expect(text.length).toBeLessThan(12_000);
  });

  test("sends the unit after the opened one, and none after the last", async () => {
    const id = await startCourse("Followed");
    const { units, openedUnit } = await open(id, 1);
    expect(openedUnit.next.unit.id).toBe(units[1].id);
    expect((await open(id, units.length)).openedUnit).toMatchObject({ unit: { id: units.at(-1).id }, next: null });
  });

  test("sends a question without its answer key", async () => {
    const { openedUnit } = await open(await startCourse("Keys"), 3);
    const tests = openedUnit.unit.tests as { options: { checked: boolean | null }[] }[];
    expect(tests.flatMap(({ options }) => options.map(({ checked }) => checked))).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });

  test("continues with the unit that was opened last, and after it with the first incomplete one", async () => {
    const id = await startCourse("Continued");
    const { units, openedUnit } = await open(id);
    expect(openedUnit.unit.id).toBe(units[0].id);
    await record({ course_id: id, unit_id: units[1].id, unit_type: "Video", time_spent: 0 });
    expect((await open(id)).openedUnit.unit.id).toBe(units[1].id);
    await record({ course_id: id, unit_id: units[1].id, unit_type: "Video", time_spent: 0, completes: true });
    expect((await open(id)).openedUnit.unit.id).toBe(units[2].id);
    expect((await open(id, 99)).openedUnit.unit.id).toBe(units[0].id);
  });

  test("shows no content before the learner has started the course", async () => {
    const { id } = (await author.data(CREATE, smallCourse("Not started"))).createCourse;
    const { openedUnit } = await open(id, 1);
    expect(openedUnit.unit.content).toBeNull();
    expect((await open(id, 3)).openedUnit.unit.tests).toEqual([]);
  });

  test("starts the clock of the unit that the learner works in, and leaves one that is running", async () => {
    const id = await startCourse("Started with it");
    const { units, openedUnit } = await start(id, 2);
    expect(openedUnit.is_started).toBe(true);
    expect((await open(id)).last_unit_id).toBe(units[1].id);
    const video = { course_id: id, unit_id: units[1].id, unit_type: "Video" };
    await moveContacts(id, 20);
    await start(id, 2);
    expect((await record({ ...video, time_spent: 50 })).time_spent).toBe(20);
    await moveContacts(id, 60);
    await start(id, 2);
    expect((await record({ ...video, time_spent: 50 })).time_spent).toBe(20);
  });

  test("starts no clock where the learner may not work", async () => {
    const { id } = (await author.data(CREATE, smallCourse("Not enrolled"))).createCourse;
    expect((await start(id, 1)).openedUnit.is_started).toBe(false);
    const closed = await startCourse("Closed meanwhile");
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("courses")
        .set({ end_date: "2020-01-01" })
        .where("instance_id", "=", instance)
        .where("id", "=", closed)
        .execute(),
    );
    expect((await start(closed, 1)).openedUnit.is_started).toBe(false);
    const preview = await author.data(OPEN, { id: closed, order: 1, starts: true, preview: true });
    expect(preview.course.openedUnit.is_started).toBe(false);
    expect((await open(closed)).last_unit_id).toBeNull();
  });

  test("finds no unit of another course", async () => {
    const [here, other] = [await startCourse("Here"), await startCourse("Elsewhere")];
    const { units } = await open(other);
    const { course } = await learner.data(NEXT, { id: here, unit_id: units[0].id });
    expect(course.openedUnit).toBeNull();
  });

  test("shows an author's preview untouched", async () => {
    const id = await startCourse("Previewed");
    const { course } = await author.data(OPEN, { id, order: 3, preview: true });
    expect(course.openedUnit.responses).toEqual([]);
    expect(course.openedUnit.unit.tests).toHaveLength(QUESTIONS.length);
  });

  test("returns the learner's responses in the opened unit alone", async () => {
    const id = await startCourse("Responses");
    const { units, openedUnit } = await open(id, 3);
    const [question] = openedUnit.unit.tests;
    const answers = [{ question_id: question.id, response: JSON.stringify(ANSWERS[0]) }];
    await record({ course_id: id, unit_id: units[2].id, unit_type: "Test", time_spent: 0, answers });
    expect((await open(id, 3)).openedUnit.responses).toMatchObject([
      { input_type: "question", input_key: String(question.id) },
    ]);
    expect((await open(id, 2)).openedUnit.responses).toEqual([]);
  });
});

describe("recording work", () => {
  test("opens, completes and reads ahead with seven statements, and reports time with three", async () => {
    const id = await startCourse("Counted");
    const { units } = await open(id);
    const [reading, video, check] = units;
    const opening = await countStatements(() => open(id, 2));
    const prefetching = await countStatements(() => learner.data(NEXT, { id, unit_id: video.id }));
    const work = { course_id: id, unit_id: video.id, unit_type: "Video", time_spent: 0 };
    const heartbeat = await countStatements(() => record(work));
    const input = { ...work, completes: true, opens: check.id };
    const completing = await countStatements(() => learner.data(RECORD_AND_READ, { input, ahead: reading.id }));
    // BEGIN and COMMIT are not counted.
    expect({ opening, prefetching, heartbeat, completing }).toEqual({
      opening: 4,
      prefetching: 3,
      heartbeat: 3,
      completing: 7,
    });
    const starting = await countStatements(() => learner.data(OPEN, { id, order: 1, starts: true }));
    expect(starting).toBe(5);
  });

  test("reads another unit of the course with the completion, and undoes nothing when it cannot", async () => {
    const [id, other] = [await startCourse("Read ahead"), await startCourse("Not read ahead")];
    const { units } = await open(id);
    const work = { course_id: id, unit_id: units[1].id, unit_type: "Video", time_spent: 0, completes: true };
    const ahead = (input: object, unit: number) => learner.data(RECORD_AND_READ, { input, ahead: unit });
    const { recordWork: done } = await ahead(work, units[2].id);
    expect(done.unit.unit.tests).toHaveLength(QUESTIONS.length);
    expect(done.unit.unit.tests[0].options.map(({ checked }: { checked: boolean | null }) => checked)).toContain(null);
    // An author who takes the course gets no answer key either.
    await author.data(ENROL, { id });
    const { recordWork: theirs } = await author.data(RECORD_AND_READ, { input: work, ahead: units[2].id });
    expect(theirs.unit.unit.tests[0].options.map(({ checked }: { checked: boolean | null }) => checked)).toEqual([
      null,
      null,
      null,
    ]);
    const foreign = (await open(other)).units[0].id;
    const { recordWork: again } = await ahead(work, foreign);
    expect(again).toMatchObject({ unit: null, completion: { course_complete: false } });
    expect((await open(id)).units[1].is_complete).toBe(true);
  });

  test("reads no other unit of a course that was deleted meanwhile, and fails with any other error", async () => {
    const id = await startCourse("Deleted meanwhile");
    const { units } = await open(id);
    const work = { course_id: id, unit_id: units[1].id, unit_type: "Video", time_spent: 0, answers: [], opens: null };
    await withActor(server.platform, VISIT, learner.token, async (actor) => {
      const { readUnit } = await recordWork(actor, { ...work, completes: true });
      expect(await readUnit(units[2].id)).not.toBeNull();
      const { db, instanceId } = await actor.reach("learn");
      const courses = db.updateTable("courses").where("instance_id", "=", instanceId).where("id", "=", id);
      await courses.set({ deleted_at: new Date() }).execute();
      expect(await readUnit(units[2].id)).toBeNull();
      await courses.set({ deleted_at: null }).execute();
    });
    const failing = withActor(server.platform, VISIT, learner.token, async (actor) => {
      const { readUnit } = await recordWork(actor, { ...work, completes: false });
      await readUnit("none" as never);
    });
    await expect(failing).rejects.toThrow("invalid input syntax");
  });

  test("counts a unit once that is completed many times at once", async () => {
    const id = await startCourse("Many tabs");
    const { units } = await open(id);
    const work = { course_id: id, unit_id: units[1].id, unit_type: "Video", time_spent: 0, completes: true };
    const done = await Promise.all(Array.from({ length: 8 }, () => record({ ...work, opens: units[2].id })));
    expect(new Set(done.map(({ completion }) => completion.progress))).toEqual(new Set([33]));
    const entries = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("activity")
        .select("id")
        .where("instance_id", "=", instance)
        .where("unit_id", "=", units[1].id)
        .where("kind", "=", "unit_completed")
        .execute(),
    );
    expect(entries).toHaveLength(1);
  });

  test("completes a unit that the client says it opens next", async () => {
    const id = await startCourse("Itself next");
    const video = (await open(id)).units[1];
    const work = { course_id: id, unit_id: video.id, unit_type: "Video", time_spent: 0, completes: true };
    expect((await record({ ...work, opens: video.id })).completion.is_complete).toBe(true);
  });

  test("stores answers, completes the unit and starts the next one's clock in one request", async () => {
    const id = await startCourse("At once");
    const { units, openedUnit } = await open(id, 3);
    const [reading, , check] = units;
    const answers = openedUnit.unit.tests.map(({ id: question_id, type }: { id: number; type: string }) => ({
      question_id,
      response: JSON.stringify(ANSWERS.find((answer) => answer.type === type)),
    }));
    const input = { course_id: id, unit_id: check.id, unit_type: "TestUnitType", time_spent: 3, completes: true };
    const done = await record({ ...input, answers, opens: reading.id });
    expect(done.answers.map(({ response }: { response: string }) => JSON.parse(response).isCorrect)).toEqual(
      answers.map(() => true),
    );
    expect(done).toMatchObject({ refusal: null, completion: { is_complete: true, unit_id: check.id } });
    expect((await open(id)).last_unit_id).toBe(reading.id);
    await moveContacts(id, 20);
    const later = await record({ course_id: id, unit_id: reading.id, unit_type: "Content", time_spent: 7 });
    expect(later.time_spent).toBe(7);
  });

  test("keeps time and answers when the completion is refused, and starts no other clock", async () => {
    const id = await startCourse("Refused");
    const { units, openedUnit } = await open(id, 3);
    const [reading, , check] = units;
    const [question, second] = openedUnit.unit.tests;
    const answers = [
      { question_id: question.id, response: JSON.stringify({ userSelections: ["Skiddaw"] }) },
      { question_id: 2_000_000_000, response: "{}" },
      { question_id: second.id, response: "no JSON" },
    ];
    const input = { course_id: id, unit_id: check.id, unit_type: "Test", time_spent: 0, answers, completes: true };
    const done = await record({ ...input, opens: reading.id });
    expect(done).toMatchObject({
      completion: null,
      refusal: "Please complete all tests before proceeding.",
      answers: [
        { problem: null },
        { response: null, problem: "This is not a question of the unit." },
        { response: null, problem: expect.any(String) },
      ],
    });
    expect((await open(id, 3)).openedUnit.responses).toHaveLength(1);
    expect((await open(id)).last_unit_id).toBe(check.id);
  });

  test("takes at most 200 answers at once", async () => {
    const id = await startCourse("Many answers");
    const check = (await open(id)).units[2];
    const send = (count: number) => {
      const answers = Array.from({ length: count }, () => ({ question_id: 2_000_000_000, response: "{}" }));
      const input = { course_id: id, unit_id: check.id, unit_type: "Test", time_spent: 0, answers };
      return learner.refusal(RECORD, { input });
    };
    expect([await send(200), await send(201)]).toEqual([null, "VALIDATION"]);
  });

  test("credits no more time than has passed, and completes a timed unit once its time is up", async () => {
    const id = await startCourse("Timed");
    const { units } = await open(id);
    const [reading] = units;
    const input = { course_id: id, unit_id: reading.id, unit_type: "Content", time_spent: 4_000, completes: true };
    expect(await record(input)).toMatchObject({
      time_spent: 0,
      completion: null,
      refusal: "You must wait until the time is up before proceeding.",
    });
    await moveContacts(id, 6);
    expect(await record(input)).toMatchObject({ time_spent: 6, completion: { is_complete: true } });
    const [response, ...others] = (await open(id, 1)).openedUnit.responses;
    expect([response.input_type, others]).toEqual(["CompletionWithNoTest", []]);
    expect(JSON.parse(response.response)).toMatchObject({ timeSpent: 6, isCorrect: true });
  });

  test("refuses a unit of another course, a closed course and a learner who has not started it", async () => {
    const { id } = (await author.data(CREATE, smallCourse("Strange"))).createCourse;
    const { units } = (await author.data(OPEN, { id })).course;
    const input = { course_id: id, unit_id: units[1].id, unit_type: "Video", time_spent: 0, completes: true };
    expect((await learner.query(RECORD, { input })).errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
    const closed = await startCourse("Closed later");
    const unit = (await open(closed)).units[1];
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("courses")
        .set({ end_date: "2020-01-01" })
        .where("instance_id", "=", instance)
        .where("id", "=", closed)
        .execute(),
    );
    const late = { ...input, course_id: closed, unit_id: unit.id };
    expect((await learner.query(RECORD, { input: late })).errors).toMatchObject([{ extensions: { code: "CONFLICT" } }]);
  });

  test("ignores a next unit of another course", async () => {
    const [id, other] = [await startCourse("One course"), await startCourse("Another course")];
    const video = (await open(id)).units[1];
    const foreign = (await open(other)).units[0];
    const input = { course_id: id, unit_id: video.id, unit_type: "Video", time_spent: 0, completes: true };
    expect((await record({ ...input, opens: foreign.id })).completion.is_complete).toBe(true);
    expect((await open(id)).last_unit_id).toBe(video.id);
    expect((await open(other)).last_unit_id).toBeNull();
  });
});
