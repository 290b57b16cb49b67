import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { cmi5Structure, scormPackage } from "../../testing/packages.ts";
import { delta, QUESTIONS } from "../courses/course.testdata.ts";
import { startArchives } from "../../testing/archives.ts";
import { runImport } from "./import.service.ts";
import { writeArchive } from "./write-archive.ts";

const FILM = readFileSync(new URL("../../demo/media/rope-and-river.webm", import.meta.url));
const WORDS = "WEBVTT\n\n00:00.000 --> 00:02.000\nHold the rope.\n";
const SAVE = `mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }`;
const CREATE = `mutation { createCourse(title: "Whole / course", description: "d", status: "draft") { id } }`;
const IMPORT = `mutation ($file: String!, $branchUrl: String) { importCourse(file_path: $file, branchUrl: $branchUrl) { id state } }`;
const STATE = `query ($id: Int!) { courseImport(id: $id) { state stored total problems course_id } }`;

const { server, author, upload, exported, imported } = await startArchives();
afterAll(() => server.close());

/** Finds or creates a prerequisite course. */
async function earlier(title: string, course_code: string | null, client = author): Promise<number> {
  const { coursesPage } = await client.data(`query ($title: String!) { coursesPage(search: $title) { rows { id } } }`, {
    title,
  });
  if (coursesPage.rows.length > 0) return coursesPage.rows[0].id;
  return (
    await client.data(
      `mutation ($title: String!, $code: String) { createCourse(title: $title, course_code: $code, description: "d", status: "draft") { id } }`,
      { title, code: course_code },
    )
  ).createCourse.id;
}

/** What follows the picture in a text: the picture is in the cell of a table, and a call-out comes after it. */
const AFTER_PICTURE = [
  { insert: "\n", attributes: { table: "row-1" } },
  { insert: "Look.", attributes: { bold: true } },
  { insert: "\n", attributes: { callout: "tip" } },
];

