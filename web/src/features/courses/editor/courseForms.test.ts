import { describe, expect, test } from "vitest";
import { toEditorState } from "./courseFromServer.ts";
import { toCreateVariables, toEditInput } from "./courseToServer.ts";
import { emptyCourse, newUnit, type CourseDraft, type Unit, type UnitType } from "./draft.ts";
import { newQuestion, type Question } from "./question.ts";

/** Settings of a test, each with another value than the default. */
const settings = {
  pass_mark: 80,
  attempts_allowed: 3,
  attempt_wait: 600,
  time_limit: 1200,
  counting_attempt: "best",
  questions_per_page: 5,
  shuffles_questions: true,
  shuffles_options: true,
  review: "after_attempt",
  shows_answers: true,
  retry: "wrong",
  partial_credit: true,
};

const text = JSON.stringify({ ops: [{ insert: "Words\n" }] });
const question = {
  id: 900,
  type: "Multiple Choice",
  question: "Who?",
  required_points: 0,
  accepted: [],
  matches_case: false,
  rubric: [],
  min_words: null,
  max_words: null,
  marker_note: "",
  points: 3,
  media: [{ kind: "picture", file: "/files/1/aa/knot", alt: "A knot" }],
  feedback: "Because.",
  options: [{ text: "I", checked: true, feedback: "Yes." }],
  pairs: [],
  rules: [],
};
const surveyQuestion = {
  key: "a",
  kind: "likert",
  text: "Useful?",
  is_required: true,
  points: 7,
  low: "No",
  high: "Yes",
  is_multiple: false,
  options: [],
};
const asStored = (id: number, type: UnitType, more: object = {}) => ({
  id,
  type,
  title: `${type} ${id}`,
  unit_order: id,
  completion_option: "question",
  time_limit: null,
  tests: [{ ...question, id: 900 + id }],
  ...more,
});

/** A course with a unit of each type, as the server returns it. */
const stored = {
  id: 3,
  version: 7,
  status: "published",
  title: "All",
  description: "Of them",
  categories: [],
  price: 0,
  hide_from_catalog: false,
  completion_rules: "all-units",
  completion_percentage: 100,
  learning_path: [],
  certificate_type: "Default",
  certificate_template_id: null,
  resources: [],
  contents: [asStored(1, "Content", { content: text })],
  videos: [asStored(2, "Video", { content: text, video_path: "/files/video", youtube_link: null, captions: [] })],
  audios: [asStored(3, "Audio", { content: text, audio_path: "/files/audio" })],
  documents: [
    asStored(4, "Presentation", {
      description: text,
      file_path: "/files/document",
      file_name: "plan.pdf",
      file_type: "application/pdf",
    }),
  ],
  iframes: [
    asStored(5, "iFrame", { content: text, url: "https://example.org", completion_option: "time", time_limit: 30 }),
  ],
  tests: [asStored(6, "Test", { completion_option: null, draws: [], ...settings })],
  assignments: [asStored(7, "Assignment", { content: text, completion_option: "instructor-accepts", tests: [] })],
  surveys: [
    asStored(9, "Survey", {
      content: text,
      completion_option: null,
      tests: [],
      survey_questions: [surveyQuestion],
      is_anonymous: true,
      has_answers: true,
    }),
  ],
  scorms: [asStored(8, "Scorm", { scorm_path: "/files/package", scorm_id: 4, completion_option: null, tests: [] })],
} as unknown as Parameters<typeof toEditorState>[0];

