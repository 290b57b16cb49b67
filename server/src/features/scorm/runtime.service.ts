import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import * as learning from "../learning/learning.service.ts";
import {
  type Attempt,
  type AttemptContext,
  withSession,
  withEnd,
  isOver,
  NEW_ATTEMPT,
  withResume,
  type Setting,
  getStanding,
  readElement,
  withValues,
} from "./attempt.ts";
import { type RefusedValue, refusedCalls } from "./refused-values.ts";
import { rollUp } from "./roll-up.ts";
import * as queries from "./runtime.queries.ts";
import { toAllowedState, type SharedState } from "./shared-state.ts";
import * as shared from "./shared-state.queries.ts";
import { t } from "../../i18n/message.ts";

export const OPENED_ELSEWHERE = t`This unit was opened again in another window and continues there.`;
const NOT_BEGUN = t`The session has not been initialised or has ended.`;
const LONGEST_VALUE = 1_000;
const MOST_CALLS_AT_ONCE = 500;

/** The SCO and unit of a bridge call; a call with a launch token has its session. */
export interface CallContext {
  scoUuid: string;
  scormId: number;
  launchId: number | null;
  /** The number of the message in its session: a repeated one is answered but not carried out. */
  sequence: number | null;
}

export interface Value extends Setting {
  /** The value's own number when it is sent again together with others. */
  sequence?: number | undefined;
}

/** Everything that one call works on, locked. */
interface Open {
  reach: Reach<"learn">;
  unit: queries.UnitOfCourse;
  sco: queries.Sco;
  context: AttemptContext;
  packageId: number;
  session: queries.Session | null;
  row: queries.AttemptRow | null;
}

/**
 * Handles POST initialize: the content starts a session. In SCORM 2004 a new attempt follows one that ended without
 * being suspended, unless the sequencing `resumes` it.
 */
export async function initialize(actor: Actor, call: CallContext, { resumes = false } = {}): Promise<true> {
  return change(actor, call, async (open) => {
    const row = await withBegunAttempt(open, resumes);
    return { call: "Initialize", attemptId: row.id };
  });
}

/** Handles POST set-value. @throws Invalid for an element that is unknown or read-only, or for an invalid value */
export async function setValue(actor: Actor, call: CallContext, value: Value): Promise<true> {
  return change(actor, call, async (open) => {
    const row = await withOpenAttempt(open);
    await keep(open, { ...row, ...applied(row, open.context, [value]) }, isAboutStatus(value.key));
    return { call: "SetValue", attemptId: row.id, element: value.key, value: value.value };
  });
}

/** Handles POST commit, with values that have not been sent yet, if any. */
export async function commit(actor: Actor, call: CallContext, values: Value[] = []): Promise<true> {
  return change(actor, call, async (open) => {
    const row = await withOpenAttempt(open);
    await keep(open, { ...row, ...applied(row, open.context, unseen(open, values)) }, true);
    return { call: "Commit", attemptId: row.id };
  });
}

/** Handles POST finish: adds the time, settles the status and updates the unit. */
export async function finish(
  actor: Actor,
  call: CallContext,
  { values = [], suspended = false }: { values?: Value[]; suspended?: boolean } = {},
): Promise<true> {
  return change(actor, call, async (open) => {
    const row = await withOpenAttempt(open);
    const set = applied(row, open.context, unseen(open, values));
    const done = withEnd(set, open.context, new Date(), suspended ? "suspended" : "terminated");
    await keep(open, { ...row, ...done }, true);
    return { call: "Terminate", attemptId: row.id };
  });
}

/** The final request of a page that closes: everything not yet sent, each part with its number in the session. */
export interface FinalRequest {
  initialize?: number | undefined;
  resumes?: boolean | undefined;
  values?: Value[] | undefined;
  finish?: number | undefined;
  suspended?: boolean | undefined;
  sequencing?: (SequencingReport & { sequence?: number | undefined }) | undefined;
}

/**
 * Handles POST commit or finish of a page that closes and cannot send a value again: an invalid value is left out and
 * recorded in the call log, and the learner is informed at the next launch. Parts that arrived earlier are skipped.
 */
