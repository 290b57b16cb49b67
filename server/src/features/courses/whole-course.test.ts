import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { signedAddress } from "../files/addresses.ts";
import { CREATE_WHOLE, delta, EDIT, QUESTIONS, WHOLE_COURSE, wholeCourse } from "./course.testdata.ts";

let server: TestServer;
let author: Client;
let files: { video: string; audio: string; presentation: string };
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  files = { video: await stored("video"), audio: await stored("audio"), presentation: await stored("presentation") };
});
afterAll(() => server.close());

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
const create = async (title: string, extra: object = {}) =>
  (await author.data(CREATE_WHOLE, { ...wholeCourse(title, files), ...extra })).createCourse as { id: number };
const read = async (id: number, client = author) => (await client.data(WHOLE_COURSE, { id })).course;

describe("a course with seven types of unit", () => {
  test("is returned as it was written", async () => {
    const course = await read((await create("Seven")).id);
    const [audio] = course.audios;
    expect(audio).toMatchObject({
      title: "Listen",
      unit_order: 3,
      content: delta("More."),
      completion_option: "question",
    });
    expect(audio).toMatchObject({ audio_path: files.audio, file_name: "a audio" });
    expect(audio.tests.map(({ type }: { type: string }) => type)).toEqual(["Multiple Choice", "Fill the Gaps"]);
    const [document] = course.documents;
    expect(document).toMatchObject({ title: "Look", description: delta("More."), file_path: files.presentation });
    expect(document.tests).toHaveLength(2);
    expect(course.iframes[0]).toMatchObject({
      url: "https://example.org/a?b=c",
      completion_option: "time",
      time_limit: 30,
    });
    expect(course.assignments[0]).toMatchObject({
      completion_option: "instructor-accepts",
      time_limit: null,
      tests: [],
    });
    expect(course.tests[0].tests).toHaveLength(5);
  });

  test("keeps the ids of its units when their order changes", async () => {
    const { id } = await create("Reordered");
    const { audios, documents } = await read(id);
    const input = {
      id,
      title: "Reordered",
      description: "Still",
      documents: [
        { id: documents[0].id, unit_order: 1, title: "Look", doc_path: files.presentation, content: delta("New") },
      ],
      audios: [{ id: audios[0].id, unit_order: 2, title: "Listen", audio_path: files.audio }],
    };
    await author.data(EDIT, { input });
    const after = await read(id);
    expect(after.documents[0]).toMatchObject({
      id: documents[0].id,
      unit_order: 1,
      description: delta("New"),
      tests: documents[0].tests,
    });
    expect(after.audios[0]).toMatchObject({ id: audios[0].id, unit_order: 2 });
    expect([...after.videos, ...after.iframes, ...after.assignments, ...after.tests]).toEqual([]);
  });

  test("limits 'instructor-accepts' and 'user-uploads' to assignments", async () => {
    const { id } = await create("Options", {
      assignment: [
        { unit_order: 7, title: "a", content: delta("a"), completion_option: "user-uploads" },
        { unit_order: 8, title: "b", content: delta("b"), completion_option: "time", time_limit: 5 },
      ],
      audio: [{ unit_order: 3, title: "Listen", audio_path: files.audio, completion_option: "user-uploads" }],
    });
    const course = await read(id);
    const options = (units: { completion_option: string | null }[]) => units.map((unit) => unit.completion_option);
    expect(options(course.assignments)).toEqual(["user-uploads", null]);
    expect(options(course.audios)).toEqual([null]);
  });

  test("rejects a file that was uploaded for another purpose", async () => {
    const { errors } = await author.query(CREATE_WHOLE, {
      ...wholeCourse("Wrong file", files),
      audio: [{ unit_order: 3, title: "Listen", audio_path: files.video }],
    });
    expect(errors?.[0]?.extensions.validation).toEqual({
      "units.2.file": ["This file is not known here. Please upload it again."],
    });
  });

  test.each(["ftp://example.org", "example.org", "javascript:alert(1)", "data:text/html,x"])(
    "rejects an address that cannot be shown in a frame, in a draft too: %s",
    async (url) => {
      const iframe = [{ unit_order: 5, title: "Visit", url }];
      const course = { ...wholeCourse("Unsafe", files), iframe, status: "draft" };
      const { errors } = await author.query(CREATE_WHOLE, course);
      expect(errors?.[0]?.extensions.validation).toEqual({
        "units.4.url": ["Use an address that begins with https:// or http://."],
      });
    },
  );
});

