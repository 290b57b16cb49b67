import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scormPackage } from "../../testing/packages.ts";
import { storedPackage } from "../../testing/scorm.ts";
import { startClass } from "../../testing/server.ts";
import { signedAddress } from "../files/addresses.ts";
import { COURSE, CREATE, CREATE_WHOLE, delta, EDIT, QUESTIONS, WHOLE_COURSE, wholeCourse } from "./course.testdata.ts";

const COPY = `mutation ($from: Int!, $ids: [Int!]!, $to: Int!, $branchUrl: String) {
  copyUnits(course_id: $from, unit_ids: $ids, to_course_id: $to, branchUrl: $branchUrl) { course_id title version unit_ids } }`;
const REMOVE = `mutation ($id: Int!, $ids: [Int!]!, $version: Int!, $branchUrl: String) {
  removeUnits(course_id: $id, unit_ids: $ids, version: $version, branchUrl: $branchUrl) { id version } }`;
const UNITS = `query ($id: Int!) { course(id: $id) { version progress is_complete units { id title unit_order } } }`;
const MINE = `query ($branchUrl: String) { coursesPage(editable: true, limit: 500, branchUrl: $branchUrl) { total rows { id may_edit } } }`;

const { server, author, learner } = await startClass();
afterAll(() => server.close());

let files: { video: string; audio: string; presentation: string };
beforeAll(async () => {
  files = { video: await stored("video"), audio: await stored("audio"), presentation: await stored("presentation") };
});

/** Stores a file for a purpose and returns its address. */
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

type Units = { id: number; title: string; unit_order: number }[];
const listUnits = async (id: number) => (await author.data(UNITS, { id })).course.units as Units;
const listIds = async (id: number) => (await listUnits(id)).map((unit) => unit.id);
const createText = async (title: string, status = "draft", titles = ["Read"]) => {
  const content = titles.map((each, index) => ({ unit_order: index + 1, title: each, content: delta("Words.") }));
  const { data } = await author.query(CREATE, { title, description: "For a test.", content, status });
  return data!.createCourse.id as number;
};
const enrol = (course_id: number) =>
  server.inside("demo", async (db, instance_id) => {
    const user_id = await server.userId("learner@demo.test");
    await db.insertInto("enrolments").values({ instance_id, user_id, course_id }).execute();
  });

/** Removes ids, orders and signatures, which differ in a copy. */
const withoutIds = (course: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(course, (key, value) => (["id", "unit_order", "version"].includes(key) ? undefined : value)),
  );