export async function leave(actor: Actor, call: CallContext, finalRequest: FinalRequest): Promise<true> {
  return change(actor, call, async (open) => {
    const { session } = open;
    const isNew = (sequence: number | undefined) =>
      sequence !== undefined && (!session || sequence > session.last_sequence);
    let { row } = open;
    if (isNew(finalRequest.initialize)) {
      row = await withBegunAttempt(open, finalRequest.resumes);
      // A message without a number is incomplete: the rest arrives later, and this part must not start the session
      // again.
      if (session && call.sequence === null)
        await queries.keepSequence(open.reach, session.id, finalRequest.initialize!);
    }
    const values = unseen(open, finalRequest.values ?? []);
    const hasEnded = isNew(finalRequest.finish);
    if (values.length > 0 || hasEnded) {
      row = await withOpenAttempt({ ...open, row });
      const { attempt, refused } = withValues(row, open.context, values);
      const lost = refused.map(({ setting }) => setting);
      // A value that arrives again later is not lost.
      if (call.sequence !== null) await recordLost(open, row.id, lost);
      const how = finalRequest.suspended ? "suspended" : "terminated";
      await keep(open, { ...row, ...(hasEnded ? withEnd(attempt, open.context, new Date(), how) : attempt) }, true);
    }
    const { sequencing } = finalRequest;
    if (sequencing && (sequencing.sequence === undefined || isNew(sequencing.sequence)))
      await takeSequencing(open, sequencing);
    return row && { call: hasEnded ? "Terminate" : "Commit", attemptId: row.id };
  });
}

/** Handles GET get-value. @throws NotFound for an unknown element */
export async function getValue(actor: Actor, call: CallContext, key: string): Promise<string> {
  const open = await opened(actor, call);
  const value = readElement(open?.row ?? NEW_ATTEMPT, open ? open.context : await findContext(actor, call), key);
  if (value === null) throw new NotFound("Element");
  return value;
}

/** The position in a SCORM 2004 course, as the run-time's sequencing reports it. */
export interface SequencingReport {
  state: string | null;
  completion: "unknown" | "incomplete" | "completed";
  success: "unknown" | "passed" | "failed";
  /** -1 to 1. */
  measure: number | null;
  /** Changes to the data that packages share. */
  shared?: SharedState | undefined;
}

/** Stores the state of the activity tree and the shared data, and applies the rolled-up result. */
export async function keepSequencing(actor: Actor, call: CallContext, report: SequencingReport): Promise<true> {
  return change(actor, call, async (open) => {
    await takeSequencing(open, report);
    return null;
  });
}

async function takeSequencing(open: Open, report: SequencingReport): Promise<void> {
  await queries.keepSequencing(open.reach, open.unit.id, report.state);
  const { completion, success, measure } = report;
  if (report.shared) {
    const manifest = await shared.getManifest(open.reach, open.packageId);
    await shared.keepShared(open.reach, open.unit.courseId, toAllowedState(manifest, report.shared));
  }
  const score = measure === null ? null : Math.round(Math.max(0, measure) * 10_000) / 100;
  await settle(open, { completion_status: completion, success_status: success, score });
}

/**
 * Adds the content's calls to the call log of its attempt, truncated to a sensible length. Those of a closing page may
 * arrive after the unit was opened again.
 */
export async function record(actor: Actor, call: CallContext, calls: queries.Call[]): Promise<true> {
  const open = await opened(actor, call, { isOver: true });
  if (!open?.row) return true;
  const cut = (text: string | null) => (text === null ? null : text.slice(0, LONGEST_VALUE));
  const some = calls.slice(0, MOST_CALLS_AT_ONCE);
  await queries.insertCalls(
    open.reach,
    open.row.id,
    some.map((each) => ({ ...each, element: cut(each.element), value: cut(each.value), result: cut(each.result) })),
  );
  return true;
}

/**
 * Records rejected values in the call log, also those of a session that was replaced by one on another device: they do
 * not count and are not lost.
 */
export async function recordRejected(actor: Actor, call: CallContext, values: RefusedValue[]): Promise<true> {
  const open = await opened(actor, call, { isOver: true });
  if (!open) return true;
  const row =
    open.row ?? (await queries.insertAttempt(open.reach, open.unit, { scoId: open.sco.id, number: 1 }, NEW_ATTEMPT));
  await queries.insertCalls(open.reach, row.id, refusedCalls(open.context.kind, values));
  return true;
}

interface Done {
  call: string;
  attemptId: number;
  element?: string;
  value?: string;
}

