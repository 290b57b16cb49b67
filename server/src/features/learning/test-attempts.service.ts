import { randomInt } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import * as courses from "../courses/courses.service.ts";
import { countDrawn, drawForAttempt, hasDrawn } from "./draws.service.ts";
import * as learning from "./learning.service.ts";
import * as queries from "./test-attempts.queries.ts";
import { notifyReviewers } from "./submissions.service.ts";
import { countLeft, findReasonToWait } from "./test-limits.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "test.submit": JobPayload & { attemptId: number };
  }
}

const NO_ATTEMPT = "Attempt";
const NO_QUESTIONS = t`This test has no questions.`;

type TestUnit = { id: number; draws: { category: string; count: number | null }[] } & courses.TakenTest;

/**
 * Starts an attempt at a test. A test with settings of its own asks and counts by the server's clock from here on; while an
 * attempt is open, the same one goes on, on whichever device. Another test, which draws from the question bank, draws
 * other questions.
 * @throws NotFound; Conflict with the reason: no attempts left, too early, nothing to ask
 */
export async function startAttempt(
  actor: Actor,
  input: { course_id: number; unit_id: number },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("learn", branchUrl);
  const unit = await learning.getOpenUnit(actor, reach, { ...input, unit_type: "Test" }, null);
  if (!courses.isTakenInAttempts(unit)) return learning.drawOtherQuestions(reach, input.course_id, unit.id);
  if (unit.open_attempt?.is_over) await submit(actor, reach, unit.open_attempt.id);
  else if (unit.open_attempt) return { id: unit.id };
  const state = await queries.findTestState(reach, input.course_id, unit.id);
  if (!state) throw new NotFound("Unit");
  // Another window was faster.
  if (state.has_open) return { id: unit.id };
  const reason = findReasonToWait(unit, state);
  if (reason) throw new Conflict(reason);
  await insertAttempt(actor.platform, reach, { ...unit, course_id: input.course_id }, state);
  return { id: unit.id };
}

async function insertAttempt(
  { jobs }: Platform,
  reach: Reach<"learn">,
  unit: TestUnit & { course_id: number },
  state: queries.TestState,
): Promise<void> {
  const isRepeat = unit.retry === "wrong" && state.used > 0;
  // A repeat asks what was drawn before, unless the test draws only since then.
  if (unit.draws.length > 0 && !(isRepeat && (await hasDrawn(reach, unit.id))))
    await drawForAttempt(reach, unit.course_id, unit);
  const ids = await queries.listAskedIds(reach, unit.id);
  if (ids.length === 0) throw new Conflict(NO_QUESTIONS);
  const started = await queries.insertAttempt(reach, {
    course_id: unit.course_id,
    unit_id: unit.id,
    course_attempt: state.course_attempt,
    number: state.used + 1,
    question_ids: unit.shuffles_questions ? shuffle(ids) : ids,
    rules: courses.listRules(unit),
    time_limit: unit.time_limit,
  });
  // Another window was faster, at this very moment.
  if (!started) return;
  if (isRepeat) await queries.carryRightAnswers(reach, started.id);
  if (!started.deadline_at) return;
  const payload = { instanceId: reach.instanceId, actorId: reach.userId, attemptId: started.id };
  await jobs.enqueue(reach.db, "test.submit", payload, { startAfter: started.deadline_at });
}

/**
 * Submits an attempt of the caller with what is answered; one that is submitted stays as it is, however often it is sent.
 * @throws NotFound
 */
export async function submitAttempt(
  actor: Actor,
  input: { course_id: number; unit_id: number; attempt_id: number },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("learn", branchUrl);
  const attempt = await submit(actor, reach, input.attempt_id);
  if (attempt?.unit_id !== input.unit_id || attempt.course_id !== input.course_id) throw new NotFound(NO_ATTEMPT);
  return { id: attempt.id };
}

/** Submits an attempt if its time is over. */
export async function submitOverdue(actor: Actor, reach: Reach<"learn">, attemptId: number): Promise<void> {
  const attempt = await queries.lockAttempt(reach, attemptId);
  if (attempt?.is_over) await close(actor, reach, attempt);
}

/**
 * Enqueues the submission of attempts again whose time is over and whose job failed for good or was lost (ADR 234): they would
 * stay open. Part of the housekeeping.
 */
export async function resumeSubmissions(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const overdue = new Map((await queries.listOverdue(db, instanceId)).map(({ id, user_id }) => [id, user_id]));
    for (const attemptId of await listWithoutJob(db, instanceId, "test.submit", "attemptId", [...overdue.keys()])) {
      const payload = { instanceId, actorId: overdue.get(attemptId)!, attemptId };
      await platform.jobs.enqueue(db, "test.submit", payload);
    }
  });
}

async function submit(
  actor: Actor,
  reach: Reach<"learn">,
  attemptId: number,
): Promise<queries.LockedAttempt | undefined> {
  const attempt = await queries.lockAttempt(reach, attemptId);
  if (attempt) await close(actor, reach, attempt);
  return attempt;
}

/**
 * Submits a locked attempt. Without essays it is graded at once: it counts if it does, and completes the unit if it is
 * passed. With essays it waits until they are marked, and those who mark them are notified.
 */
async function close(actor: Actor, reach: Reach<"learn">, attempt: queries.LockedAttempt): Promise<void> {
  if (attempt.is_submitted) return;
  const { score, is_passed } = await queries.gradeAttempt(reach, attempt);
  await queries.logAnswers(reach, attempt.id);
  if (score === null) {
    await notifyReviewers(actor, reach, { id: attempt.unit_id, course_id: attempt.course_id }, "essay_waiting");
    return;
  }
  if (await queries.isCounting(reach, attempt)) await queries.makeCounting(reach, attempt);
  if (is_passed) await learning.completeReported(reach, attempt.course_id, attempt.unit_id);
}

/** What a learner has done and may do in a test, before and between its attempts. */
export interface TestStanding {
  /** How many questions the next attempt asks. */
  questions: number;
  attempts_used: number;
  /** Null: as many as they like. */
  attempts_left: number | null;
  /** Seconds until the next attempt may start; 0 when it may now. */
  seconds_to_wait: number;
  is_passed: boolean;
  /** Whether the last attempt waits for its essays to be marked; no other may start before. */
  is_waiting: boolean;
}

/** Returns what the caller has done and may do in a test; null when they are not enrolled. */
export async function readStanding(
  reach: Reach<"learn">,
  courseId: number,
  unit: TestUnit,
): Promise<TestStanding | null> {
  const state = await queries.findTestState(reach, courseId, unit.id);
  if (!state) return null;
  const left = countLeft(unit, state);
  return {
    questions: state.questions + (await countDrawn(reach, courseId, unit.draws)),
    attempts_used: state.used,
    attempts_left: left,
    seconds_to_wait:
      left === 0 || state.is_waiting
        ? 0
        : Math.max(0, Math.ceil((unit.attempt_wait ?? 0) - (state.seconds_since ?? Infinity))),
    is_passed: state.is_passed,
    is_waiting: state.is_waiting,
  };
}

function shuffle(ids: number[]): number[] {
  const rest = [...ids];
  return ids.flatMap(() => rest.splice(randomInt(rest.length), 1));
}
