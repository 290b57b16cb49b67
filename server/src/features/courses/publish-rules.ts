import { deltaIsBlank } from "./delta.ts";

export type UnitLabel = "Content" | "Video" | "Audio" | "Presentation" | "iFrame" | "Scorm" | "Test" | "Assignment";

type Text = string | null | undefined;

/** What the rules look at; a whole unit fits. `questions` are those of a test unit. */
export type UnitToPublish = {
  type: UnitLabel;
  unit_order: number;
  title?: Text;
  content?: Text;
  video_path?: Text;
  youtube_link?: Text;
  audio_path?: Text;
  doc_path?: Text;
  url?: Text;
  scorm_path?: Text;
  questions?: readonly unknown[] | null | undefined;
  /** What a test unit draws from the bank. */
  draws?: readonly unknown[] | null | undefined;
};

export type CourseToPublish = { title?: Text; description?: Text; units: readonly UnitToPublish[] };

/** Every message of publishing. The editor shows the same texts: change them in both places. */
export const publishMessages = {
  courseTitle: () => "Course Title is required",
  courseDescription: () => "Course Description is required",
  title: (unit: UnitToPublish) => `${named(unit)} title is required`,
  content: (unit: UnitToPublish) => `${named(unit)} content is required`,
  video: (unit: UnitToPublish) => `${named(unit)} video file or YouTube link is required`,
  audio: (unit: UnitToPublish) => `${named(unit)} audio file is required`,
  document: (unit: UnitToPublish) => `${named(unit)} document is required`,
  url: (unit: UnitToPublish) => `${named(unit)} URL is required`,
  address: () => "Use an address that begins with https:// or http://.",
  scorm: (unit: UnitToPublish) => `${named(unit)} file is required`,
  questions: (unit: UnitToPublish) => `${named(unit)} must have at least one question`,
};

/** Why a course may not be published yet: the course first, then its units in their order. Empty when it may. */
export function publishErrors(course: CourseToPublish): string[] {
  const units = course.units.toSorted((a, b) => a.unit_order - b.unit_order);
  return [
    ...when(isBlank(course.title), publishMessages.courseTitle()),
    ...when(isBlank(course.description), publishMessages.courseDescription()),
    ...units.flatMap(unitErrors),
  ];
}

/** Whether this is the address of a page of the web, which alone can be shown in a frame. */
export function isEmbeddable(address: string): boolean {
  return /^https?:\/\//i.test(address.trim()) && URL.canParse(address.trim());
}

function unitErrors(unit: UnitToPublish): string[] {
  const title = when(isBlank(unit.title), publishMessages.title(unit));
  switch (unit.type) {
    case "Content":
    case "Assignment":
      return [...title, ...when(deltaIsBlank(unit.content), publishMessages.content(unit))];
    case "Video":
      return [...title, ...when(isBlank(unit.video_path) && isBlank(unit.youtube_link), publishMessages.video(unit))];
    case "Audio":
      return [...title, ...when(isBlank(unit.audio_path), publishMessages.audio(unit))];
    case "Presentation":
      return [...title, ...when(isBlank(unit.doc_path), publishMessages.document(unit))];
    case "iFrame":
      return [...title, ...when(isBlank(unit.url), publishMessages.url(unit))];
    case "Scorm":
      return [...title, ...when(isBlank(unit.scorm_path), publishMessages.scorm(unit))];
    case "Test":
      return when(!unit.questions?.length && !unit.draws?.length, publishMessages.questions(unit));
  }
}

function named(unit: UnitToPublish): string {
  return `${unit.type} Unit ${unit.unit_order}`;
}

function when(broken: boolean, message: string): string[] {
  return broken ? [message] : [];
}

function isBlank(text: Text): boolean {
  return !text?.trim();
}
