import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OTHER_QUESTION_COLUMNS, OTHER_RESOURCE_COLUMNS } from "../server/src/features/courses/authoring-columns.ts";
import { OTHER_COURSE_COLUMNS } from "../server/src/features/courses/course-fields.ts";
import {
  getUnitType,
  OTHER_UNIT_COLUMNS,
  UNIT_TYPE_NAMES,
  type UnitType,
} from "../server/src/features/courses/units/unit-types.ts";
import { findKey } from "../server/src/features/files/addresses.ts";
import { startArchives } from "../server/src/testing/archives.ts";
import {
  AUTHORED,
  type Column,
  createPicture,
  openRows,
  type Row,
  type Snapshot,
} from "../server/src/testing/course-rows.ts";
import { scormPackage } from "../server/src/testing/packages.ts";
import { toEditorState } from "../web/src/features/courses/editor/courseFromServer.ts";
import { toEditInput } from "../web/src/features/courses/editor/courseToServer.ts";
import { emptyOwnValues } from "../web/src/features/courses/editor/units/unitTypes.ts";

// Follows a distinct value in every column that authors write through edit, duplicate, export and import. A new column
// fails until it is handled everywhere, or listed here (or in OTHER_COURSE_COLUMNS) with the reason why it is not.

const prefix = (table: string, columns: Record<string, string>) =>
  Object.fromEntries(Object.entries(columns).map(([name, reason]) => [`${table}.${name}`, reason]));

/** Other tables that refer to courses, units or questions, with the reason why they are not part of what is authored. */
const NOT_AUTHORED: Record<string, string> = {
  attempts: "learners",
  badges: "what completing the course earns in its instance",
  branch_courses: "who takes the course",
  certificates: "learners",
  cmi5_registrations: "learners",
  course_attempts: "learners",
  course_editors: "who has the editor open",
  course_imports: "the import, not the course",
  course_totals: "learners",
  ended_enrolments: "learners",
  enrolment_runs: "learners",
  enrolments: "learners",
  group_courses: "who takes the course",
  learning_path_courses: "the paths that lead to the course",
  item_analyses: "learners",
  invitations: "who joins and takes the course",
  question_versions: "what learners were asked before",
  responses: "learners",
  scorm_attempts: "learners",
  scorm_results: "learners",
  scorm_sessions: "learners",
  scorm_shared: "learners",
  submissions: "learners",
  survey_anonymous_answers: "learners",
  survey_answers: "learners",
  survey_boxes: "learners",
  survey_takers: "learners",
  test_allowances: "learners",
  test_answers: "learners",
  test_attempts: "learners",
  unit_draws: "learners",
  unit_progress: "learners",
};

/** Columns that keep the value they have after the row is inserted, with the reason. */
const NOT_WRITTEN: Record<string, string> = {
  "courses.unit_count": "counts the units",
  "courses.deleted_at": "deleted courses cannot be opened",
  ...prefix("units", OTHER_UNIT_COLUMNS),
  ...prefix("questions", OTHER_QUESTION_COLUMNS),
  ...prefix("course_resources", OTHER_RESOURCE_COLUMNS),
};

/** Columns with another value afterwards, with the reason. */
const CHANGED_BY_EDIT: Record<string, string> = {
  "courses.version": "rises with each save",
  "courses.updated_at": "the time of the save",
  "courses.updated_by": "the author of the save",
};
const KEYS_OF_COPY: Record<string, string> = Object.fromEntries(
  [
    "course_categories.course_id",
    "course_prerequisites.course_id",
    "course_resources.id",
    "course_resources.course_id",
    "units.id",
    "units.course_id",
    "questions.id",
  ].map((column) => [column, "the copy has keys of its own"]),
);
const isCopied = (column: string) => (OTHER_COURSE_COLUMNS as Record<string, { isCopied: boolean }>)[column]?.isCopied;
const OWN_OF_COPY = Object.fromEntries(
  Object.entries(OTHER_COURSE_COLUMNS).flatMap(([column, { reason }]) =>
    isCopied(column) ? [] : [[`courses.${column}`, reason]],
  ),
);
const CHANGED_BY_DUPLICATE = { ...KEYS_OF_COPY, ...OWN_OF_COPY, "courses.title": "named '… (copy)'" };
const CHANGED_BY_IMPORT = {
  ...KEYS_OF_COPY,
  ...OWN_OF_COPY,
  "courses.certificate_template_id": "another instance has other templates",
};

