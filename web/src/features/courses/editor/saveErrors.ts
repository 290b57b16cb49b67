import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ApiError, messageOf } from "../../../app/errors.ts";
import type { CourseDraft } from "./draft.ts";
import type { UploadFacts } from "./publishRules.ts";

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
  const messages = Object.entries(error.validation).flatMap(([field, texts]) => {
    const unit = unitOf(field, course);
    return texts.map((text) => (unit ? `${unit}: ${text}` : text));
  });
  return { kind: "course", messages: [...new Set(messages)] };
}

function failureOf(error: unknown): string {
  const id = error instanceof ApiError && error.requestId;
  return id ? i18n._(msg`${messageOf(error)} (request ${id})`) : messageOf(error);
}

/** Only these fields are counted in the order of the course; others in an order that the author does not see. */
function unitOf(field: string, { units }: CourseDraft): string | null {
  const index = /^units\.(\d+)\.(?:youtube_link|file|url|id)$/.exec(field)?.[1];
  const unit = index && units[Number(index)];
  return unit ? `${unit.type} Unit ${Number(index) + 1}` : null;
}
