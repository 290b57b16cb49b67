import type { Actor, Reach } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { findDomain, isOpen } from "../../access/open-instances.ts";
import { inInstance } from "../../access/tenancy.ts";
import { withUser } from "../../access/with-actor.ts";
import type { Db } from "../../db/client.ts";
import { AppError, Conflict, Invalid, NotFound, Unauthenticated } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Language } from "../../i18n/translate.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit, recordSystemAudit } from "../audit/audit.service.ts";
import { type DueRuleInput, toDueRule } from "../due-dates/due.service.ts";
import { countEnrolments, getCourse } from "./course-people.service.ts";
import { endEnrolments, enrolPeople, followSources, refuseFull } from "./enrolments.service.ts";
import * as queries from "./runs.queries.ts";

interface RunPayload {
  instanceId: number;
  actorId: number;
  runId: number;
  /** Of the request, for the links in mails. */
  origin: string;
  /** Of the person, for the reason of a refusal. */
  language: Language;
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "enrolment.run": JobPayload & RunPayload;
  }
}

/** An enrolment of many people in a course, which may still be under way. */
export interface EnrolmentRun extends queries.RunRow {
  state: "working" | "done" | "failed" | "undone";
}

/** Up to this many people are enrolled before the answer; a job enrols the others, as many in each transaction. */
const AT_ONCE = 500;

/**
 * Enrols the people whom a filter means now in a course, with a due date if one is given. People who are enrolled keep
 * their progress.
 * @throws NotFound; Invalid for a filter that means nobody; Conflict when the course has too few places
 */
export async function enrolByFilter(
  actor: Actor,
  courseId: number,
  { filter, due }: { filter: queries.PeopleFilter; due?: DueRuleInput | null | undefined },
  branchUrl?: string | null,
): Promise<EnrolmentRun> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  const course = await getCourse(reach, courseId);
  if (course.capacity !== null) {
    // Before the first is enrolled: later parts could not undo earlier ones.
    const meant = await queries.countMeant(reach, courseId, filter);
    const people = (await countEnrolments(reach, courseId)) + meant.total - meant.enrolled;
    refuseFull({ ...course, people });
  }
  const { id, total } = await queries.insertRun(reach, courseId, filter, due ? toDueRule(due) : null);
  if (total === 0) throw new Invalid({ people: [t`Choose people, groups or branches.`] });
  await enrolNext(actor, reach, id);
  if (total > AT_ONCE)
    await actor.platform.jobs.enqueue(reach.db, "enrolment.run", {
      instanceId: reach.instanceId,
      actorId: reach.userId,
      runId: id,
      origin: actor.visit.origin,
      language: actor.visit.language,
    });
  await recordAudit(actor, reach, {
    action: "enrolment.many_added",
    subject: { type: "course", id: courseId, name: course.title },
    changes: { people: total },
  });
  return getRun(reach, id);
}

/** Counts whom a filter means, and who of them is enrolled already. @throws NotFound */
export async function countMeant(
  actor: Actor,
  courseId: number,
  filter: queries.PeopleFilter,
  branchUrl?: string | null,
): Promise<{ total: number; enrolled: number }> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  await getCourse(reach, courseId);
  return queries.countMeant(reach, courseId, filter);
}

/** Returns how far an enrolment of many is. @throws NotFound */
export async function readRun(actor: Actor, id: number, branchUrl?: string | null): Promise<EnrolmentRun> {
  return getRun(await actor.reach("enrolment.manage", branchUrl), id);
}

/**
 * Ends the enrolments that a run made, and stops it if it is under way. Those of people who are now enrolled for another
 * reason too stay for it alone. @returns how many ended @throws NotFound
 */
export async function undoRun(actor: Actor, id: number, branchUrl?: string | null): Promise<number> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  const run = await getRun(reach, id);
  const undone = await queries.undoRun(reach, id);
  if (undone === null) return 0;
  const { ending, staying } = undone;
  if (staying.length > 0) await followSources(reach, staying);
  await endEnrolments(reach, ending);
  await recordAudit(actor, reach, {
    action: "enrolment.many_removed",
    subject: { type: "course", id: run.course_id, name: run.title },
    changes: { people: ending.length },
  });
  return ending.length;
}

