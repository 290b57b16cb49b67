import { i18n } from "@lingui/core";
import { beforeAll, describe, expect, test } from "vitest";
import { emptyCourse, newUnit, type CourseDraft, type Unit } from "./draft.ts";
import { listDraftErrors, listPublishErrors, type UploadFacts } from "./publishRules.ts";
import { newQuestion, type Question } from "./question.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const noUploads: UploadFacts = { isPending: () => false, failure: () => null };
const named: CourseDraft = { ...emptyCourse, title: "Fire safety", description: "What to do." };
const text = JSON.stringify({ ops: [{ insert: "Words\n" }] });
const unit = (type: Unit["type"], change: Partial<Unit> = {}): Unit => ({ ...newUnit("u", type, 1), ...change });
const listErrors = (...units: Unit[]) => listPublishErrors({ ...named, units }, noUploads);

test("requires a title and a description of a course", () => {
  expect(listPublishErrors({ ...emptyCourse, title: " " }, noUploads)).toEqual([
    "Course Title is required",
    "Course Description is required",
  ]);
});

describe("a unit", () => {
  test.each<[string, Unit, string[]]>([
    ["a complete text", unit("Content", { content: text }), []],
    [
      "an empty text",
      unit("Content", { title: "" }),
      ["Content Unit 1 title is required", "Content Unit 1 content is required"],
    ],
    ["a text that cannot be read here", unit("Content", { content: "old text" }), []],
    ["a video without a source", unit("Video"), ["Video Unit 1 video file or YouTube link is required"]],
    ["a video by link", unit("Video", { youtube_link: "youtu.be/aqz-KE-bpKQ" }), []],
    [
      "a link that is no video",
      unit("Video", { youtube_link: "https://example.org" }),
      ["Video Unit 1: This is not the address of a YouTube video."],
    ],
    ["a test without questions", unit("Test", { title: "" }), ["Test Unit 1 must have at least one question"]],
    [
      "an audio unit without its file",
      unit("Audio", { title: " " }),
      ["Audio Unit 1 title is required", "Audio Unit 1 audio file is required"],
    ],
    ["a complete audio unit", unit("Audio", { file: "/files/a" }), []],
    [
      "a presentation without its document",
      unit("Presentation", { title: "" }),
      ["Presentation Unit 1 title is required", "Presentation Unit 1 document is required"],
    ],
    ["a complete presentation", unit("Presentation", { file: "/files/a" }), []],
    [
      "an iframe without an address",
      unit("iFrame", { title: "" }),
      ["iFrame Unit 1 title is required", "iFrame Unit 1 URL is required"],
    ],
    ["a complete iframe", unit("iFrame", { url: "https://example.org" }), []],
    [
      "an address that is none of the web",
      unit("iFrame", { url: "ftp://example.org" }),
      ["iFrame Unit 1: Use an address that begins with https:// or http://."],
    ],
    [
      "an assignment without a task",
      unit("Assignment", { title: "" }),
      ["Assignment Unit 1 title is required", "Assignment Unit 1 content is required"],
    ],
    ["a complete assignment", unit("Assignment", { content: text }), []],
    [
      "a package without its file",
      unit("Scorm", { title: "" }),
      ["Scorm Unit 1 title is required", "Scorm Unit 1 file is required"],
    ],
    ["a complete package", unit("Scorm", { file: "/files/package", scorm_id: 4 }), []],
  ])("%s", (_, given, expected) => expect(listErrors(given)).toEqual(expected));
});

describe("a question must have an answer", () => {
  test.each<[Question["type"], Partial<Question>, string]>([
    [
      "Multiple Choice",
      { options: [{ text: "A", checked: false, feedback: "" }] },
      "needs at least one correct option",
    ],
    ["Ordering", { options: [{ text: "A", checked: false, feedback: "" }] }, "needs at least two items to order"],
    ["Match the Pairs", { pairs: [{ left: "A", right: " " }] }, "needs at least one pair"],
    ["Fill the Gaps", { question: "No [] gap [ | ]" }, "needs at least one gap in [brackets]"],
  ])("%s", (type, change, problem) => {
    const question = { ...newQuestion(type), ...change };
    expect(listErrors(unit("Test", { questions: [question] }))).toEqual([`Question 1 in Test Unit 1 ${problem}`]);
  });

  test("but a free text may accept every answer", () => {
    expect(listErrors(unit("Test", { questions: [newQuestion("Free Text")] }))).toEqual([]);
  });
});

describe("uploads", () => {
  test("a running upload of a video counts as its file", () => {
    const uploads = { ...noUploads, isPending: (key: string) => key === "u" };
    expect(listPublishErrors({ ...named, units: [unit("Video")] }, uploads)).toEqual([]);
  });

  test("names a resource that failed to upload, with the reason", () => {
    const resource = {
      key: "r",
      id: null,
      name: "plan.pdf",
      size: 1,
      file_path: null,
      is_downloadable: false,
      category_id: null,
    };
    const uploads = { ...noUploads, failure: (key: string) => (key === "r" ? "This file is empty." : null) };
    expect(listDraftErrors({ ...named, resources: [resource] }, uploads)).toEqual([
      'Resource "plan.pdf" failed to upload: This file is empty.',
    ]);
    expect(listDraftErrors({ ...named, resources: [resource] }, noUploads)).toEqual([
      'Resource "plan.pdf" failed to upload: The upload was interrupted.',
    ]);
  });
});

describe("refuses a draft only for what the form itself refuses", () => {
  test.each<[string, Partial<CourseDraft>, string[]]>([
    ["nothing at all", {}, []],
    [
      "a percentage above 100",
      { completion_rules: "percentage", completion_percentage: "101" },
      ["Use a percentage from 0 to 100."],
    ],
    ["a percentage that is not in force", { completion_percentage: "101" }, []],
    [
      "an end before the start",
      { start_date: "2026-05-02", end_date: "2026-05-01" },
      ["The end must come after the start."],
    ],
    ["a whole day", { start_date: "2026-05-02", end_date: "2026-05-02" }, []],
    ["a price below zero", { price: "-1" }, ["The price cannot be below zero."]],
  ])("%s", (_, change, expected) =>
    expect(listDraftErrors({ ...emptyCourse, ...change }, noUploads)).toEqual(expected),
  );
});

test("a running upload counts as the file", () => {
  const uploads: UploadFacts = { isPending: () => true, failure: () => null };
  const units = [unit("Audio"), unit("Presentation"), unit("Video")];
  expect(listPublishErrors({ ...named, units }, uploads)).toEqual([]);
});

test("names the unit of a file that failed to upload, with the reason", () => {
  const uploads: UploadFacts = { isPending: () => false, failure: () => "Too large." };
  expect(listDraftErrors({ ...named, units: [unit("Audio")] }, uploads)).toContain(
    "Audio Unit 1 failed to upload: Too large.",
  );
});
