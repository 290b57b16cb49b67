import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../server/src/testing/server.ts";
import { toEditInput } from "../web/src/features/courses/editor/courseToServer.ts";
import { type CourseDraft, emptyCourse, newUnit, type Unit } from "../web/src/features/courses/editor/draft.ts";
import { listPublishErrors } from "../web/src/features/courses/editor/publishRules.ts";
import { newQuestion, type Question } from "../web/src/features/courses/editor/question.ts";
import { listServerMessages } from "../web/src/features/courses/editor/serverMessages.ts";
import { speakEnglish } from "../web/src/testing/english.ts";

// The editor checks a course before it calls the server, and the server checks it again: both must refuse the same
// courses with the same messages.

const complete: CourseDraft = { ...emptyCourse, title: "Fire safety", description: "What to do." };
const words = JSON.stringify({ ops: [{ insert: "Words\n" }] });
const blank = JSON.stringify({ ops: [{ insert: " \n" }] });
const unit = (type: Unit["type"], change: Partial<Unit> = {}): Unit => ({ ...newUnit("u", type, 1), ...change });
const units = (...list: Unit[]): CourseDraft => ({ ...complete, units: list });
const nameless = { title: "  " };
const asks = (type: Question["type"], change: Partial<Question>) =>
  units(unit("Test", { questions: [{ ...newQuestion(type), ...change }] }));
const option = (text: string, checked = false) => ({ text, checked, feedback: "" });

/** A problem, a course that has it, and all its messages. */
const BAD_COURSES: [string, CourseDraft, string[]][] = [
  ["no title", { ...complete, title: " " }, ["Course Title is required"]],
  ["no description", { ...complete, description: "" }, ["Course Description is required"]],
  [
    "neither, and a unit with nothing in it",
    { ...emptyCourse, units: [unit("Content", nameless)] },
    [
      "Course Title is required",
      "Course Description is required",
      "Content Unit 1 title is required",
      "Content Unit 1 content is required",
    ],
  ],
  ["a text without words", units(unit("Content", { content: blank })), ["Content Unit 1 content is required"]],
  [
    "a text without a title",
    units(unit("Content", { content: words, ...nameless })),
    ["Content Unit 1 title is required"],
  ],
  [
    "a video without title and source",
    units(unit("Video", nameless)),
    ["Video Unit 1 title is required", "Video Unit 1 video file or YouTube link is required"],
  ],
  [
    "a link that is no video",
    units(unit("Video", { youtube_link: "https://example.org/watch?v=dQw4w9WgXcQ" })),
    ["Video Unit 1: This is not the address of a YouTube video."],
  ],
  [
    "a sound without title and file",
    units(unit("Audio", nameless)),
    ["Audio Unit 1 title is required", "Audio Unit 1 audio file is required"],
  ],
  [
    "a presentation without title and document",
    units(unit("Presentation", nameless)),
    ["Presentation Unit 1 title is required", "Presentation Unit 1 document is required"],
  ],
  [
    "a frame without title and address",
    units(unit("iFrame", nameless)),
    ["iFrame Unit 1 title is required", "iFrame Unit 1 URL is required"],
  ],
  [
    "a frame with an address that is none of the web",
    units(unit("iFrame", { url: "ftp://example.org" })),
    ["iFrame Unit 1: Use an address that begins with https:// or http://."],
  ],
  [
    "an assignment without title and task",
    units(unit("Assignment", nameless)),
    ["Assignment Unit 1 title is required", "Assignment Unit 1 content is required"],
  ],
  [
    "a package without title and file",
    units(unit("Scorm", nameless)),
    ["Scorm Unit 1 title is required", "Scorm Unit 1 file is required"],
  ],
  ["a test without questions", units(unit("Test")), ["Test Unit 1 must have at least one question"]],
  [
    "units in their order, each with what it lacks",
    units(
      unit("Test", { key: "a" }),
      unit("Content", { key: "b", ...nameless, content: words }),
      unit("Audio", { key: "c" }),
    ),
    [
      "Test Unit 1 must have at least one question",
      "Content Unit 2 title is required",
      "Audio Unit 3 audio file is required",
    ],
  ],
  [
    "a choice without a right option",
    asks("Multiple Choice", { options: [option("A"), option(" ", true)] }),
    ["Question 1 in Test Unit 1 needs at least one correct option"],
  ],
  [
    "an order of one thing",
    asks("Ordering", { options: [option("A"), option("")] }),
    ["Question 1 in Test Unit 1 needs at least two items to order"],
  ],
  [
    "pairs without a partner",
    asks("Match the Pairs", { pairs: [{ left: "A", right: " " }] }),
    ["Question 1 in Test Unit 1 needs at least one pair"],
  ],
  [
    "a text without a gap",
    asks("Fill the Gaps", { question: "No [] gap [ | ]" }),
    ["Question 1 in Test Unit 1 needs at least one gap in [brackets]"],
  ],
  [
    "a question under a text",
    units(unit("Content", { content: words, questions: [newQuestion("Multiple Choice")] })),
    ["Question 1 in Content Unit 1 needs at least one correct option"],
  ],
  [
    "a percentage above 100",
    { ...complete, completion_rules: "percentage", completion_percentage: "101" },
    ["Use a percentage from 0 to 100."],
  ],
  [
    "a percentage below 0",
    { ...complete, completion_rules: "percentage", completion_percentage: "-1" },
    ["Use a percentage from 0 to 100."],
  ],
  ["a price below zero", { ...complete, price: "-1" }, ["The price cannot be below zero."]],
  ["room for less than nobody", { ...complete, capacity: "-1" }, ["The capacity cannot be below zero."]],
  [
    "an end before the beginning",
    { ...complete, start_date: "2026-05-02", end_date: "2026-05-01" },
    ["The end must come after the start."],
  ],
  [
    "an end at the minute of the beginning",
    { ...complete, start_date: "2026-05-02", start_time: "09:00", end_date: "2026-05-02", end_time: "09:00" },
    ["The end must come after the start."],
  ],
  [
    "a draw of no question",
    units(unit("Test", { draws: [{ category: "Ropes", count: "0" }] })),
    ["Test Unit 1: Draw one question at least."],
  ],
];

