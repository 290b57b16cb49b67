import { type Actor, actForLearner, type Reach } from "../../access/actor.ts";
import { Conflict, Invalid } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { resolveFiles, signedAddressOrNull } from "../files/files.service.ts";
import * as queries from "./submissions.queries.ts";
import { t } from "../../i18n/message.ts";

export const NO_SUBMISSION = t`Please provide a valid submission.`;
const ACCEPTED_ALREADY = t`Your submission has been accepted already.`;
const LONGEST_TEXT = 50_000;

/** A learner's submission: a text, or the address of a file they uploaded. */
export interface HandedIn {
  content?: string | null | undefined;
  file?: string | null | undefined;
  /** The client's id: a submission that is sent again after a lost response is stored once. */
  given_id?: string | null | undefined;
}

export interface StoredSubmission {
  id: number;
  content: string | null;
  file_key: string | null;
  file: string | null;
  file_name: string | null;
  /** False when it was already stored. */
  isNew: boolean;
}

/** Tells whether a submission of a learner belongs to their current attempt at the course. */
export const isOfThisAttempt = (reach: Reach<"submission.review">, userId: number, id: number): Promise<boolean> =>
  queries.isOfThisAttempt(actForLearner(reach, userId), id);

/**
 * Stores a submission for an assignment, which waits for a review if the unit requires one.
 * @throws Invalid for an empty one; Conflict when one was already accepted, and for the id of another submission
 */
export async function handIn(
  actor: Actor,
  reach: Reach<"learn">,
  unit: { id: number; course_id: number; type: string; attempt: number },
  kind: "AssignmentText" | "AssignmentFile",
  given: HandedIn,
): Promise<StoredSubmission> {
  if (unit.type !== "Assignment") throw new Invalid({ input_type: [t`Only an assignment takes submissions.`] });
  const known = await findKnown(reach, unit.id, kind, given);
  if (known) return { ...known, file: signedAddressOrNull(actor.platform.secret, known.file_key) };
  if ((await queries.latestState(reach, unit.id, unit.attempt)) === "accepted") throw new Conflict(ACCEPTED_ALREADY);
  const stored = kind === "AssignmentText" ? checkText(given) : await checkFile(reach, given);
  const id = await queries.insertSubmission(reach, {
    course_id: unit.course_id,
    unit_id: unit.id,
    attempt: unit.attempt,
    kind,
    content: stored.content,
    file_key: stored.file_key,
    given_id: given.given_id ?? null,
  });
  // Another request with the same submission was faster.
  if (id === undefined) return handIn(actor, reach, unit, kind, given);
  await recordActivity(reach, { userId: reach.userId, kind: "submitted", courseId: unit.course_id, unitId: unit.id });
  await notifyReviewers(actor, reach, unit, "submission_received", { submission_id: id });
  return { id, ...stored, isNew: true, file: signedAddressOrNull(actor.platform.secret, stored.file_key) };
}

/** Notifies those who review the learner's work in a unit that some of it waits for them. */
export async function notifyReviewers(
  actor: Actor,
  reach: Reach<"learn">,
  unit: { id: number; course_id: number },
  kind: "submission_received" | "essay_waiting",
  more: { submission_id?: number } = {},
): Promise<void> {
  const reviewers = await queries.listReviewers(reach, unit.course_id, unit.id);
  const data = {
    course_id: unit.course_id,
    unit_id: unit.id,
    user_name: `${actor.person.firstName} ${actor.person.lastName}`,
    ...more,
  };
  await notify(
    actor,
    reach,
    kind,
    reviewers.map(({ user_id, course_title, unit_title }) => ({
      userId: user_id,
      data: { ...data, course_title, unit_title },
    })),
  );
}

async function findKnown(
  reach: Reach<"learn">,
  unitId: number,
  kind: string,
  { given_id }: HandedIn,
): Promise<Omit<StoredSubmission, "file"> | null> {
  const known = given_id && (await queries.findGiven(reach, given_id));
  if (!known) return null;
  const { unit_id, kind: itsKind, ...submission } = known;
  if (unit_id !== unitId || itsKind !== kind) throw new Conflict(t`A different submission has this id already.`);
  return { ...submission, isNew: false };
}

/** Lists the caller's own submissions in a course, the latest first. */
export async function listOwnSubmissions(actor: Actor, courseId: number, branchUrl?: string | null) {
  return queries.listOwnSubmissions(await actor.reach("learn", branchUrl), courseId);
}

function checkText({ content }: HandedIn) {
  const text = content?.trim();
  if (!text) throw new Invalid({ response: [NO_SUBMISSION] });
  if (text.length > LONGEST_TEXT)
    throw new Invalid({ response: [t`A submission has at most ${LONGEST_TEXT} characters.`] });
  return { content: text, file_key: null, file_name: null };
}

async function checkFile(reach: Reach<"learn">, { file }: HandedIn) {
  if (!file) throw new Invalid({ response: [NO_SUBMISSION] });
  const wanted = { address: file, purpose: "assignment" as const, field: "response" };
  const found = (await resolveFiles(reach, [wanted], "own")).get(file)!;
  return { content: null, file_key: found.key, file_name: found.name };
}