describe("a stored course", () => {
  const { course, id, version } = toEditorState(stored);

  test("is opened with its units in their order, each with the fields of its type", () => {
    expect(course.units.map(({ type }) => type)).toEqual([
      "Content",
      "Video",
      "Audio",
      "Presentation",
      "iFrame",
      "Test",
      "Assignment",
      "Scorm",
      "Survey",
    ]);
    expect(course.units.map(({ file }) => file)).toEqual([
      null,
      "/files/video",
      "/files/audio",
      "/files/document",
      null,
      null,
      null,
      "/files/package",
      null,
    ]);
    expect(course.units[3]).toMatchObject({
      content: text,
      file_name: "plan.pdf",
      file_type: "application/pdf",
      questions: [{ id: 904 }],
    });
    expect(course.units[4]).toMatchObject({ url: "https://example.org", completion_option: "time", time_limit: "30" });
    expect(course.units[6]).toMatchObject({ content: text, completion_option: "instructor-accepts", questions: [] });
  });

  test("is sent back unchanged, with every id", () => {
    const input = toEditInput({ id: id!, version }, course, "published");
    const questions = (of: number) => [{ ...question, id: 900 + of }];
    expect(input).toMatchObject({ id: 3, version: 7, status: "published" });
    expect(input.audios).toEqual([
      {
        id: 3,
        unit_order: 3,
        title: "Audio 3",
        completion_option: "question",
        time_limit: null,
        content: text,
        questions: questions(3),
        audio_path: "/files/audio",
      },
    ]);
    expect(input.surveys).toEqual([
      {
        id: 9,
        unit_order: 9,
        title: "Survey 9",
        content: text,
        survey_questions: [surveyQuestion],
        is_anonymous: true,
      },
    ]);
    expect(input.documents).toMatchObject([
      { id: 4, doc_path: "/files/document", content: text, questions: questions(4) },
    ]);
    expect(input.iframes).toMatchObject([
      { id: 5, url: "https://example.org", completion_option: "time", time_limit: 30 },
    ]);
    expect(input.assignments).toMatchObject([
      { id: 7, content: text, completion_option: "instructor-accepts", questions: [] },
    ]);
    expect(input.tests).toEqual([{ id: 6, unit_order: 6, title: "Test 6", draws: [], ...settings }]);
    expect(input.unit_tests).toEqual([{ ...question, id: 906, unit_order: 6 }]);
    expect(input.scorms).toMatchObject([{ id: 8, scorm_path: "/files/package", scorm_id: 4 }]);
  });
});

test("a new course is sent with units of every type, under the arguments of createCourse", () => {
  const unit = (type: UnitType, change: Partial<Unit> = {}) => ({
    ...newUnit(type, type, 1),
    content: text,
    ...change,
  });
  const course: CourseDraft = {
    ...emptyCourse,
    units: [
      unit("Assignment", { completion_option: "user-uploads" }),
      unit("iFrame", { url: "https://example.org" }),
      unit("Presentation", { file: "/files/document" }),
      unit("Audio", { file: "/files/audio" }),
    ],
  };
  const variables = toCreateVariables(course, "draft");
  expect(variables.assignment).toMatchObject([
    { id: null, unit_order: 1, content: text, completion_option: "user-uploads" },
  ]);
  expect(variables.iframe).toMatchObject([{ unit_order: 2, url: "https://example.org" }]);
  expect(variables.document).toMatchObject([{ unit_order: 3, doc_path: "/files/document" }]);
  expect(variables.audio).toMatchObject([{ unit_order: 4, audio_path: "/files/audio" }]);
});

test("numbers that were typed with decimals, or too large, are sent as whole numbers that the API takes", () => {
  const rules = [{ condition: "contains" as const, word: "rope", points: "1.4" }];
  const written: Question = { ...newQuestion("Free Text"), question: "Why?", rules, required_points: "1.5" };
  const units = [
    newUnit("t", "Test", 1),
    { ...newUnit("c", "Content", 2), completion_option: "time", time_limit: "30.2" },
  ].map((each) => ({ ...each, questions: each.type === "Test" ? [written] : [] }));
  const overview = { capacity: "12.5", due_days: "3.2", recertify_days: "1e12", completion_percentage: "66.6" };
  const input = toEditInput({ id: 1, version: 1 }, { ...emptyCourse, ...overview, price: "9.95", units }, "draft");
  expect(input).toMatchObject({
    capacity: 13,
    due_days: 3,
    recertify_days: 2_147_483_647,
    completion_percentage: 67,
    price: 9.95,
    contents: [{ time_limit: 30 }],
    unit_tests: [{ required_points: 2, rules: [{ points: 1 }] }],
  });
});