/**
 * Enrols the people who still wait in a run, in one transaction for each part, so that it continues after an interruption
 * where it was. A refusal ends it and is stored with it; so does a closed instance, of which the audit log tells.
 */
export async function continueRun(platform: Platform, payload: RunPayload): Promise<void> {
  const { instanceId, actorId, runId, origin, language } = payload;
  const as = { instanceId, userId: actorId, origin };
  for (;;) {
    try {
      const isOver = await withUser(platform, as, async (actor) =>
        enrolNext(actor, await actor.reach("enrolment.manage"), runId),
      );
      if (isOver) return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Not as the user, who may no longer be allowed to sign in.
      await inInstance(platform.database, instanceId, async (db) => {
        const reason = error instanceof Unauthenticated ? await findReason(db, instanceId) : error;
        await failRun(platform, { db, instanceId }, runId, reason.in(language).message);
      });
      return;
    }
  }
}

/**
 * Enqueues runs again whose job failed for good or was lost (ADR 234): the people who wait in them would never be enrolled.
 * Part of the housekeeping.
 */
export async function resumeRuns(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const open = new Map((await queries.listOpen(db, instanceId)).map((run) => [run.id, run]));
    const lost = await listWithoutJob(db, instanceId, "enrolment.run", "runId", [...open.keys()]);
    if (lost.length === 0) return;
    const { config, jobs } = platform;
    const origin = siteOrigin(`http://localhost:${config.PORT}`, config, await findDomain(db, instanceId));
    for (const runId of lost) {
      const { created_by, language } = open.get(runId)!;
      // Nobody has the id 0: without the person who started it, the run ends with that problem.
      const payload = { instanceId, actorId: created_by ?? 0, runId, origin, language: language ?? "en" };
      await jobs.enqueue(db, "enrolment.run", payload);
    }
  });
}

/** Returns why a run could not continue as its user. */
const findReason = async (db: Db, instanceId: number) =>
  (await isOpen(db, instanceId))
    ? new Conflict(t`Not everybody was enrolled: the person who started this can no longer sign in.`)
    : new Conflict(t`Not everybody was enrolled: the organisation was closed. Enrol the others again.`);

/** Ends a run with a problem, and records it, for an admin who no longer looks at its progress. */
async function failRun(
  platform: Platform,
  at: { db: Db; instanceId: number },
  runId: number,
  problem: string,
): Promise<void> {
  const run = await queries.noteProblem(at, runId, problem);
  if (!run) return;
  await recordSystemAudit(platform, at, {
    action: "enrolment.many_stopped",
    subject: { type: "course", id: run.course_id, name: run.title },
    changes: { reason: problem, people: run.total - run.done },
  });
}

/** Enrols the next people of a run. @returns whether nobody is left */
async function enrolNext(actor: Actor, reach: Reach<"enrolment.manage">, runId: number): Promise<boolean> {
  const waiting = await queries.takeWaiting(reach, runId, AT_ONCE);
  if (!waiting || waiting.userIds.length === 0) return true;
  const { courseId, userIds, due } = waiting;
  const active = await queries.leaveOutInactive(reach, userIds);
  const fresh = await enrolPeople(actor, reach, active, [courseId], { kind: "person", due });
  await queries.noteHandled(
    reach,
    runId,
    userIds,
    fresh.map(({ user_id }) => user_id),
  );
  return userIds.length < AT_ONCE;
}

async function getRun(reach: Reach<"enrolment.manage">, id: number): Promise<EnrolmentRun> {
  const run = await queries.findRun(reach, id);
  if (!run) throw new NotFound("Enrolment");
  const state = run.undone_at ? "undone" : run.problem ? "failed" : run.done < run.total ? "working" : "done";
  return { ...run, state };
}
