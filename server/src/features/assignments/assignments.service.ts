import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { toPageOptions } from "../../db/page.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { type IncomingFile, largestUpload, type RunAsActor, signedAddress, storeFor } from "../files/files.service.ts";
import { completeReviewed, getAssignmentAtHand, reopenReviewed } from "../learning/learning.service.ts";
import { isOfThisAttempt } from "../learning/submissions.service.ts";
import { notify, withdrawNotification } from "../notifications/notifications.service.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./assignments.queries.ts";
import { t } from "../../i18n/message.ts";

export { selectWaiting } from "./assignments.queries.ts";

/** In bytes. */
export const LARGEST_FILE = largestUpload("assignment");

const STATES: readonly string[] = ["submitted", "accepted", "returned", "marked"];
const LONGEST_COMMENT = 5_000;

type Inbox = queries.InboxOptions & { branchUrl?: string | null | undefined };

/** Returns one page of the inbox; its parts are read when they are needed. */
export async function getPageOfSubmissions(actor: Actor, { branchUrl, ...options }: Inbox) {
  const reach = await actor.reach("submission.review", branchUrl);
  if (options.state && !STATES.includes(options.state)) throw new Invalid({ state: [t`This state is not known.`] });
  return {
    total: () => queries.countSubmissions(reach, options),
    rows: () => queries.listSubmissions(reach, toPageOptions(options)),
    reach,
  };
}

export type SubmissionPage = Awaited<ReturnType<typeof getPageOfSubmissions>>;

/** Counts waiting submissions in all courses of the reach. */
export function countWaiting({ reach }: SubmissionPage): Promise<number> {
  return queries.countSubmissions(reach, { state: "submitted" });
}

/** Lists the courses of the reach with submissions. */
export function listCourses({ reach }: SubmissionPage) {
  return queries.listCourses(reach);
}

/** Returns a submission. @throws NotFound for one that is unknown or outside the reach */
export async function getSubmission(actor: Actor, id: number, branchUrl?: string | null) {
  const reach = await actor.reach("submission.review", branchUrl);
  const submission = await find(reach, id);
  const { secret } = actor.platform;
  return {
    ...submission,
    file_path: submission.file_key && signedAddress(secret, submission.file_key),
    download_path: submission.file_key && signedAddress(secret, submission.file_key, "download"),
    ...(await queries.findNeighbours(reach, id)),
    reach,
  };
}

export type Submission = Awaited<ReturnType<typeof getSubmission>>;

/** Lists everything the user submitted for the same unit, including this submission, the latest first. */
export function listHistory({ reach, user_id, unit_id }: Submission) {
  return queries.listHistory(reach, user_id, unit_id);
}

/**
 * Accepts a submission, which completes its unit if the unit requires that, or returns it with a comment. Notifies the
 * learner.
 * @throws Invalid for `comment`; Conflict when it is already decided
 */
export async function review(
  actor: Actor,
  {
    id,
    accept,
    comment,
    branchUrl,
  }: { id: number; accept: boolean; comment?: string | null; branchUrl?: string | null },
): Promise<Submission> {
  const reach = await actor.reach("submission.review", branchUrl);
  const words = comment?.trim() || null;
  if (!accept && !words) throw new Invalid({ comment: [t`Describe what has to be changed.`] });
  if ((words?.length ?? 0) > LONGEST_COMMENT)
    throw new Invalid({ comment: [t`A comment has at most ${LONGEST_COMMENT} characters.`] });
  const submission = await find(reach, id);
  if (submission.user_id === reach.userId)
    throw new Conflict(t`You cannot review your own submission. Ask another reviewer.`);
  if (!(await queries.decide(reach, id, accept ? "accepted" : "returned", words)))
    throw new Conflict(t`This submission has been reviewed already. Reload the page to see what was decided.`);
  const { user_id: userId, course_id: courseId, unit_id: unitId } = submission;
  await recordActivity(reach, { userId, kind: accept ? "accepted" : "returned", courseId, unitId });
  const data = {
    course_id: courseId,
    course_title: submission.course_title,
    unit_id: unitId,
    unit_title: submission.unit_title,
  };
  await notify(actor, reach, accept ? "submission_accepted" : "submission_returned", [{ userId, data }]);
  if (accept && submission.completion_option === "instructor-accepts")
    await completeReviewed(reach, userId, courseId, unitId);
  return getSubmission(actor, id, branchUrl);
}

/**
 * Withdraws the acceptance of a submission, which waits for a review again. A unit that it completed is open again, and
 * so is a course that this unit completed. The learner's notification is removed while it is unread.
 * @throws Conflict when it is not accepted, or a certificate was issued for the completion
 */
export async function withdrawAcceptance(actor: Actor, id: number, branchUrl?: string | null): Promise<Submission> {
  const reach = await actor.reach("submission.review", branchUrl);
  const { user_id: userId, course_id: courseId, unit_id: unitId, completion_option } = await find(reach, id);
  if (userId === reach.userId) throw new Conflict(t`You cannot review your own submission. Ask another reviewer.`);
  if (!(await queries.withdrawAcceptance(reach, id)))
    throw new Conflict(t`This submission is not accepted. Reload the page to see what was decided.`);
  await recordActivity(reach, { userId, kind: "acceptance_withdrawn", courseId, unitId });
  await withdrawNotification(reach, "submission_accepted", userId, unitId);
  // What a later attempt has completed stays complete.
  if (completion_option === "instructor-accepts" && (await isOfThisAttempt(reach, userId, id)))
    await reopenReviewed(reach, userId, courseId, unitId);
  return getSubmission(actor, id, branchUrl);
}

/** Stores a file that a learner submits for an assignment that is open to them. */
export async function storeAssignmentFile(
  platform: Platform,
  runAsActor: RunAsActor,
  unit: { course_id: number; unit_id: number },
  file: IncomingFile,
): Promise<{ filePath: string; name: string }> {
  const stored = await storeFor(platform, runAsActor, (actor) => getAssignmentAtHand(actor, unit), "assignment", file);
  return { filePath: stored.url, name: stored.name };
}

async function find(reach: Reach<"submission.review">, id: number): Promise<queries.SubmissionRow> {
  const submission = await queries.findSubmission(reach, id);
  if (!submission) throw new NotFound("Submission");
  return submission;
}
