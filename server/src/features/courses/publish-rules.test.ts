import { expect, test } from "vitest";
import { translate } from "../../i18n/translate.ts";
import { type CourseToPublish, listPublishErrors } from "./publish-rules.ts";
import { isEmbeddable } from "./units/iframe/iframe-unit.ts";

type UnitToPublish = CourseToPublish["units"][number];

/** The messages in English. */
const listErrors = (course: CourseToPublish) => listPublishErrors(course).map((each) => translate(each, "en"));

const course = (...units: UnitToPublish[]) => ({ title: "Safeguarding", description: "What to look for.", units });

test("requires a title and a description of a course, not only blanks", () => {
  expect(listErrors({ title: " ", description: null, units: [] })).toEqual([
    "Course Title is required",
    "Course Description is required",
  ]);
  expect(listErrors(course())).toEqual([]);
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
])("reports what an empty %s unit lacks", (type, messages) => {
  expect(listErrors(course({ type, unit_order: 2 }))).toEqual(messages);
});

test("accepts units with all they need", () => {
  const units: UnitToPublish[] = [
    { type: "Content", unit_order: 1, title: "Read", content: '{"ops":[{"insert":"Words\\n"}]}' },
    { type: "Video", unit_order: 2, title: "Watch", file: "files/a" },
    { type: "Video", unit_order: 3, title: "Watch", youtube_link: "https://youtu.be/dQw4w9WgXcQ" },
    { type: "Audio", unit_order: 4, title: "Listen", file: "files/b" },
    { type: "Presentation", unit_order: 5, title: "Look", file: "files/c" },
    { type: "iFrame", unit_order: 6, title: "Visit", url: "https://example.org" },
    { type: "Scorm", unit_order: 7, title: "Do", file: "files/d" },
    { type: "Test", unit_order: 8, questions: [{}] },
    { type: "Assignment", unit_order: 9, title: "Hand in", content: "Write a page." },
  ];
  expect(listErrors(course(...units))).toEqual([]);
});

test("treats an empty document of the editor as no content", () => {
  const unit: UnitToPublish = { type: "Content", unit_order: 1, title: "Read", content: '{"ops":[{"insert":"\\n"}]}' };
  expect(listErrors(course(unit))).toEqual(["Content Unit 1 content is required"]);
});

test("lists messages in the order of the units", () => {
  const errors = listErrors(course({ type: "Test", unit_order: 2 }, { type: "Scorm", unit_order: 1, title: "Do" }));
  expect(errors).toEqual(["Scorm Unit 1 file is required", "Test Unit 2 must have at least one question"]);
});

test.each([
  ["https://example.org/page?x=1", true],
  [" HTTPS://example.org ", true],
  ["http://example.org", true],
  ["/samples/meeting-point.html", true],
  ["/samples/../admin.html", false],
  ["/settings", false],
  ["http://", false],
  ["example.org", false],
  ["https://", false],
  ["javascript:alert(1)//https://", false],
])("tells whether %s can be shown in a frame: %s", (address, expected) => expect(isEmbeddable(address)).toBe(expected));

test.each([
  ["fr", ["Le titre du cours est obligatoire", "Unité 1 (Contenu) : le contenu est obligatoire"]],
  ["es", ["El título del curso es obligatorio", "Unidad 1 (Contenido): falta el contenido"]],
] as const)("reports in %s what a course lacks", (language, messages) => {
  const unit: UnitToPublish = { type: "Content", unit_order: 1, title: "Read" };
  const errors = listPublishErrors({ title: "", description: "What to look for.", units: [unit] });
  expect(errors.map((each) => translate(each, language).replaceAll(/[\u00a0\u202f]/g, " "))).toEqual(messages);
});