const { server, author, upload, exported, imported } = await startArchives();
const rows = openRows(server, "demo");
let columns: Column[];
let courseId: number;
let before: Snapshot;
const written = new Set<string>();

beforeAll(async () => {
  columns = await rows.listColumns();
  courseId = await createCourse();
  before = await rows.readSnapshot(courseId);
});
afterAll(() => server.close());

/** Returns a value that differs from those of other columns and from the default. */
function generate({ table, name, type, initial }: Column, number: number): unknown {
  switch (type) {
    case "text":
      return `${table}.${name} ${number}`;
    case "integer":
      return 1000 + number;
    case "numeric":
      return 1000.5 + number;
    case "boolean":
      return initial !== "true";
    case "date":
      return `2031-03-${String(number).padStart(2, "0")}`;
    case "time without time zone":
      return `09:${String(number + 10)}:00`;
    case "timestamp with time zone":
      return `2021-03-${String(number).padStart(2, "0")}T09:00:00Z`;
    default:
      throw new Error(`Give a value for ${table}.${name} of type ${type} in this test.`);
  }
}

/** Writes the values of a row; a column without a given value gets a generated one, `undefined` means none. */
async function writeRow(table: string, id: number, given: Row): Promise<void> {
  const own = columns.filter((column) => column.table === table && !NOT_WRITTEN[`${table}.${column.name}`]);
  for (const [index, column] of own.entries()) {
    const value = column.name in given ? given[column.name] : generate(column, index + 1);
    if (value === undefined) continue;
    written.add(`${table}.${column.name}`);
    await rows.write(column, id, value);
  }
}

const uploadKey = async (kind: string, name: string, bytes: Buffer | string) =>
  findKey(await upload(author, kind, name, bytes))!;

/** Creates a course with a unit of each type, and writes every column. */
async function createCourse(): Promise<number> {
  const film = readFileSync(new URL("../server/src/demo/media/rope-and-river.webm", import.meta.url));
  const uploads: Record<string, () => Promise<string>> = {
    video: () => uploadKey("video", "film.webm", film),
    audio: () => uploadKey("audio", "sound.webm", film),
    presentation: () => uploadKey("presentation", "plan.txt", "First the rope.\n"),
    scorm: () => uploadKey("scorm", "drill.zip", scormPackage()),
  };
  const captions = await uploadKey("captions", "words.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nHold the rope.\n");
  const image = await uploadKey("image", "inside.jpg", await createPicture());
  const sound = await uploadKey("audio", "whistle.webm", film);
  const { createResourceCategory, createCourse: earlier } = await author.data(`mutation {
    createResourceCategory(name: "Maps") { id }
    createCourse(title: "Comes before", description: "d", course_code: "B-1", status: "draft") { id }
    saveToBank(category: "Knots", questions: [{ type: "Free Text", question: "Why?" }]) { saved } }`);
  const { categories } = await author.data("{ categories { id } }");
  const users = await rows.listUserIds();
  const id = await rows.insert("courses", { title: "Every column" });
  await writeRow("courses", id, {
    completion_rules: "percentage",
    completion_percentage: 80,
    recertify_days: 45,
    certificate_type: "Safeguarding",
    certificate_template_id: await rows.insert("certificate_templates", { name: "Own design" }),
    thumbnail_key: await uploadKey("image", "cover.jpg", await createPicture()),
    status: "published",
    start_date: "2030-01-02",
    branch_id: await rows.findBranch(),
    created_by: users[0],
    updated_by: users[1],
  });
  for (const [position, category] of [categories[1], categories[0]].entries()) {
    await rows.insert("course_categories", { course_id: id, category_id: category.id, position });
  }
  await rows.insert("course_prerequisites", { course_id: id, prerequisite_id: earlier.id });
  for (const name of ["course_categories.category_id", "course_categories.position"]) written.add(name);
  written.add("course_prerequisites.prerequisite_id");
  for (const position of [0, 1]) {
    const file_key = await uploadKey("resource", `notes-${position}.txt`, `Notes ${position}.`);
    const resource = await rows.insert("course_resources", { course_id: id, position, name: "Notes", file_key });
    await writeRow("course_resources", resource, { position, file_key, category_id: createResourceCategory.id });
  }
  for (const [index, type] of UNIT_TYPE_NAMES.entries()) {
    await createUnit(id, type, index + 1, { uploads, captions, image, sound });
  }
  await rows.write({ table: "courses", name: "unit_count", type: "integer" }, id, UNIT_TYPE_NAMES.length);
  return id;
}

