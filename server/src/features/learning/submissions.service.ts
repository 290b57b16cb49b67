import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { resolveFiles, signedAddressOrNull } from "../files/files.service.ts";
import * as queries from "./submissions.queries.ts";

export const NO_SUBMISSION = "Please provide a valid submission.";
const ACCEPTED_ALREADY = "Your submission has been accepted already.";
const LONGEST_TEXT = 50_000;

/** What a learner hands in: a text, or the address of a file they uploaded. */
export interface HandedIn {
  content?: string | null | undefined;
  file?: string | null | undefined;
  /** A word of the client for it: what comes again under the same word, since its receipt was lost, is kept once. */
  given_id?: string | null | undefined;
}

export interface StoredSubmission {
  id: number;
  content: string | null;
  file_key: string | null;
  file: string | null;
  file_name: string | null;
  /** False when it was kept before. */
  isNew: boolean;
}

/**
 * Keeps a submission for an assignment; it waits for somebody to review it where the unit asks for that.
 * @throws Invalid for an empty one, in the stated words; Conflict when one was accepted already, and for a word that is another
 * submission's
 */
export async function handIn(
  actor: Actor,
  reach: Reach<"learn">,
  unit: { id: number; course_id: number; type: string; attempt: number },
  kind: "AssignmentText" | "AssignmentFile",
  given: HandedIn,
): Promise<StoredSubmission> {
  if (unit.type !== "Assignment") throw new Invalid({ input_type: ["Only an assignment takes submissions."] });
  const known = await knownOf(reach, unit.id, kind, given);
  if (known) return { ...known, file: signedAddressOrNull(actor.platform.secret, known.file_key) };
  if ((await queries.latestState(reach, unit.id, unit.attempt)) === "accepted") throw new Conflict(ACCEPTED_ALREADY);
  const stored = kind === "AssignmentText" ? textOf(given) : await fileOf(reach, given);
  const id = await queries.insertSubmission(reach, {
    course_id: unit.course_id,
    unit_id: unit.id,
    attempt: unit.attempt,
    kind,
    content: stored.content,
    file_key: stored.file_key,
    given_id: given.given_id ?? null,
  });
  // Another request was faster with the same.
  if (id === undefined) return handIn(actor, reach, unit, kind, given);
  await recordActivity(reach, { userId: reach.userId, kind: "submitted", courseId: unit.course_id, unitId: unit.id });
  return { id, ...stored, isNew: true, file: signedAddressOrNull(actor.platform.secret, stored.file_key) };
}

async function knownOf(
  reach: Reach<"learn">,
  unitId: number,
  kind: string,
  { given_id }: HandedIn,
): Promise<Omit<StoredSubmission, "file"> | null> {
  const known = given_id && (await queries.findGiven(reach, given_id));
  if (!known) return null;
  const { unit_id, kind: itsKind, ...submission } = known;
  if (unit_id !== unitId || itsKind !== kind) throw new Conflict("Something else was handed in under this name.");
  return { ...submission, isNew: false };
}

/** The person's own submissions in a course, the latest first. */
export async function listOwnSubmissions(actor: Actor, courseId: number, branchUrl?: string | null) {
  return queries.listOwnSubmissions(await actor.reach("learn", branchUrl), courseId);
}

function textOf({ content }: HandedIn) {
  const text = content?.trim();
  if (!text) throw new Invalid({ response: [NO_SUBMISSION] });
  if (text.length > LONGEST_TEXT)
    throw new Invalid({ response: [`A submission has at most ${LONGEST_TEXT} characters.`] });
  return { content: text, file_key: null, file_name: null };
}

async function fileOf(reach: Reach<"learn">, { file }: HandedIn) {
  if (!file) throw new Invalid({ response: [NO_SUBMISSION] });
  const wanted = { address: file, purpose: "assignment" as const, field: "response" };
  const found = (await resolveFiles(reach, [wanted], "own")).get(file)!;
  return { content: null, file_key: found.key, file_name: found.name };
}
