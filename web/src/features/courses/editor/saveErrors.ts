import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ApiError, messageOf } from "../../../app/errors.ts";
import type { CourseDraft } from "./draft.ts";
import type { UploadFacts } from "./publishRules.ts";
import { refusalsOf } from "./refusals.ts";

/**
 * Why saving did not work: the rules that are broken as long as they are, what the server found in the course, or a failure
 * that has nothing to do with it.
 */
export type SaveProblem =
  | { kind: "rules"; rules: (course: CourseDraft, uploads: UploadFacts) => string[] }
  | { kind: "course"; messages: string[] }
  | { kind: "failure"; message: string };

/** A failed save in words; what the server found is told with the unit that it is about. */
export function saveProblem(error: unknown, course: CourseDraft): SaveProblem {
  if (!(error instanceof ApiError) || !error.validation) return { kind: "failure", message: failureOf(error) };
  return { kind: "course", messages: refusalsOf(error.validation, course) };
}

function failureOf(error: unknown): string {
  const id = error instanceof ApiError && error.requestId;
  return id ? i18n._(msg`${messageOf(error)} (request ${id})`) : messageOf(error);
}