describe("copyUnits", () => {
  test("appends all that units have to another course, with ids of its own", async () => {
    const from = (await author.data(CREATE_WHOLE, wholeCourse("Source", files))).createCourse.id as number;
    const to = await createText("Target");
    const ids = await listIds(from);
    const { copyUnits } = await author.data(COPY, { from, ids: ids.toReversed(), to });
    expect(copyUnits).toMatchObject({ course_id: to, title: "Target", version: 2 });
    const [first, ...copies] = await listUnits(to);
    expect(first).toMatchObject({ title: "Read", unit_order: 1 });
    expect(copies.map(({ id }) => id)).toEqual(copyUnits.unit_ids);
    expect(copies.map(({ unit_order }) => unit_order)).toEqual(ids.map((_, index) => index + 2));
    expect(copies.some(({ id }) => ids.includes(id))).toBe(false);
    const [source, target] = [
      (await author.data(WHOLE_COURSE, { id: from })).course,
      (await author.data(WHOLE_COURSE, { id: to })).course,
    ];
    for (const list of ["audios", "documents", "iframes", "assignments", "tests", "videos"])
      expect([list, withoutIds(target[list])]).toEqual([list, withoutIds(source[list])]);
    const questionIds = (course: typeof source): number[] =>
      course.tests[0].tests.map((each: { id: number }) => each.id);
    expect(questionIds(target)).toHaveLength(5);
    expect(questionIds(target).some((id) => questionIds(source).includes(id))).toBe(false);
    expect(await listIds(from)).toEqual(ids);
  });

  test("numbers default titles by their new place", async () => {
    const from = await createText("Default titles", "draft", ["Content unit 1", "Content unit 20 years on"]);
    const to = await createText("Target of default titles");
    await author.data(COPY, { from, ids: await listIds(from), to });
    expect((await listUnits(to)).map(({ title }) => title)).toEqual([
      "Read",
      "Content unit 2",
      "Content unit 20 years on",
    ]);
  });

  test("shows copies to the learners of a published course without the answer key, and counts them", async () => {
    const { data } = await author.query(CREATE, {
      title: "With a test",
      description: "For a test.",
      content: [],
      test_units: [{ unit_order: 3, title: "Check" }],
      tests: QUESTIONS,
    });
    const from = data!.createCourse.id as number;
    const to = await createText("Published target", "published");
    await enrol(to);
    await author.data(COPY, { from, ids: await listIds(from), to });
    const seen = (await learner.data(COURSE, { id: to })).course;
    expect(seen.units).toHaveLength(2);
    expect(JSON.stringify(seen)).not.toContain('"checked":true');
    expect(JSON.stringify(seen)).not.toContain("safe");
    const counted = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("courses")
        .select("unit_count")
        .where("instance_id", "=", instance)
        .where("id", "=", to)
        .executeTakeFirstOrThrow(),
    );
    expect(counted.unit_count).toBe(2);
  });

  test("takes to a published course only what could be published", async () => {
    const { data } = await author.query(CREATE, {
      title: "Unfinished",
      description: "For a test.",
      content: [{ unit_order: 1, title: "Empty", content: "" }],
      status: "draft",
    });
    const from = data!.createCourse.id as number;
    const ids = await listIds(from);
    const to = await createText("Published and whole", "published");
    const { errors } = await author.query(COPY, { from, ids, to });
    expect(errors![0]!.extensions.validation).toEqual({ course: ["Content Unit 1 content is required"] });
    expect(await listUnits(to)).toHaveLength(1);
    await author.data(COPY, { from, ids, to: await createText("Draft target") });
  });

  test("copies a package with its unit, once to a course", async () => {
    const { id: scorm_id } = await storedPackage(server, author, scormPackage());
    const { createCourse } = await author.data(
      `mutation { createCourse(title: "Package", description: "d", status: "draft", scorm: [{ unit_order: 1, title: "Do", scorm_id: ${scorm_id} }]) { id } }`,
    );
    const ids = await listIds(createCourse.id);
    const to = await createText("Takes a package");
    await author.data(COPY, { from: createCourse.id, ids, to });
    const { course } = await author.data(
      "query ($id: Int!) { course(id: $id) { scorms { scorm_id scorm { state } } } }",
      {
        id: to,
      },
    );
    expect(course.scorms).toMatchObject([{ scorm_id, scorm: { state: "ready" } }]);
    const again = await author.query(COPY, { from: createCourse.id, ids, to });
    expect(again.errors![0]!.extensions.validation).toEqual({
      unit_ids: ["Scorm Unit 1: The course has a unit with this package already."],
    });
  });

  test("refuses the same course, no units and units of other courses", async () => {
    const from = await createText("Refused");
    const to = await createText("Refused target");
    const [ids, others] = [await listIds(from), await listIds(to)];
    expect(await author.refusal(COPY, { from, ids, to: from })).toBe("VALIDATION");
    expect(await author.refusal(COPY, { from, ids: [], to })).toBe("VALIDATION");
    expect(await author.refusal(COPY, { from, ids: [...ids, ...others], to })).toBe("NOT_FOUND");
  });

  test("is refused to an author who has an older version of the target open", async () => {
    const from = await createText("Copied while open");
    const to = await createText("Open elsewhere");
    await author.data(COPY, { from, ids: await listIds(from), to });
    const input = { id: to, version: 1, title: "Open elsewhere", description: "d", contents: [] };
    expect(await author.refusal(EDIT, { input })).toBe("CONFLICT");
  });

  test("needs the right to change both courses", async () => {
    const main = await createText("Of the main site");
    const branchUrl = "north";
    const email = "author-of-north@demo.test";
    await server.inside("demo", async (db, instance_id) => {
      const found = db.selectFrom("branches").select("id").where("instance_id", "=", instance_id);
      const { id: branch_id } = await found.where("url", "=", "north").executeTakeFirstOrThrow();
      const { id: user_id } = await db
        .insertInto("users")
        .values({ instance_id, first_name: "Ann", last_name: "North", email, role: "instructor", is_primary: false })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("branch_users").values({ instance_id, user_id, branch_id }).execute();
      await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id: main }).execute();
    });
    const ofNorth = await server.as(email);
    const { createCourse: own } = await ofNorth.data(
      `mutation { createCourse(title: "Of north", description: "d", status: "draft", branchUrl: "north",
        content: [{ unit_order: 1, title: "Read", content: "" }]) { id } }`,
    );
    const [mainIds, ownIds] = [await listIds(main), await listIds(own.id)];
    expect(await ofNorth.refusal(COPY, { from: main, ids: mainIds, to: own.id, branchUrl })).toBe("FORBIDDEN");
    expect(await ofNorth.refusal(COPY, { from: own.id, ids: ownIds, to: main, branchUrl })).toBe("FORBIDDEN");
    const elsewhere = await createText("Not assigned to north");
    expect(await ofNorth.refusal(COPY, { from: own.id, ids: ownIds, to: elsewhere, branchUrl })).toBe("NOT_FOUND");
    expect(await ofNorth.refusal(REMOVE, { id: main, ids: mainIds, version: 1, branchUrl })).toBe("FORBIDDEN");
    const mine = (await ofNorth.data(MINE, { branchUrl })).coursesPage;
    expect(mine.total).toBe(mine.rows.length);
    expect(mine.rows.every(({ may_edit }: { may_edit: boolean }) => may_edit)).toBe(true);
    expect(mine.rows.map(({ id }: { id: number }) => id)).toContain(own.id);
    await author.data(COPY, { from: own.id, ids: ownIds, to: main });
  });

  test("is limited to authors of the instance", async () => {
    const from = await createText("Mine");
    const variables = { from, ids: await listIds(from), to: await createText("Mine too") };
    const refusal = async (email: string) => (await server.as(email)).refusal(COPY, variables);
    expect(await refusal("learner@demo.test")).toBe("FORBIDDEN");
    expect(await refusal("manager@demo.test")).toBe("FORBIDDEN");
    expect(await refusal("admin@riverside.test")).toBe("NOT_FOUND");
    expect(await server.anonymous().refusal(COPY, variables)).toBe("UNAUTHENTICATED");
  });

  test("never reaches into another instance from a course of its own", async () => {
    const stranger = await server.as("admin@riverside.test");
    const theirs = await stranger.data(
      `mutation { createCourse(title: "Theirs", description: "d", status: "draft") { id } }`,
    );
    const from = await createText("Not theirs");
    const ids = await listIds(from);
    expect(await stranger.refusal(COPY, { from, ids, to: theirs.createCourse.id })).toBe("NOT_FOUND");
    expect(await stranger.refusal(COPY, { from: theirs.createCourse.id, ids, to: from })).toBe("NOT_FOUND");
  });

  test("records in the audit log what was copied and removed", async () => {
    const from = await createText("Audited source");
    const to = await createText("Audited target");
    const { copyUnits } = await author.data(COPY, { from, ids: await listIds(from), to });
    await author.data(REMOVE, { id: to, ids: copyUnits.unit_ids, version: copyUnits.version });
    const lines = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("audit_log")
        .where("instance_id", "=", instance)
        .where("action", "like", "course.units_%")
        .where("subject_id", "=", to)
        .select(["action", "subject_name", "changes"])
        .orderBy("id")
        .execute(),
    );
    expect(lines).toEqual([
      {
        action: "course.units_copied",
        subject_name: "Audited target",
        changes: { copy_of: "Audited source", units: 1 },
      },
      { action: "course.units_removed", subject_name: "Audited target", changes: { units: 1 } },
    ]);
  });
});

