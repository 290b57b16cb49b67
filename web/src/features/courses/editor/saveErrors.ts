import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ApiError, getMessage } from "../../../app/errors.ts";
import type { CourseDraft } from "./draft.ts";
import type { UploadFacts } from "./publishRules.ts";
import { listServerMessages } from "./serverMessages.ts";

/** Why saving failed: rules that are broken, problems that the server found in the course, or another failure. */
export type SaveProblem =
  | { kind: "rules"; rules: (course: CourseDraft, uploads: UploadFacts) => string[] }
  | { kind: "course"; messages: string[] }
  | { kind: "failure"; message: string };

/** Describes a failed save, with the unit that each of the server's messages is about. */
export function describeSaveFailure(error: unknown, course: CourseDraft): SaveProblem {
  if (!(error instanceof ApiError) || !error.validation) return { kind: "failure", message: describeFailure(error) };
  return { kind: "course", messages: listServerMessages(error.validation, course) };
}

function describeFailure(error: unknown): string {
  const id = error instanceof ApiError && error.requestId;
  return id ? i18n._(msg`${getMessage(error)} (request ${id})`) : getMessage(error);
}
