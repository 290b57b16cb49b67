import type { CourseDraft, Draw, Resource, Unit } from "./draft.ts";
import { isBlankContent } from "./delta.ts";
import { questionProblem } from "./question.ts";
import { youtubeId } from "./youtube.ts";

/**
 * Every message that keeps a course from being saved or published. The server refuses in the same words (its
 * `publish-rules.ts`, `question-rules.ts` and `course-draft.ts`): change them in both places. They are part of the contract
 * and stand in English in every language.
 */
export const messages = {
  courseTitle: () => "Course Title is required",
  courseDescription: () => "Course Description is required",
  price: () => "The price cannot be below zero.",
  capacity: () => "The capacity cannot be below zero.",
  percentage: () => "Use a percentage from 0 to 100.",
  dates: () => "The end must come after the start.",
  resource: (name: string, reason: string) => `Resource "${name}" failed to upload: ${reason}`,
  upload: (what: string, reason: string) => `${what} failed to upload: ${reason}`,
  title: (unit: string) => `${unit} title is required`,
  content: (unit: string) => `${unit} content is required`,
  video: (unit: string) => `${unit} video file or YouTube link is required`,
  audio: (unit: string) => `${unit} audio file is required`,
  document: (unit: string) => `${unit} document is required`,
  url: (unit: string) => `${unit} URL is required`,
  scorm: (unit: string) => `${unit} file is required`,
  address: () => "Use an address that begins with https:// or http://.",
  youtube: () => "This is not the address of a YouTube video.",
  draw: () => "Draw one question at least.",
  questions: (unit: string) => `${unit} must have at least one question`,
  question: (number: number, unit: string, problem: string) => `Question ${number} in ${unit} ${problem}`,
};

/** The key of the upload for the course's picture. */
export const thumbnailKey = "thumbnail";

/** The key of the upload for captions of a film. */
export const captionsKey = ({ key }: Unit) => `${key}/captions`;

/** What the uploads in progress say: whether a part of the course (by key) waits for a file, and why one failed. */
export type UploadFacts = { isPending: (key: string) => boolean; failure: (key: string) => string | null };

/** Why the course cannot even be kept as a draft: what the form itself does not let through. */
export function draftErrors(course: CourseDraft, uploads: UploadFacts): string[] {
  return [
    ...when(Number(course.price) < 0, messages.price()),
    ...when(Number(course.capacity) < 0, messages.capacity()),
    ...when(!isPercentage(course), messages.percentage()),
    ...when(endsTooEarly(course), messages.dates()),
    ...failed(uploads, thumbnailKey, (reason) => messages.upload("Thumbnail", reason)),
    ...course.resources.flatMap((resource) => resourceErrors(resource, uploads)),
    ...course.units.flatMap((unit, index) => [
      ...linkErrors(unit, index + 1),
      ...unit.draws
        .flatMap((draw) => drawProblem(draw) ?? [])
        .map((problem) => `${named(unit, index + 1)}: ${problem}`),
      ...failed(uploads, unit.key, (reason) => messages.upload(named(unit, index + 1), reason)),
      ...failed(uploads, captionsKey(unit), (reason) => messages.upload(`${named(unit, index + 1)} captions`, reason)),
    ]),
  ];
}

/** Why the course may not be published yet: the course first, then its units in their order. Empty when it may. */
export function publishErrors(course: CourseDraft, uploads: UploadFacts): string[] {
  return [
    ...when(isBlank(course.title), messages.courseTitle()),
    ...when(isBlank(course.description), messages.courseDescription()),
    ...draftErrors(course, uploads),
    ...course.units.flatMap((unit, index) => unitErrors(unit, index + 1, uploads)),
    ...course.units.flatMap((unit, index) => questionErrors(unit, index + 1)),
  ];
}

/** What is wrong with a link that was typed; null for none and for a good one. */
export const linkProblem = ({ youtube_link }: Unit) =>
  youtube_link.trim() && !youtubeId(youtube_link) ? messages.youtube() : null;

/** What is wrong with the number of questions to be drawn; none is all. */
export const drawProblem = ({ count }: Draw) =>
  count === "" || (Number.isInteger(Number(count)) && Number(count) >= 1) ? null : messages.draw();

/** Whether this is the address of a page of the web, which alone can be shown in a frame. */
export const isEmbeddable = (address: string) => /^https?:\/\//i.test(address.trim()) && URL.canParse(address.trim());

/** What is wrong with the completion percentage; null when it is in force and fine, or not in force. */
export const percentageProblem = (course: CourseDraft) => (isPercentage(course) ? null : messages.percentage());

/** What is wrong with the end of the course's time. */
export const datesProblem = (course: CourseDraft) => (endsTooEarly(course) ? messages.dates() : null);

/** A resource can come back without its file, when the page was closed during the upload. */
function resourceErrors({ key, name, file_path }: Resource, uploads: UploadFacts): string[] {
  const isLost = file_path === null && !uploads.isPending(key) && uploads.failure(key) === null;
  if (isLost) return [messages.resource(name, "The upload was interrupted.")];
  return failed(uploads, key, (reason) => messages.resource(name, reason));
}

function failed(uploads: UploadFacts, key: string, message: (reason: string) => string): string[] {
  const reason = uploads.failure(key);
  return reason === null ? [] : [message(reason)];
}

function linkErrors(unit: Unit, order: number): string[] {
  const problem = unit.url && !isEmbeddable(unit.url) ? messages.address() : linkProblem(unit);
  return problem ? [`${named(unit, order)}: ${problem}`] : [];
}

function unitErrors(unit: Unit, order: number, uploads: UploadFacts): string[] {
  const name = named(unit, order);
  const title = when(isBlank(unit.title), messages.title(name));
  const lacksFile = !unit.file && !uploads.isPending(unit.key);
  switch (unit.type) {
    case "Content":
    case "Assignment":
      return [...title, ...when(isBlankContent(unit.content), messages.content(name))];
    case "Video":
      return [...title, ...when(lacksFile && isBlank(unit.youtube_link), messages.video(name))];
    case "Audio":
      return [...title, ...when(lacksFile, messages.audio(name))];
    case "Presentation":
      return [...title, ...when(lacksFile, messages.document(name))];
    case "iFrame":
      return [...title, ...when(isBlank(unit.url), messages.url(name))];
    case "Test":
      return when(unit.questions.length + unit.draws.length === 0, messages.questions(name));
    case "Scorm":
      return [...title, ...when(lacksFile, messages.scorm(name))];
  }
}

function questionErrors(unit: Unit, order: number): string[] {
  return unit.questions.flatMap((question, index) => {
    const problem = questionProblem(question);
    return problem ? [messages.question(index + 1, named(unit, order), problem)] : [];
  });
}

function isPercentage({ completion_rules, completion_percentage }: CourseDraft): boolean {
  if (completion_rules !== "percentage" || completion_percentage === "") return true;
  const percentage = Number(completion_percentage);
  return Number.isInteger(percentage) && percentage >= 0 && percentage <= 100;
}

function endsTooEarly({ start_date, start_time, end_date, end_time }: CourseDraft): boolean {
  if (!start_date || !end_date) return false;
  return `${start_date} ${start_time || "00:00"}` >= `${end_date} ${end_time || "24:00"}`;
}

const named = ({ type }: Unit, order: number) => `${type} Unit ${order}`;
const when = (broken: boolean, message: string) => (broken ? [message] : []);
const isBlank = (text: string | null) => !text?.trim();