describe("removeUnits", () => {
  async function copied(title: string) {
    const from = await createText(`${title}, source`);
    const to = await createText(title, "published");
    await enrol(to);
    const { copyUnits } = await author.data(COPY, { from, ids: await listIds(from), to });
    return { id: to, ids: copyUnits.unit_ids as number[], version: copyUnits.version as number };
  }

  test("removes copies that nobody has begun", async () => {
    const copy = await copied("Undone");
    expect((await author.data(REMOVE, copy)).removeUnits).toEqual({ id: copy.id, version: copy.version + 1 });
    expect((await listUnits(copy.id)).map(({ title }) => title)).toEqual(["Read"]);
  });

  test("keeps copies that a learner has begun", async () => {
    const copy = await copied("Begun");
    await server.inside("demo", async (db, instance_id) => {
      const user_id = await server.userId("learner@demo.test");
      await db
        .insertInto("unit_progress")
        .values({ instance_id, user_id, course_id: copy.id, unit_id: copy.ids[0]! })
        .execute();
    });
    const { errors } = await author.query(REMOVE, copy);
    expect(errors![0]!.extensions.code).toBe("CONFLICT");
    expect(errors![0]!.message).toContain("has begun");
    expect(await listUnits(copy.id)).toHaveLength(2);
  });

  test("keeps copies when the course was saved since, and finds no units of other courses", async () => {
    const copy = await copied("Saved since");
    expect(await author.refusal(REMOVE, { ...copy, version: copy.version - 1 })).toBe("CONFLICT");
    const other = await listIds(await createText("Other"));
    expect(await author.refusal(REMOVE, { ...copy, ids: other })).toBe("NOT_FOUND");
    expect(await author.refusal(REMOVE, { ...copy, ids: [] })).toBe("VALIDATION");
  });
});