/** Carries out one call: not in a preview, and not twice. */
async function change(actor: Actor, call: CallContext, work: (open: Open) => Promise<Done | null>): Promise<true> {
  const open = await opened(actor, call);
  if (!open) return true;
  const { reach, session } = open;
  if (session && call.sequence !== null) {
    if (call.sequence <= session.last_sequence) return true;
    await queries.keepSequence(reach, session.id, call.sequence);
  }
  const done = await work(open);
  // A session's own run-time writes the call log, including rejected calls.
  if (done && !session) {
    const { call: name, element = null, value = null } = done;
    const entry = { called_at: new Date(), call: name, element, value: value?.slice(0, LONGEST_VALUE) ?? null };
    await queries.insertCalls(reach, done.attemptId, [{ ...entry, result: "true", error_code: 0 }]);
  }
  return true;
}

/**
 * Finds what a call is about and checks whether it is allowed: the SCO of that package in the learner's own open unit.
 * Null in a preview, which stores nothing.
 * @param isOver also for a session that was replaced by a newer one
 * @throws NotFound, Conflict
 */
async function opened(actor: Actor, call: CallContext, { isOver = false } = {}): Promise<Open | null> {
  const reach = await actor.reach("learn");
  const session = call.launchId === null ? null : ((await queries.lockSession(reach, call.launchId)) ?? null);
  if (call.launchId !== null && session?.package_id !== call.scormId) throw new NotFound("SCO");
  if (session?.replaced_at && !isOver) throw new Conflict(OPENED_ELSEWHERE);
  const found = await queries.findSco(reach, call.scormId, call.scoUuid);
  if (!found) throw new NotFound("SCO");
  const { package_kind, ...sco } = found;
  if (package_kind !== "scorm_1_2" && package_kind !== "scorm_2004")
    throw new Invalid({ scormId: [t`This package does not use these calls.`] });
  if (session && session.unit_id === null) return null;

  const place = session
    ? { unit_id: session.unit_id!, course_id: session.course_id! }
    : await queries.findUnit(reach, call.scormId);
  if (!place) throw new NotFound("SCO");
  await learning.getPackageAtHand(actor, place);
  const unit = { id: place.unit_id, courseId: place.course_id };
  await queries.lockResult(reach, unit, call.scormId);
  // A session that was replaced has nothing to do with the attempts that began after it.
  const row = (await queries.lockAttempt(reach, place.unit_id, sco.id, session?.replaced_at)) ?? null;
  const context = { kind: package_kind, details: sco.details, learner: toLearner(actor) };
  return { reach, unit, sco, context, packageId: call.scormId, session, row };
}

/** Returns the learner as content sees them: an id without personal data, and 'Last, First'. */
export function toLearner({ person }: Actor): AttemptContext["learner"] {
  return { id: String(person.id), name: `${person.lastName}, ${person.firstName}`.slice(0, 250) };
}

async function findContext(actor: Actor, call: CallContext): Promise<AttemptContext> {
  const sco = await queries.findSco(await actor.reach("learn"), call.scormId, call.scoUuid);
  if (!sco) throw new NotFound("SCO");
  return { kind: sco.package_kind as AttemptContext["kind"], details: sco.details, learner: toLearner(actor) };
}

/**
 * Returns the learner's progress in the SCO of the same identifier in the previous version, or a new attempt: also after
 * one of SCORM 2004 that has ended, unless the sequencing `resumes` it. Content finds the same at its start.
 */
async function carriedOver({ reach, unit, packageId, sco, context }: Open, resumes = false): Promise<Attempt> {
  const former = (await queries.listLatest(reach, unit.id, packageId)).get(sco.id);
  if (!former || (context.kind === "scorm_2004" && isOver(former) && !resumes)) return NEW_ATTEMPT;
  return { ...NEW_ATTEMPT, cmi: former.cmi, entry: former.entry };
}

/** Starts a session of the content, in the continuing attempt or in a new one. */
async function withBegunAttempt(open: Open, resumes = false): Promise<queries.AttemptRow> {
  const { reach, row, unit, sco, context } = open;
  const now = new Date();
  const isFresh = context.kind === "scorm_2004" && row !== null && isOver(row) && !resumes;
  const found: Attempt = isFresh ? NEW_ATTEMPT : (row ?? (await carriedOver(open, resumes)));
  const before = resumes && isOver(found) ? withResume(found) : found;
  const target =
    row === null || isFresh
      ? await queries.insertAttempt(reach, unit, { scoId: sco.id, number: (row?.number ?? 0) + 1 }, before)
      : row;
  const attempt = withSession(before, context, now);
  // An asset never reports anything: it is complete when it is launched.
  const begunRow = { ...target, ...(sco.kind === "asset" ? withEnd(attempt, context, now) : attempt) };
  await keep(open, begunRow, true);
  return begunRow;
}