async function createUnit(
  course_id: number,
  type: UnitType,
  unit_order: number,
  files: { uploads: Record<string, () => Promise<string>>; captions: string; image: string; sound: string },
): Promise<void> {
  const { takes, completionOptions, fields, file } = getUnitType(type);
  const id = await rows.insert("units", { course_id, type, unit_order });
  const file_key = file ? await files.uploads[file.purpose]!() : undefined;
  const content = { ops: [{ insert: { image: `/files/${files.image}` } }, { insert: `Text of ${type}.\n` }] };
  const pending = { insert: { image: "https://pictures.example/far.png" } };
  const own: Row = {
    youtube_link: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    url: "https://example.org/a?b=c",
    captions: [{ language: "en", file_key: files.captions }],
    draws: [{ category: "Knots", count: 1 }],
    survey_questions: SURVEY,
    pass_mark: 81,
    attempts_allowed: 4,
    attempt_wait: 3_600,
    counting_attempt: "best",
    questions_per_page: 5,
    review: "after_attempt",
    retry: "wrong",
    scorm_id: file?.purpose === "scorm" ? await rows.findPackage(file_key!) : undefined,
  };
  const foreign = columns.flatMap(({ table, name }) =>
    table === "units" && isOwnField(name) && !(name in fields) ? [[name, undefined]] : [],
  );
  const isFar = type === "Content";
  await writeRow("units", id, {
    type,
    unit_order,
    ...Object.fromEntries(Object.entries(own).filter(([name]) => name in fields)),
    ...Object.fromEntries(foreign),
    content: takes.includes("content")
      ? JSON.stringify(isFar ? { ops: [pending, ...content.ops] } : content)
      : undefined,
    content_images: takes.includes("content") ? [files.image] : undefined,
    pictures_pending: isFar ? true : undefined,
    completion_option: completionOptions[0],
    time_limit: completionOptions[0] === "time" || type === "Test" ? 30 + unit_order : undefined,
    file_key,
  });
  if (!takes.includes("questions") && type !== "Test") return;
  const picture = { file: files.image, alt: "A knot" };
  for (const position of [1, 2]) {
    const question = await rows.insert("questions", { unit_id: id, type: "Free Text", question: "Why?", position });
    await writeRow("questions", question, {
      unit_id: id,
      position,
      type: "Free Text",
      question: `Question ${position} of ${type}`,
      options: [{ text: `Option ${position}`, checked: true, feedback: `Feedback ${position}`, picture, weight: 100 }],
      pairs: [{ left: `Left ${position}`, right: "Right", picture }],
      media: [
        { kind: "picture", file: files.image, alt: `Picture ${position}` },
        { kind: "audio", file: files.sound, alt: `Recording ${position}` },
      ],
      rules: [{ condition: "contains", word: `word ${position}`, points: 3 }],
      required_points: 10 + position,
      points: 2 + position,
      rubric: [
        {
          criterion: `Criterion ${position}`,
          levels: [
            { text: "None", points: 0 },
            { text: "All", points: 5 },
          ],
        },
      ],
      accepted: [{ text: `Accepted ${position}`, tolerance: position, feedback: "Met", weight: 50 }],
    });
  }
}

