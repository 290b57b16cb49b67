import { expect, test } from "vitest";
import { isEmbeddable, publishErrors, type UnitToPublish } from "./publish-rules.ts";

const course = (...units: UnitToPublish[]) => ({ title: "Safeguarding", description: "What to look for.", units });

test("a course needs a title and a description, and blanks are none", () => {
  expect(publishErrors({ title: " ", description: null, units: [] })).toEqual([
    "Course Title is required",
    "Course Description is required",
  ]);
  expect(publishErrors(course())).toEqual([]);
});

test.each<[UnitToPublish["type"], string[]]>([
  ["Content", ["Content Unit 2 title is required", "Content Unit 2 content is required"]],
  ["Video", ["Video Unit 2 title is required", "Video Unit 2 video file or YouTube link is required"]],
  ["Audio", ["Audio Unit 2 title is required", "Audio Unit 2 audio file is required"]],
  ["Presentation", ["Presentation Unit 2 title is required", "Presentation Unit 2 document is required"]],
  ["iFrame", ["iFrame Unit 2 title is required", "iFrame Unit 2 URL is required"]],
  ["Scorm", ["Scorm Unit 2 title is required", "Scorm Unit 2 file is required"]],
  ["Assignment", ["Assignment Unit 2 title is required", "Assignment Unit 2 content is required"]],
  ["Test", ["Test Unit 2 must have at least one question"]],
])("an empty %s unit says what it lacks", (type, messages) => {
  expect(publishErrors(course({ type, unit_order: 2 }))).toEqual(messages);
});

test("units with all they need pass", () => {
  const units: UnitToPublish[] = [
    { type: "Content", unit_order: 1, title: "Read", content: '{"ops":[{"insert":"Words\\n"}]}' },
    { type: "Video", unit_order: 2, title: "Watch", video_path: "files/a" },
    { type: "Video", unit_order: 3, title: "Watch", youtube_link: "https://youtu.be/dQw4w9WgXcQ" },
    { type: "Audio", unit_order: 4, title: "Listen", audio_path: "files/b" },
    { type: "Presentation", unit_order: 5, title: "Look", doc_path: "files/c" },
    { type: "iFrame", unit_order: 6, title: "Visit", url: "https://example.org" },
    { type: "Scorm", unit_order: 7, title: "Do", scorm_path: "files/d" },
    { type: "Test", unit_order: 8, questions: [{}] },
    { type: "Assignment", unit_order: 9, title: "Hand in", content: "Write a page." },
  ];
  expect(publishErrors(course(...units))).toEqual([]);
});

test("an empty document of the editor is no content", () => {
  const unit: UnitToPublish = { type: "Content", unit_order: 1, title: "Read", content: '{"ops":[{"insert":"\\n"}]}' };
  expect(publishErrors(course(unit))).toEqual(["Content Unit 1 content is required"]);
});

test("messages come in the order of the units", () => {
  const errors = publishErrors(course({ type: "Test", unit_order: 2 }, { type: "Scorm", unit_order: 1, title: "Do" }));
  expect(errors).toEqual(["Scorm Unit 1 file is required", "Test Unit 2 must have at least one question"]);
});

test.each([
  ["https://example.org/page?x=1", true],
  [" HTTPS://example.org ", true],
  ["http://example.org", true],
  ["http://", false],
  ["example.org", false],
  ["https://", false],
  ["javascript:alert(1)//https://", false],
])("whether %s can be shown in a frame: %s", (address, expected) => expect(isEmbeddable(address)).toBe(expected));