/** Creates a course with everything: packages, files of each kind, one of them twice, and an image in a text. */
async function wholeCourse(): Promise<number> {
  const { id } = (await author.data(CREATE)).createCourse;
  const picture = await sharp({ create: { width: 900, height: 500, channels: 3, background: "#357" } })
    .jpeg()
    .toBuffer();
  const [thumbnail, film, words, plan, image] = await Promise.all([
    upload(author, "image", "cover.jpg", picture),
    upload(author, "video", "ropes & rivers.webm", FILM),
    upload(author, "captions", "ropes.vtt", WORDS),
    upload(author, "presentation", "plan.txt", "First the rope.\n"),
    upload(author, "image", "inside.jpg", picture),
  ]);
  const resource = await upload(author, "resource", "../../notes.bin", Buffer.from([1, 2, 3]));
  const drill = await upload(author, "scorm", "drill.zip", scormPackage());
  const lone = await upload(author, "scorm", "cmi5.xml", cmi5Structure({ url: () => "https://au.example/" }));
  const [second, first] = [await earlier("Second steps", null), await earlier("First steps", "F-1")];
  const sound = await upload(author, "audio", "river.webm", FILM);
  const { categories } = await author.data(`{ categories { id parent_id } }`);
  const { createResourceCategory } = await author.data(`mutation { createResourceCategory(name: "Maps") { id } }`);
  await author.data(`mutation ($q: [QuestionInput!]!) { saveToBank(category: "Knots", questions: $q) { saved } }`, {
    q: [{ type: "Free Text", question: "Why?" }],
  });
  const questions = QUESTIONS.map(({ unit_order: _, ...question }) => question);
  const text = JSON.stringify({ ops: [{ insert: { image }, attributes: { alt: "The plan" } }, ...AFTER_PICTURE] });
  const child = categories.find((each: { parent_id: number | null }) => each.parent_id !== null) ?? categories[0];
  await author.data(SAVE, {
    input: {
      id,
      title: "Whole / course",
      description: "All of it\nin two lines",
      course_code: "W-1",
      categories: [{ id: child.id }, { id: categories.find((each: { id: number }) => each.id !== child.id).id }],
      price: 12.5,
      hide_from_catalog: true,
      capacity: 30,
      level: "Beginners",
      start_date: "2026-01-02",
      start_time: "08:30",
      end_date: "2027-01-02",
      completion_rules: "percentage",
      completion_percentage: 80,
      certificate_type: "Safeguarding",
      thumbnail,
      resources: [
        { name: "Notes", file_path: resource, is_downloadable: true, category: { id: createResourceCategory.id } },
        { name: "Notes again", file_path: resource },
      ],
      contents: [{ unit_order: 1, title: "Text", content: text, completion_option: "time", time_limit: 5, questions }],
      videos: [
        { unit_order: 2, title: "Film", video_path: film, captions: [{ language: "en", file_path: words }] },
        { unit_order: 3, title: "Tube", youtube_link: "https://youtu.be/dQw4w9WgXcQ" },
      ],
      audios: [{ unit_order: 4, title: "Sound", audio_path: sound }],
      documents: [{ unit_order: 5, title: "Plan", doc_path: plan, completion_option: "question", questions }],
      iframes: [{ unit_order: 6, title: "Page", url: "https://example.org/a?b=c" }],
      tests: [{ unit_order: 7, title: "Test", draws: [{ category: "Knots", count: 1 }] }],
      unit_tests: QUESTIONS.map((question) => ({ ...question, unit_order: 7 })),
      scorms: [
        { unit_order: 9, title: "Do", scorm_path: drill },
        { unit_order: 10, title: "Do it again", scorm_path: drill },
        { unit_order: 11, title: "Say so", scorm_path: lone },
      ],
      learning_path: [first, second],
      assignments: [
        { unit_order: 8, title: "Write", content: delta("Write."), completion_option: "instructor-accepts" },
      ],
      status: "draft",
    },
  });
  return id;
}

