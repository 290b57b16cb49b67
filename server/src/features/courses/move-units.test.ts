import { afterAll, describe, expect, test } from "vitest";
import { createPicture } from "../../testing/course-rows.ts";
import { startArchives } from "../../testing/archives.ts";
import { delta } from "./course.testdata.ts";

const CREATE = `mutation ($title: String!, $status: String, $content: [ContentUnitInput!], $test_units: [TestUnitInput!], $tests: [QuestionInput!], $branchUrl: String) {
  createCourse(title: $title, description: "d", status: $status, content: $content, test_units: $test_units, tests: $tests, branchUrl: $branchUrl) { id } }`;
const COURSE = `query ($id: Int!) { course(id: $id) { version units { id title } tests { id tests { id question media { file } } } } }`;
const MOVE = `mutation ($from: Int!, $ids: [Int!]!, $version: Int!, $to: Int!, $branchUrl: String) {
  moveUnits(course_id: $from, unit_ids: $ids, version: $version, to_course_id: $to, branchUrl: $branchUrl) {
    course_id title version unit_ids from_version learners } }`;
const UNDO = `mutation ($from: Int!, $ids: [Int!]!, $version: Int!, $to: Int!, $moved: [Int!]!, $toVersion: Int!, $branchUrl: String) {
  undoMoveUnits(course_id: $from, unit_ids: $ids, version: $version, to_course_id: $to, moved_unit_ids: $moved, to_version: $toVersion, branchUrl: $branchUrl) { id version } }`;

const { server, author, upload } = await startArchives();
const learner = await server.as("learner@demo.test");
afterAll(() => server.close());

const read = async (id: number) => (await author.data(COURSE, { id })).course;
const titles = async (id: number) => ((await read(id)).units as { title: string }[]).map(({ title }) => title);
const create = async (title: string, units: string[], more: object = {}) =>
  (
    await author.data(CREATE, {
      title,
      status: "published",
      content: units.map((each, at) => ({ unit_order: at + 1, title: each, content: delta("Words.") })),
      ...more,
    })
  ).createCourse.id as number;
/** Creates two courses, and what is needed to move the last unit of the first one. */
async function pair(title: string, more: object = {}) {
  const from = await create(title, ["Stays", "Moves"], more);
  const to = await create(`${title}, target`, ["There"]);
  const { version, units } = await read(from);
  return { from, to, version, ids: [units.at(-1).id as number] };
}
const move = async (given: Awaited<ReturnType<typeof pair>>) => {
  const { moveUnits } = await author.data(MOVE, given);
  const undo = { ...given, version: moveUnits.from_version, moved: moveUnits.unit_ids, toVersion: moveUnits.version };
  return { moveUnits, undo };
};
const enrol = (course_id: number) =>
  learner.data(`mutation { courseEnrollment(input: { course_id: ${course_id} }) { id } }`);
const complete = (course_id: number, unit_id: number) =>
  learner.data(
    `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete course_complete } }`,
    { input: { course_id, unit_id, unit_type: "Content" } },
  );
const progress = async (id: number) =>
  (await learner.data(`query ($id: Int!) { course(id: $id) { progress units { id is_complete } } }`, { id })).course;

