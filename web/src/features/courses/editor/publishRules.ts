import { t } from "@lingui/core/macro";
import type { CourseDraft, Unit } from "./draft.ts";
import type { Resource } from "./resource.ts";
import { findQuestionProblem } from "./question.ts";
import { getUnitType } from "./units/unitTypes.ts";
import { nameUnit } from "./unitNames.ts";

/**
 * Messages that keep a course from being saved or published; those of single types of unit are in `units/`. The server has
 * the same (`publish-rules.ts`, `question-rules.ts`, `course-fields.ts` and `units/` in its folder): change them in both
 * places.
 */
const messages = {
  courseTitle: () => t`Course Title is required`,
  courseDescription: () => t`Course Description is required`,
  price: () => t`The price cannot be below zero.`,
  capacity: () => t`The capacity cannot be below zero.`,
  percentage: () => t`Use a percentage from 0 to 100.`,
  dates: () => t`The end must come after the start.`,
  resource: (name: string, reason: string) => t`Resource "${name}" failed to upload: ${reason}`,
  upload: (what: string, reason: string) => t`${what} failed to upload: ${reason}`,
  captions: (unit: string, reason: string) => t`${unit} captions failed to upload: ${reason}`,
  title: (unit: string) => t`${unit} title is required`,
  unit: (unit: string, problem: string) => t`${unit}: ${problem}`,
  lack: (unit: string, lack: string) => t`${unit} ${lack}`,
  question: (number: number, unit: string, problem: string) => t`Question ${number} in ${unit} ${problem}`,
};

/** The key of the upload for the course's picture. */
export const thumbnailKey = "thumbnail";

/** Returns the key of the upload for captions of a video. */
export const getCaptionsKey = ({ key }: Unit) => `${key}/captions`;

/** The state of uploads by key: whether a part of the course waits for a file, and why an upload failed. */
export type UploadFacts = { isPending: (key: string) => boolean; failure: (key: string) => string | null };

/** Lists why the course cannot even be saved as a draft. */
export function listDraftErrors(course: CourseDraft, uploads: UploadFacts): string[] {
  return [
    ...when(Number(course.price) < 0, messages.price()),
    ...when(Number(course.capacity) < 0, messages.capacity()),
    ...when(!isPercentage(course), messages.percentage()),
    ...when(endsTooEarly(course), messages.dates()),
    ...failed(uploads, thumbnailKey, (reason) => messages.upload(t`Thumbnail`, reason)),
    ...course.resources.flatMap((resource) => listResourceErrors(resource, uploads)),
    ...course.units.flatMap((unit, index) => [
      ...(getUnitType(unit.type).listProblems?.(unit) ?? []).map((problem) =>
        messages.unit(nameUnit(unit, index + 1), problem),
      ),
      ...failed(uploads, unit.key, (reason) => messages.upload(nameUnit(unit, index + 1), reason)),
      ...failed(uploads, getCaptionsKey(unit), (reason) => messages.captions(nameUnit(unit, index + 1), reason)),
    ]),
  ];
}

/** Lists why the course may not be published yet: the course first, then its units in their order. */
export function listPublishErrors(course: CourseDraft, uploads: UploadFacts): string[] {
  return [
    ...when(isBlank(course.title), messages.courseTitle()),
    ...when(isBlank(course.description), messages.courseDescription()),
    ...listDraftErrors(course, uploads),
    ...course.units.flatMap((unit, index) => listUnitErrors(unit, index + 1, uploads)),
    ...course.units.flatMap((unit, index) => listQuestionErrors(unit, index + 1)),
  ];
}

/** Returns what is wrong with the completion percentage; null when it is valid or not in use. */
export const findPercentageProblem = (course: CourseDraft) => (isPercentage(course) ? null : messages.percentage());

/** Returns what is wrong with the end of the course; null when nothing is. */
export const findDatesProblem = (course: CourseDraft) => (endsTooEarly(course) ? messages.dates() : null);

/** Lists the problems of a resource. It has no file when the page was closed during the upload. */
function listResourceErrors({ key, name, file_path }: Resource, uploads: UploadFacts): string[] {
  const isLost = file_path === null && !uploads.isPending(key) && uploads.failure(key) === null;
  if (isLost) return [messages.resource(name, t`The upload was interrupted.`)];
  return failed(uploads, key, (reason) => messages.resource(name, reason));
}

function failed(uploads: UploadFacts, key: string, message: (reason: string) => string): string[] {
  const reason = uploads.failure(key);
  return reason === null ? [] : [message(reason)];
}

function listUnitErrors(unit: Unit, order: number, uploads: UploadFacts): string[] {
  const type = getUnitType(unit.type);
  const name = nameUnit(unit, order);
  const lack = type.findLack(unit, Boolean(unit.file) || uploads.isPending(unit.key));
  return [
    ...when(type.needsTitle && isBlank(unit.title), messages.title(name)),
    ...(lack === null ? [] : [messages.lack(name, lack)]),
  ];
}

function listQuestionErrors(unit: Unit, order: number): string[] {
  return unit.questions.flatMap((question, index) => {
    const problem = findQuestionProblem(question);
    return problem ? [messages.question(index + 1, nameUnit(unit, order), problem)] : [];
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

const when = (broken: boolean, message: string) => (broken ? [message] : []);
const isBlank = (text: string | null) => !text?.trim();