describe("a course as an archive", () => {
  test("has the same bytes after export, import and export, here and in another instance", async () => {
    const id = await wholeCourse();
    const first = await exported(author, id);
    expect([first.statusCode, first.headers["content-type"]]).toEqual([200, "application/zip"]);
    expect(first.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''Whole%20%20%20course.zip");

    const here = await imported(author, first.rawPayload);
    expect(here).toMatchObject({ state: "done", problems: [], course_id: expect.any(Number) });
    expect(here.stored).toBe(here.total);
    expect(here.course_id).not.toBe(id);
    const second = await exported(author, here.course_id);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);

    const elsewhere = await server.as("admin@riverside.test");
    for (const [title, code] of [
      ["First steps", "F-1"],
      ["Second steps", null],
    ] as const)
      await earlier(title, code, elsewhere);
    const there = await imported(elsewhere, first.rawPayload, "riverside.localhost");
    expect(there.problems).toEqual([]);
    const third = await exported(elsewhere, there.course_id, "riverside.localhost");
    expect(third.rawPayload.equals(first.rawPayload)).toBe(true);
    const { course } = await elsewhere.data(
      `query ($id: Int!) { course(id: $id) { status learning_path contents { content } scorms { title scorm { id kind state } } } }`,
      { id: there.course_id },
    );
    expect(course).toMatchObject({
      status: "draft",
      scorms: [
        { title: "Do", scorm: { kind: "scorm_1_2" } },
        { title: "Do it again", scorm: { kind: "scorm_1_2" } },
        { title: "Say so", scorm: { kind: "cmi5", state: "ready" } },
      ],
    });
    expect(course.scorms[0].scorm.id).toBe(course.scorms[1].scorm.id);
    const titles = [];
    for (const before of course.learning_path as number[])
      titles.push((await elsewhere.data(`{ course(id: ${before}) { title } }`)).course.title);
    expect(titles.toSorted()).toEqual(["First steps", "Second steps"]);
    expect(JSON.parse(course.contents[0].content).ops).toEqual([
      { insert: { image: expect.any(String) }, attributes: { alt: "The plan" } },
      ...AFTER_PICTURE,
    ]);
    const image = await server.app.inject({
      url: JSON.parse(course.contents[0].content).ops[0].insert.image,
      headers: { host: "riverside.localhost" },
    });
    expect([image.statusCode, image.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  });

  test("reports and leaves out prerequisites that are missing or have an ambiguous name", async () => {
    const path = [await earlier("Never seen elsewhere", null), await earlier("Twice there", "T")];
    const { id } = (await author.data(CREATE)).createCourse;
    await author.data(SAVE, { input: { id, title: "Late", description: "d", learning_path: path, status: "draft" } });
    const { rawPayload } = await exported(author, id);
    const elsewhere = await server.as("admin@riverside.test");
    const MADE = `mutation { createCourse(title: "Twice there", course_code: "T", description: "d", status: "draft") { id } }`;
    for (let times = 0; times < 2; times++) await elsewhere.data(MADE);
    const there = await imported(elsewhere, rawPayload, "riverside.localhost");
    expect(there).toMatchObject({
      state: "done",
      problems: [
        "The course 'Never seen elsewhere', which comes before this one, is not here. The learning path does without it.",
        "There are several courses called 'Twice there', which comes before this one. Choose the right one in the learning path.",
      ],
    });
    const PATH = `query ($id: Int!) { course(id: $id) { learning_path } }`;
    expect((await elsewhere.data(PATH, { id: there.course_id })).course.learning_path).toEqual([]);
  });

  test("creates the course in the branch where the import was started", async () => {
    const admin = await server.as("admin@demo.test");
    const { id } = (await admin.data(CREATE)).createCourse;
    const { rawPayload } = await exported(admin, id);
    const { course_id } = await imported(admin, rawPayload, "demo.localhost", "north");
    const { coursesPage } = await admin.data(`{ coursesPage(branchUrl: "north", search: "Whole") { rows { id } } }`);
    expect(coursesPage.rows).toEqual([{ id: course_id }]);
  });

  test("gives the course to the branch of its author, and adds no resource category that all sites share", async () => {
    const { id } = (await author.data(CREATE)).createCourse;
    const file_path = await upload(author, "resource", "notes.txt", "Notes.");
    const made = `mutation { createResourceCategory(name: "Known elsewhere") { id } }`;
    const category = { id: (await author.data(made)).createResourceCategory.id };
    const resources = [{ name: "Notes", file_path, is_downloadable: true, category }];
    await author.data(SAVE, { input: { id, title: "With notes", description: "d", status: "draft", resources } });
    const { rawPayload } = await exported(author, id);
    await server.inside("demo", async (db, instance) => {
      const rename = db.updateTable("resource_categories").set({ name: "Renamed" });
      await rename.where("instance_id", "=", instance).where("id", "=", category.id).execute();
      const limit = db.updateTable("users").set({ is_primary: false });
      await limit.where("instance_id", "=", instance).where("email", "=", "priya.raman@demo.test").execute();
    });
    const north = await server.as("priya.raman@demo.test");
    const { course_id, ...state } = await imported(north, rawPayload);
    expect(state).toMatchObject({
      state: "done",
      problems: [
        "The resource category 'Known elsewhere' is not here, and only the main site adds one. 'Notes' has no category.",
      ],
    });
    const COURSE = `query ($id: Int!) { course(id: $id) { owning_branch resources { name category { id } } } resourceCategories { name } }`;
    const { course, resourceCategories } = await north.data(COURSE, { id: course_id });
    expect(course).toEqual({ owning_branch: "Northgate North", resources: [{ name: "Notes", category: null }] });
    expect(resourceCategories).not.toContainEqual({ name: "Known elsewhere" });
  });

  test("does without categories of other branches, and says so", async () => {
    const admin = await server.as("admin@demo.test");
    const south = (await admin.data(`{ branches { id url } }`)).branches.find(
      ({ url }: { url: string }) => url === "south",
    );
    const ADD = `mutation ($name: String!, $branch_ids: [Int!], $parent_id: Int) {
      createCategory(name: $name, branch_ids: $branch_ids, parent_id: $parent_id) { id } }`;
    const add = async (name: string, variables = {}) =>
      (await admin.data(ADD, { name, ...variables })).createCategory.id;
    const limited = await add("Only in the south", { branch_ids: [south.id] });
    const categories: { id: number }[] = [];
    for (const id of [limited, await add("Below", { parent_id: limited }), await add("Everywhere here")])
      categories.push({ id });
    const { id } = (await admin.data(CREATE)).createCourse;
    await admin.data(SAVE, { input: { id, title: "Filed", description: "d", status: "draft", categories } });
    const { rawPayload } = await exported(admin, id);
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("categories")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", instance)
        .where("id", "=", categories[1]!.id)
        .execute(),
    );
    const north = await server.as("priya.raman@demo.test");
    const { course_id, ...state } = await imported(north, rawPayload);
    expect(state).toMatchObject({
      state: "done",
      problems: ["Only in the south", "Only in the south > Below"].map(
        (path) => `The category '${path}' belongs to other sites and cannot be used here. The course does without it.`,
      ),
    });
    const COURSE = `query ($id: Int!) { course(id: $id) { categories { name } } }`;
    expect((await north.data(COURSE, { id: course_id })).course.categories).toEqual([{ name: "Everywhere here" }]);
  });

  test("refuses export to others than authors of the instance, and imports to other users", async () => {
    const { id } = (await author.data(CREATE)).createCourse;
    expect((await exported(await server.as("learner@demo.test"), id)).statusCode).toBe(403);
    expect((await exported(server.anonymous(), id)).statusCode).toBe(401);
    const outsider = await server.as("admin@riverside.test");
    expect((await exported(outsider, id, "riverside.localhost")).statusCode).toBe(404);
    expect((await exported(author, 2 ** 31)).statusCode).toBe(422);

    const bytes = (await exported(author, id)).rawPayload;
    const file = await upload(author, "archive", "a.zip", bytes);
    const begun = (await author.data(IMPORT, { file })).importCourse.id;
    expect(await (await server.as("admin@demo.test")).refusal(STATE, { id: begun })).toBe("NOT_FOUND");
    expect(await (await server.as("admin@demo.test")).refusal(IMPORT, { file })).toBe("VALIDATION");
  });

  test("creates no course for a user who may no longer author, and one for a job that runs twice", async () => {
    const { id } = (await author.data(CREATE)).createCourse;
    const bytes = (await exported(author, id)).rawPayload;
    const done = await imported(author, bytes);
    const job = server.outside.jobs.findLast(({ name }) => name === "course.import")!;
    const count = async () => (await author.data(`{ coursesPage { total } }`)).coursesPage.total;
    const before = await count();
    await runImport(server.platform, job.payload as Parameters<typeof runImport>[1], 2);
    expect(await count()).toBe(before);
    expect(done.state).toBe("done");
  });
});

test("fails with the error of a stored file that cannot be read", async () => {
  const course = { title: "Gone", units: [], files: [] } as unknown as Parameters<typeof writeArchive>[0]["course"];
  const file = { entry: "files/1", key: "1/aa/gone", name: "gone.png", kind: "image" as const, size: 4 };
  const archive = writeArchive({ format: "cairn-course", version: 1, course, files: [] }, [file], () =>
    Promise.reject(new Error("The store does not answer.")),
  );
  await expect(buffer(archive)).rejects.toThrow("The store does not answer.");
});