const GOOD_COURSES: [string, CourseDraft][] = [
  ["no units", complete],
  ["a text that is no document", units(unit("Content", { content: "Words from long ago" }))],
  ["a test that needs no title", units(unit("Test", { ...nameless, questions: [newQuestion("Free Text")] }))],
  ["a video by a short link", units(unit("Video", { youtube_link: "youtu.be/dQw4w9WgXcQ" }))],
  ["an address of the web in capitals", units(unit("iFrame", { url: "HTTP://example.org" }))],
  ["a percentage that is not in force", { ...complete, completion_percentage: "" }],
  ["a whole day", { ...complete, start_date: "2026-05-02", end_date: "2026-05-02" }],
];

let server: TestServer;
let author: Client;
let id: number;
beforeAll(async () => {
  speakEnglish();
  server = await startServer();
  author = await server.as("instructor@demo.test");
  const made = await author.data('mutation { createCourse(title: "Draft", description: "d", status: "draft") { id } }');
  id = made.createCourse.id;
});
afterAll(() => server.close());

/** Returns the server's messages for publishing a course, in the form the editor shows. */
async function refusals(course: CourseDraft): Promise<string[]> {
  const EDIT = "mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }";
  const { errors } = await author.query(EDIT, { input: toEditInput({ id, version: null }, course, "published") });
  if (!errors) return [];
  expect(errors[0]!.extensions.code).toBe("VALIDATION");
  return listServerMessages(errors[0]!.extensions.validation!, course);
}

const noUploads = { isPending: () => false, failure: () => null };

test.each(BAD_COURSES)("the editor and the server report the same problems: %s", async (_, course, messages) => {
  expect(listPublishErrors(course, noUploads)).toEqual(messages);
  expect(await refusals(course)).toEqual(messages);
});

test.each(GOOD_COURSES)("the editor and the server accept: %s", async (_, course) => {
  expect(listPublishErrors(course, noUploads)).toEqual([]);
  expect(await refusals(course)).toEqual([]);
});