/** A survey as it is stored, with a value of its own in every part. */
const SURVEY = [
  {
    key: "scale-1",
    kind: "likert",
    text: "How useful?",
    is_required: true,
    points: 7,
    low: "Not at all",
    high: "Very",
    is_multiple: false,
    options: [],
  },
  {
    key: "choice-2",
    kind: "choice",
    text: "What helped?",
    is_required: false,
    points: 5,
    low: "",
    high: "",
    is_multiple: true,
    options: [
      { key: "a", text: "Films" },
      { key: "b", text: "Tests" },
    ],
  },
];

const isOwnField = (name: string) => UNIT_TYPE_NAMES.some((type) => name in getUnitType(type).fields);

/** Removes the columns whose values are expected to differ. */
const omit = (snapshot: Snapshot, changed: Record<string, string>): Snapshot =>
  Object.fromEntries(
    Object.entries(snapshot).map(([table, rows]) => [
      table,
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !changed[`${table}.${name}`]))),
    ]),
  );

/** Reads the document of the editor, which cannot be imported without a browser. */
function readEditorDocument(): string {
  const source = new URL("../web/src/features/courses/editor/course.documents.ts", import.meta.url);
  return /CourseToEdit = graphql\(`([^`]*)`\)/.exec(readFileSync(source, "utf8"))![1]!;
}

describe("every column that authors write", () => {
  test("is written by this test, or listed with a reason", () => {
    const missing = columns.map(({ table, name }) => `${table}.${name}`).filter((name) => !NOT_WRITTEN[name]);
    expect(missing.filter((name) => !written.has(name))).toEqual([]);
  });

  test("belongs to a table that this test knows", async () => {
    const referring = await rows.listReferringTables();
    const known = [...AUTHORED.filter((name) => name !== "courses"), ...Object.keys(NOT_AUTHORED)];
    expect(referring.toSorted()).toEqual(known.toSorted());
  });

  test("is hidden from a learner until the course is open to them", async () => {
    const learner = await server.as("learner@demo.test");
    const { course } = await learner.data(readEditorDocument(), { id: courseId });
    const { units } = toEditorState(course).course;
    expect(units.map(({ type }) => type).toSorted()).toEqual(UNIT_TYPE_NAMES.toSorted());
    for (const unit of units) {
      expect(unit).toMatchObject({ ...emptyOwnValues, content: null, file: null, file_name: null, questions: [] });
    }
  });

  test("keeps its value when the course is opened in the editor and saved unchanged", async () => {
    const { course } = await author.data(readEditorDocument(), { id: courseId });
    const state = toEditorState(course);
    const input = toEditInput({ id: courseId, version: state.version }, state.course, state.status);
    await author.data("mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }", { input });
    expect(omit(await rows.readSnapshot(courseId), CHANGED_BY_EDIT)).toEqual(omit(before, CHANGED_BY_EDIT));
  });

  test("has its value in a duplicate", async () => {
    const { duplicateCourse } = await author.data(`mutation { duplicateCourse(id: ${courseId}) { id } }`);
    const copy = await rows.readSnapshot(duplicateCourse.id);
    expect(omit(copy, CHANGED_BY_DUPLICATE)).toEqual(omit(before, CHANGED_BY_DUPLICATE));
  });

  test("has its value in a course that is exported and imported", async () => {
    const { rawPayload } = await exported(author, courseId);
    const { course_id, ...state } = await imported(author, rawPayload);
    expect(state).toMatchObject({ state: "done", problems: [] });
    expect(omit(await rows.readSnapshot(course_id), CHANGED_BY_IMPORT)).toEqual(omit(before, CHANGED_BY_IMPORT));
  });
});