const DUPLICATE = `mutation ($id: Int!, $branchUrl: String) { duplicateCourse(id: $id, branchUrl: $branchUrl) { id title description version } }`;

describe("duplicating a course", () => {
  test("copies everything authored, with new ids, as a draft", async () => {
    const before = await server.courseId("Writing clear reports");
    const file_path = await stored("resource");
    const { categories } = await author.data("{ categories { id } }");
    const { id } = await create("Original", {
      learning_path: [before],
      categories: [categories[1].id, categories[0].id],
      resources: [
        { name: "Handout", file_path, is_downloadable: true },
        { name: "Plan", file_path },
      ],
    });
    const original = await read(id);
    const { duplicateCourse: made } = await author.data(DUPLICATE, { id });
    expect(made).toMatchObject({ title: "Original (copy)", description: "A course for a test.", version: 1 });

    const copy = await read(made.id);
    expect(withoutIds(copy)).toEqual({
      ...withoutIds(original),
      title: "Original (copy)",
      status: "draft",
      version: 1,
    });
    expect(copy.learning_path).toEqual([before]);
    expect(copy.categories).toEqual(original.categories);
    const shared = listIds(copy).filter((each) => listIds(original).includes(each));
    expect(listIds(copy)).toHaveLength(listIds(original).length);
    expect(shared).toEqual([]);
  });

  test("leaves the original, its learners and their progress unchanged", async () => {
    const { id } = await create("Taken");
    const learner = await server.as("learner@demo.test");
    await learner.data(`mutation { courseEnrollment(input: { course_id: ${id} }) { id } }`);
    const original = await read(id);
    const { duplicateCourse: copy } = await author.data(DUPLICATE, { id });
    expect(await read(id)).toEqual(original);
    const impact = async (course: number) =>
      (await author.data("query ($id: Int!) { courseImpact(id: $id) { learners } }", { id: course })).courseImpact
        .learners;
    expect([await impact(id), await impact(copy.id)]).toEqual([1, 0]);
    expect(await learner.refusal(WHOLE_COURSE, { id: copy.id })).toBe("NOT_FOUND");
  });

  test("counts the learners with progress in one of its units, and refuses units of other courses", async () => {
    const { id } = await create("Half taken");
    const elsewhere = await create("Elsewhere");
    const { contents, audios } = await read(id);
    const IMPACT = "query ($id: Int!, $unit: Int!) { courseImpact(id: $id, unit_id: $unit) { learners inProgress } }";
    const impact = async (unit: number) => (await author.data(IMPACT, { id, unit })).courseImpact;
    expect(await impact(audios[0].id)).toEqual({ learners: 0, inProgress: 0 });
    for (const email of ["learner@demo.test", "peter.lindqvist@demo.test"]) {
      const learner = await server.as(email);
      await learner.data(`mutation { courseEnrollment(input: { course_id: ${id} }) { id } }`);
      await learner.data(`mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`, {
        input: {
          course_id: id,
          unit_id: audios[0].id,
          unit_type: "AudioUnit",
          input_type: "time",
          input_key: "timeSpent",
          response: JSON.stringify({ timeSpent: 1 }),
        },
      });
    }
    expect(await impact(audios[0].id)).toEqual({ learners: 2, inProgress: 2 });
    expect(await impact(contents[0].id)).toEqual({ learners: 0, inProgress: 0 });
    expect(await author.refusal(IMPACT, { id: elsewhere.id, unit: audios[0].id })).toBe("NOT_FOUND");
    expect(await author.refusal(IMPACT, { id, unit: 2_000_000_000 })).toBe("NOT_FOUND");
  });

  test("leaves out deleted units and questions, and the copy can be published", async () => {
    const { id } = await create("Cut");
    const { audios } = await read(id);
    const audio = { id: audios[0].id, unit_order: 1, title: "Listen", audio_path: files.audio, questions: [] };
    const units = { audios: [audio] };
    await author.data(EDIT, { input: { id, title: "Cut", description: "Short", ...units } });
    const { duplicateCourse: made } = await author.data(DUPLICATE, { id });
    const copy = await read(made.id);
    expect(copy.audios).toHaveLength(1);
    expect(copy.audios[0].tests).toEqual([]);
    expect([...copy.contents, ...copy.tests]).toEqual([]);
    const input = {
      id: made.id,
      version: 1,
      title: copy.title,
      description: "Short",
      audios: [{ id: copy.audios[0].id, unit_order: 1, title: "Listen", audio_path: copy.audios[0].audio_path }],
    };
    expect((await author.data(EDIT, { input })).editCourse.version).toBe(2);
  });

  test("limits the title to 200 characters", async () => {
    const { id } = await create("x".repeat(200));
    const { title } = (await author.data(DUPLICATE, { id })).duplicateCourse;
    expect(title).toBe(`${"x".repeat(193)} (copy)`);
  });

  test("gives a copy made in a branch to that branch", async () => {
    const priya = await server.as("priya.raman@demo.test", "north.demo.localhost");
    const id = await server.courseId("Moving and handling");
    const { duplicateCourse: copy } = await priya.data(DUPLICATE, { id, branchUrl: "north" });
    expect((await priya.data(WHOLE_COURSE, { id: copy.id, branchUrl: "north" })).course.title).toBe(
      "Moving and handling (copy)",
    );
    expect(await priya.refusal(DUPLICATE, { id: (await create("Of the main site")).id, branchUrl: "north" })).toBe(
      "NOT_FOUND",
    );
  });

  test("copies 200 units and 1,000 questions with no more statements than one unit", async () => {
    const test_units = Array.from({ length: 200 }, (_, unit) => ({ unit_order: unit + 1, title: `Test ${unit}` }));
    const tests = test_units.flatMap(({ unit_order }) => QUESTIONS.map((question) => ({ ...question, unit_order })));
    const large = { title: "Large", description: "A course for a test.", test_units, tests };
    const { id } = (await author.data(CREATE_WHOLE, large)).createCourse;
    const before = server.platform.database.statements;
    const { duplicateCourse: copy } = await author.data(DUPLICATE, { id });
    expect(server.platform.database.statements - before).toBeLessThan(20);
    const units = (await read(copy.id)).tests as { tests: { type: string }[] }[];
    expect(units).toHaveLength(200);
    const types = QUESTIONS.map(({ type }) => type);
    for (const unit of units) expect(unit.tests.map(({ type }) => type)).toEqual(types);
  });

  test("records in the audit log what was copied, and by whom", async () => {
    const { id } = await create("Audited");
    const { duplicateCourse: copy } = await author.data(DUPLICATE, { id });
    const lines = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("audit_log")
        .where("instance_id", "=", instance)
        .where("action", "=", "course.duplicated")
        .where("subject_id", "=", copy.id)
        .select(["subject_name", "changes"])
        .execute(),
    );
    expect(lines).toEqual([{ subject_name: "Audited (copy)", changes: { copy_of: "Audited" } }]);
  });

  test("is limited to authors of the instance", async () => {
    const { id } = await create("Mine");
    const refusal = async (email: string) => (await server.as(email)).refusal(DUPLICATE, { id });
    expect(await refusal("learner@demo.test")).toBe("FORBIDDEN");
    expect(await refusal("manager@demo.test")).toBe("FORBIDDEN");
    expect(await refusal("admin@riverside.test")).toBe("NOT_FOUND");
    expect(await server.anonymous().refusal(DUPLICATE, { id })).toBe("UNAUTHENTICATED");
    expect(await author.refusal(DUPLICATE, { id: 999_999 })).toBe("NOT_FOUND");
  });
});

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** Lists the ids of the course, its resources, units and questions; those of categories and prerequisites stay the same. */
function listIds(course: Record<string, Json>): string[] {
  const { categories: _, learning_path: __, ...own } = course;
  const found: string[] = [];
  JSON.stringify(own, (_key, value) => {
    if (value && typeof value === "object" && "id" in value) found.push(`${getKind(value)} ${value.id}`);
    return value;
  });
  return found;
}

const getKind = (row: object) => ["question", "unit_order", "file_path"].find((field) => field in row) ?? "course";

/** Removes ids, and the signatures of addresses. */
const withoutIds = (course: object): object =>
  JSON.parse(JSON.stringify(course, (key, value) => (key === "id" ? undefined : value)));