/** Returns the attempt that a value belongs to. A client that sets values without Initialize gets one too. */
async function withOpenAttempt(open: Open): Promise<queries.AttemptRow> {
  const { row, session, reach, unit, sco, context } = open;
  if (row?.isOpen) return row;
  // A session's own run-time initialises first: values without that belong to a session that has ended.
  if (session) throw new Conflict(NOT_BEGUN);
  const base =
    row && (context.kind === "scorm_1_2" || row.entry !== "")
      ? row
      : await queries.insertAttempt(
          reach,
          unit,
          { scoId: sco.id, number: (row?.number ?? 0) + 1 },
          row ? NEW_ATTEMPT : await carriedOver(open),
        );
  return { ...base, ...withSession(base, context, new Date()) };
}

/** Sets values, all or none. @throws Invalid with the first invalid one */
function applied(attempt: Attempt, context: AttemptContext, values: Value[]): Attempt {
  const {
    attempt: set,
    refused: [first],
  } = withValues(attempt, context, values);
  if (first) throw new Invalid({ [first.setting.key]: [first.reason] });
  return set;
}

/** Records lost values in the call log and with the session, for the message at the next launch. */
async function recordLost({ reach, session, context }: Open, attemptId: number, lost: Value[]): Promise<void> {
  if (lost.length === 0) return;
  const called_at = new Date();
  const calls = lost.map((value) => ({ ...value, called_at }));
  await queries.insertCalls(reach, attemptId, refusedCalls(context.kind, calls));
  if (session) await queries.addLostValues(reach, session.id, lost.length);
}

/** Leaves out values that arrived on their own meanwhile, so that they do not replace newer ones. */
function unseen({ session }: Open, values: Value[]): Value[] {
  return values.filter(({ sequence }) => !session || sequence === undefined || sequence > session.last_sequence);
}

/** Ends sessions left open in a unit, whose page was closed or whose machine was switched off. */
export async function closeAbandoned(
  actor: Actor,
  reach: Reach<"learn">,
  unit: queries.UnitOfCourse,
  packageId: number,
  kind: AttemptContext["kind"],
): Promise<void> {
  await queries.lockResult(reach, unit, packageId);
  const learner = toLearner(actor);
  const open = await queries.listOpenAttempts(reach, unit.id);
  // Some may be attempts at an earlier version of the package.
  for (const { attempt, ...sco } of open) {
    const context = { kind: sco.kind, details: sco.details, learner };
    const done = withEnd(attempt, context, attempt.seenAt ?? new Date(), "abandoned");
    await queries.updateAttempt(reach, attempt.id, done, getStanding(done, context));
  }
  if (open.length > 0) await countAttempts({ reach, unit, packageId }, { kind, learner });
}

const isAboutStatus = (key: string) => /(status|score\.(raw|scaled)|progress_measure)$/.test(key) && !/\.\d/.test(key);

/** Stores the attempt and, with `counts`, updates the unit. */
async function keep(open: Open, row: queries.AttemptRow, counts: boolean): Promise<void> {
  await queries.updateAttempt(open.reach, row.id, row, getStanding(row, open.context));
  if (counts) await countAttempts(open, open.context);
}

/** Updates the unit from the latest attempts at all SCOs of its package. */
async function countAttempts(
  { reach, unit, packageId }: Pick<Open, "reach" | "unit" | "packageId">,
  { kind, learner }: Pick<AttemptContext, "kind" | "learner">,
): Promise<void> {
  const scos = await queries.listScos(reach, packageId);
  const attempts = await queries.listLatest(reach, unit.id, packageId);
  const standings = scos.map((sco) => {
    const attempt = attempts.get(sco.id);
    const standing = attempt ? getStanding(attempt, { kind, learner, details: sco.details }) : null;
    return { isAsset: sco.kind === "asset", standing };
  });
  await settle({ reach, unit }, rollUp(kind, standings));
}

/** Stores the result of the unit, and completes it when that is enough (P43). */
async function settle(
  { reach, unit }: Pick<Open, "reach" | "unit">,
  result: Omit<queries.Result, "seconds" | "sequencing">,
): Promise<void> {
  const kept = await queries.updateResult(reach, unit.id, result);
  if (kept.completion_status === "completed") await learning.completeReported(reach, unit.courseId, unit.id);
}