describe("moveUnits", () => {
  test("takes a unit with its questions and their pictures out of one course and appends it to another", async () => {
    const file = await upload(author, "image", "rope.jpg", await createPicture());
    const question = {
      type: "Essay",
      question: "Why?",
      media: [{ kind: "picture", file, alt: "A rope" }],
      unit_order: 3,
    };
    const given = await pair("With a test", { test_units: [{ unit_order: 3, title: "Check" }], tests: [question] });
    const { moveUnits } = await move(given);
    expect(moveUnits).toMatchObject({ course_id: given.to, title: "With a test, target", learners: 0 });
    expect(await titles(given.from)).toEqual(["Stays", "Moves"]);
    expect(await titles(given.to)).toEqual(["There", "Check"]);
    const [test] = (await read(given.to)).tests;
    expect(test.tests).toMatchObject([{ question: "Why?" }]);
    await enrol(given.to);
    const seen = await learner.data(
      `query ($id: Int!, $unit: Int!) { course(id: $id, asLearner: true) { openedUnit(unit_id: $unit) { unit { tests { media { file } } } } } }`,
      { id: given.to, unit: test.id },
    );
    const address = seen.course.openedUnit.unit.tests[0]?.media[0].file ?? test.tests[0].media[0].file;
    const picture = await server.app.inject({ url: address, headers: { host: "demo.localhost" } });
    expect(picture.statusCode).toBe(200);
  });

  test("leaves progress behind, counts who loses it, and brings it back when it is undone", async () => {
    const given = await pair("With progress");
    await enrol(given.from);
    await enrol(given.to);
    await complete(given.from, given.ids[0]!);
    expect((await progress(given.from)).progress).toBe(50);
    const { moveUnits, undo } = await move(given);
    expect(moveUnits.learners).toBe(1);
    expect((await progress(given.from)).progress).toBe(0);
    expect(await progress(given.to)).toMatchObject({
      progress: 0,
      units: [{ is_complete: false }, { is_complete: false }],
    });
    expect((await author.data(UNDO, undo)).undoMoveUnits).toEqual({ id: given.from, version: undo.version + 1 });
    expect((await progress(given.from)).progress).toBe(50);
    expect(await titles(given.from)).toEqual(["Stays", "Moves"]);
    expect(await titles(given.to)).toEqual(["There"]);
  });

  test("is refused with an older version of the course, and leaves nothing in the other one", async () => {
    const given = await pair("Saved since");
    expect(await author.refusal(MOVE, { ...given, version: given.version + 1 })).toBe("CONFLICT");
    expect(await titles(given.to)).toEqual(["There"]);
    expect(await author.refusal(MOVE, { ...given, ids: [] })).toBe("VALIDATION");
    expect(await author.refusal(MOVE, { ...given, to: given.from })).toBe("VALIDATION");
  });

  test("happens once when two authors move the same unit at once", async () => {
    const given = await pair("Twice");
    const results = await Promise.all([author.query(MOVE, given), author.query(MOVE, given)]);
    expect(results.filter(({ errors }) => errors)).toHaveLength(1);
    expect(await titles(given.to)).toEqual(["There", "Moves"]);
  });

  test("needs the right to change both courses, as its undo does", async () => {
    const given = await pair("Of the main site");
    const email = "mover-of-north@demo.test";
    await server.inside("demo", async (db, instance_id) => {
      const { id: branch_id } = await db
        .selectFrom("branches")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("url", "=", "north")
        .executeTakeFirstOrThrow();
      const { id: user_id } = await db
        .insertInto("users")
        .values({ instance_id, first_name: "Ann", last_name: "North", email, role: "instructor", is_primary: false })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("branch_users").values({ instance_id, user_id, branch_id }).execute();
      await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id: given.from }).execute();
    });
    const ofNorth = await server.as(email);
    const branchUrl = "north";
    const own = await ofNorth.data(CREATE, {
      title: "Of north",
      status: "draft",
      branchUrl,
      content: [{ unit_order: 1, title: "Own", content: delta("Words.") }],
    });
    const to = own.createCourse.id as number;
    const { version, units } = await read(to);
    const ownIds = [units[0].id as number];
    expect(await ofNorth.refusal(MOVE, { ...given, to, branchUrl })).toBe("FORBIDDEN");
    expect(await ofNorth.refusal(MOVE, { from: to, ids: ownIds, version, to: given.from, branchUrl })).toBe(
      "FORBIDDEN",
    );
    expect(await ofNorth.refusal(MOVE, { from: to, ids: ownIds, version, to: given.to, branchUrl })).toBe("NOT_FOUND");
    const { undo } = await move(given);
    expect(await ofNorth.refusal(UNDO, { ...undo, branchUrl })).toBe("FORBIDDEN");
    expect(await ofNorth.refusal(UNDO, { ...undo, from: to, version, branchUrl })).toBe("NOT_FOUND");
    expect(await (await server.as("admin@riverside.test")).refusal(UNDO, undo)).toBe("NOT_FOUND");
    expect(await learner.refusal(MOVE, given)).toBe("FORBIDDEN");
  });

  test("is recorded in the audit log with both courses, and so is its undo", async () => {
    const { undo } = await move(await pair("Audited"));
    await author.data(UNDO, undo);
    const lines = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("audit_log")
        .where("instance_id", "=", instance)
        .where("action", "like", "course.units_moved%")
        .where("subject_id", "=", undo.from)
        .select(["action", "changes"])
        .orderBy("id")
        .execute(),
    );
    expect(lines).toEqual([
      { action: "course.units_moved", changes: { moved_from: "Audited", moved_to: "Audited, target" } },
      { action: "course.units_moved_back", changes: { moved_from: "Audited, target", moved_to: "Audited" } },
    ]);
  });
});

describe("undoMoveUnits", () => {
  test("is refused once a learner has begun a unit in the other course", async () => {
    const given = await pair("Begun");
    const { undo } = await move(given);
    await enrol(given.to);
    await complete(given.to, undo.moved[0]!);
    const { errors } = await author.query(UNDO, undo);
    expect(errors![0]!.message).toContain("has begun one of these units");
    expect(await titles(given.from)).toEqual(["Stays"]);
  });

  test.each(["from", "to"] as const)("is refused once the course it moved %s was saved", async (side) => {
    const { undo } = await move(await pair(`Saved ${side}`));
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("courses")
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .where("instance_id", "=", instance_id)
        .where("id", "=", undo[side])
        .execute(),
    );
    expect(await author.refusal(UNDO, undo)).toBe("CONFLICT");
  });

  test("restores no unit that was deleted otherwise", async () => {
    const given = await pair("Deleted before", {
      content: ["A", "B", "C"].map((title, at) => ({ unit_order: at + 1, title, content: delta("Words.") })),
    });
    const { units } = await read(given.from);
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("units")
        .set({ deleted_at: new Date(Date.now() - 60_000) })
        .where("instance_id", "=", instance_id)
        .where("id", "=", units[0].id)
        .execute(),
    );
    const { undo } = await move(given);
    expect(await author.refusal(UNDO, { ...undo, ids: [...undo.ids, units[0].id] })).toBe("NOT_FOUND");
    await author.data(UNDO, undo);
    expect(await titles(given.from)).toEqual(["B", "C"]);
  });
});
