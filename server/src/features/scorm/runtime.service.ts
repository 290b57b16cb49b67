import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import * as learning from "../learning/learning.service.ts";
import {
  type Attempt,
  type AttemptContext,
  begun,
  finished,
  isOver,
  NEW_ATTEMPT,
  resumed,
  type Setting,
  standingOf,
  valueOf,
  withValues,
} from "./attempt.ts";
import { type RefusedValue, refusedCalls } from "./refused-values.ts";
import { rollUp } from "./roll-up.ts";
import * as queries from "./runtime.queries.ts";
import { allowed, type SharedState } from "./shared-state.ts";
import * as shared from "./shared-state.queries.ts";

export const OPENED_ELSEWHERE = "This unit was opened again in another window, which goes on from here.";
const NOT_BEGUN = "The session has not been initialised, or is over.";
const LONGEST_VALUE = 1_000;
const MOST_CALLS_AT_ONCE = 500;

/** What a call of the bridge is about; the session is known where it comes with a launch token. */
export interface CallContext {
  scoUuid: string;
  scormId: number;
  launchId: number | null;
  /** The number of the message in its session: one that comes again is answered and not carried out. */
  sequence: number | null;
}

export interface Value extends Setting {
  /** Of a value that is sent again with others: its own number. */
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
 * POST initialize: a session of the content begins. In SCORM 2004 an attempt that was ended, and not put aside, is followed by a new one,
 * unless the sequencing `resumes` it.
 */
export async function initialize(actor: Actor, call: CallContext, { resumes = false } = {}): Promise<true> {
  return change(actor, call, async (open) => {
    const row = await withBegunAttempt(open, resumes);
    return { call: "Initialize", attemptId: row.id };
  });
}

/** POST set-value. @throws Invalid for an element that is not known, cannot be set, or does not take this value */
export async function setValue(actor: Actor, call: CallContext, value: Value): Promise<true> {
  return change(actor, call, async (open) => {
    const row = await withOpenAttempt(open);
    await keep(open, { ...row, ...applied(row, open.context, [value]) }, isAboutStatus(value.key));
    return { call: "SetValue", attemptId: row.id, element: value.key, value: value.value };
  });
}

/** POST commit, with the values that have not been sent yet, if any. */
export async function commit(actor: Actor, call: CallContext, values: Value[] = []): Promise<true> {
  return change(actor, call, async (open) => {
    const row = await withOpenAttempt(open);
    await keep(open, { ...row, ...applied(row, open.context, unseen(open, values)) }, true);
    return { call: "Commit", attemptId: row.id };
  });
}

/** POST finish: time is added, the status is settled, and the unit follows. */
export async function finish(
  actor: Actor,
  call: CallContext,
  { values = [], suspended = false }: { values?: Value[]; suspended?: boolean } = {},
): Promise<true> {
  return change(actor, call, async (open) => {
    const row = await withOpenAttempt(open);
    const set = applied(row, open.context, unseen(open, values));
    const done = finished(set, open.context, new Date(), suspended ? "suspended" : "terminated");
    await keep(open, { ...row, ...done }, true);
    return { call: "Terminate", attemptId: row.id };
  });
}

/** The last message of a page that goes: all that has not been sent, each part with its number in the session. */
export interface Farewell {
  initialize?: number | undefined;
  resumes?: boolean | undefined;
  values?: Value[] | undefined;
  finish?: number | undefined;
  suspended?: boolean | undefined;
  sequencing?: (SequencingReport & { sequence?: number | undefined }) | undefined;
}

/**
 * POST commit or finish of a page that goes. Nobody is left there to send a value again: one that is not taken is left out, the
 * flight recorder has it, and the learner is told at the next launch. Parts that came before are passed over.
 */
export async function leave(actor: Actor, call: CallContext, farewell: Farewell): Promise<true> {
  return change(actor, call, async (open) => {
    const { session } = open;
    const isNew = (sequence: number | undefined) =>
      sequence !== undefined && (!session || sequence > session.last_sequence);
    let { row } = open;
    if (isNew(farewell.initialize)) {
      row = await withBegunAttempt(open, farewell.resumes);
      // A message without a number does not hold everything: the rest comes in its turn, and this part is not to begin again.
      if (session && call.sequence === null) await queries.keepSequence(open.reach, session.id, farewell.initialize!);
    }
    const values = unseen(open, farewell.values ?? []);
    const hasEnded = isNew(farewell.finish);
    if (values.length > 0 || hasEnded) {
      row = await withOpenAttempt({ ...open, row });
      const { attempt, refused } = withValues(row, open.context, values);
      const lost = refused.map(({ setting }) => setting);
      // What comes again in its turn is not lost.
      if (call.sequence !== null) await recordLost(open, row.id, lost);
      const how = farewell.suspended ? "suspended" : "terminated";
      await keep(open, { ...row, ...(hasEnded ? finished(attempt, open.context, new Date(), how) : attempt) }, true);
    }
    const { sequencing } = farewell;
    if (sequencing && (sequencing.sequence === undefined || isNew(sequencing.sequence)))
      await takeSequencing(open, sequencing);
    return row && { call: hasEnded ? "Terminate" : "Commit", attemptId: row.id };
  });
}

/** GET get-value. @throws NotFound for an element that is not known */
export async function getValue(actor: Actor, call: CallContext, key: string): Promise<string> {
  const open = await opened(actor, call);
  const value = valueOf(open?.row ?? NEW_ATTEMPT, open ? open.context : await contextOf(actor, call), key);
  if (value === null) throw new NotFound("Element");
  return value;
}

/** Where one stands in a course of SCORM 2004, as the run-time's sequencing has it. */
export interface SequencingReport {
  state: string | null;
  completion: "unknown" | "incomplete" | "completed";
  success: "unknown" | "passed" | "failed";
  /** -1 to 1. */
  measure: number | null;
  /** What has changed of what packages share with each other. */
  shared?: SharedState | undefined;
}

/** Keeps the state of the activity tree and what it shares with others, and takes over what it has rolled up. */
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
    await shared.keepShared(open.reach, open.unit.courseId, allowed(manifest, report.shared));
  }
  const score = measure === null ? null : Math.round(Math.max(0, measure) * 10_000) / 100;
  await settle(open, { completion_status: completion, success_status: success, score });
}

/** Adds what the content called to the flight recorder of its attempt, cut to a sensible length. */
export async function record(actor: Actor, call: CallContext, calls: queries.Call[]): Promise<true> {
  const open = await opened(actor, call);
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
 * Adds values that were not taken to the flight recorder, also those of a session that was replaced by one on another device: they do
 * not count, and are not lost.
 */
export async function recordUntaken(actor: Actor, call: CallContext, values: RefusedValue[]): Promise<true> {
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
  // A session's own run-time keeps the recorder, refused calls and all.
  if (done && !session) {
    const { call: name, element = null, value = null } = done;
    const entry = { called_at: new Date(), call: name, element, value: value?.slice(0, LONGEST_VALUE) ?? null };
    await queries.insertCalls(reach, done.attemptId, [{ ...entry, result: "true", error_code: 0 }]);
  }
  return true;
}

/**
 * Finds what a call is about and whether it may be made now: the SCO of that package, in a unit that is the learner's own and open.
 * Null in a preview, of which nothing is kept.
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
    throw new Invalid({ scormId: ["This package does not use these calls."] });
  if (session && session.unit_id === null) return null;

  const place = session
    ? { unit_id: session.unit_id!, course_id: session.course_id! }
    : await queries.findUnitOf(reach, call.scormId);
  if (!place) throw new NotFound("SCO");
  await learning.getPackageAtHand(actor, place);
  const unit = { id: place.unit_id, courseId: place.course_id };
  await queries.lockResult(reach, unit, call.scormId);
  const row = (await queries.lockAttempt(reach, place.unit_id, sco.id)) ?? null;
  const context = { kind: package_kind, details: sco.details, learner: learnerOf(actor) };
  return { reach, unit, sco, context, packageId: call.scormId, session, row };
}

/** As the content is told who learns: an id that says nothing of the person, and 'Last, First'. */
export function learnerOf({ person }: Actor): AttemptContext["learner"] {
  return { id: String(person.id), name: `${person.lastName}, ${person.firstName}`.slice(0, 250) };
}

async function contextOf(actor: Actor, call: CallContext): Promise<AttemptContext> {
  const sco = await queries.findSco(await actor.reach("learn"), call.scormId, call.scoUuid);
  if (!sco) throw new NotFound("SCO");
  return { kind: sco.package_kind as AttemptContext["kind"], details: sco.details, learner: learnerOf(actor) };
}

/** What the learner had reached in the SCO of the same identifier in the version before; nothing where there is none. */
async function carriedOver({ reach, unit, packageId, sco }: Open): Promise<Attempt> {
  const former = (await queries.listLatest(reach, unit.id, packageId)).get(sco.id);
  return former ? { ...NEW_ATTEMPT, cmi: former.cmi, entry: former.entry } : NEW_ATTEMPT;
}

/** Begins a session of the content, in the attempt that goes on or in a new one. */
async function withBegunAttempt(open: Open, resumes = false): Promise<queries.AttemptRow> {
  const { reach, row, unit, sco, context } = open;
  const now = new Date();
  const isFresh = context.kind === "scorm_2004" && row !== null && isOver(row) && !resumes;
  const found: Attempt = isFresh ? NEW_ATTEMPT : (row ?? (await carriedOver(open)));
  const before = resumes && isOver(found) ? resumed(found) : found;
  const target =
    row === null || isFresh
      ? await queries.insertAttempt(reach, unit, { scoId: sco.id, number: (row?.number ?? 0) + 1 }, before)
      : row;
  const attempt = begun(before, context, now);
  // An asset never says anything: to be launched is all there is to it.
  const begunRow = { ...target, ...(sco.kind === "asset" ? finished(attempt, context, now) : attempt) };
  await keep(open, begunRow, true);
  return begunRow;
}

/** The attempt that a value belongs to. A client that sets values without a word before has one all the same. */
async function withOpenAttempt(open: Open): Promise<queries.AttemptRow> {
  const { row, session, reach, unit, sco, context } = open;
  if (row?.isOpen) return row;
  // A session's own run-time initialises first: what comes without is of a session that is over.
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
  return { ...base, ...begun(base, context, new Date()) };
}

/** Sets values that are taken all together. @throws Invalid with the first that is not */
function applied(attempt: Attempt, context: AttemptContext, values: Value[]): Attempt {
  const {
    attempt: set,
    refused: [first],
  } = withValues(attempt, context, values);
  if (first) throw new Invalid({ [first.setting.key]: [first.reason] });
  return set;
}

/** Keeps values that are lost in the flight recorder, and with the session, to be told at the next launch. */
async function recordLost({ reach, session, context }: Open, attemptId: number, lost: Value[]): Promise<void> {
  if (lost.length === 0) return;
  const called_at = new Date();
  const calls = lost.map((value) => ({ ...value, called_at }));
  await queries.insertCalls(reach, attemptId, refusedCalls(context.kind, calls));
  if (session) await queries.addLostValues(reach, session.id, lost.length);
}

/** Values that were sent alone meanwhile, and arrived, are not set again over newer ones. */
function unseen({ session }: Open, values: Value[]): Value[] {
  return values.filter(({ sequence }) => !session || sequence === undefined || sequence > session.last_sequence);
}

/** Ends what was left open in a unit: its page was closed, or the machine was switched off, before the content could say so. */
export async function closeAbandoned(
  actor: Actor,
  reach: Reach<"learn">,
  unit: queries.UnitOfCourse,
  packageId: number,
  kind: AttemptContext["kind"],
): Promise<void> {
  await queries.lockResult(reach, unit, packageId);
  const scos = await queries.listScos(reach, packageId);
  const attempts = await queries.listLatest(reach, unit.id, packageId);
  for (const sco of scos) {
    const row = attempts.get(sco.id);
    if (!row?.isOpen || row.scoId !== sco.id) continue;
    const context = { kind, details: sco.details, learner: learnerOf(actor) };
    const done = finished(row, context, row.seenAt ?? new Date(), "abandoned");
    await keep({ reach, unit, sco, context, packageId, session: null, row }, { ...row, ...done }, true);
  }
}

const isAboutStatus = (key: string) => /(status|score\.(raw|scaled)|progress_measure)$/.test(key) && !/\.\d/.test(key);

/** Stores the attempt; with `counts`, the unit follows. */
async function keep(open: Open, row: queries.AttemptRow, counts: boolean): Promise<void> {
  await queries.updateAttempt(open.reach, row.id, row, standingOf(row, open.context));
  if (!counts) return;
  const scos = await queries.listScos(open.reach, open.packageId);
  const attempts = await queries.listLatest(open.reach, open.unit.id, open.packageId);
  const standings = scos.flatMap((sco) => {
    const attempt = attempts.get(sco.id);
    const standing = attempt ? standingOf(attempt, { ...open.context, details: sco.details }) : null;
    return [{ isAsset: sco.kind === "asset", standing }];
  });
  await settle(open, rollUp(open.context.kind, standings));
}

/** Keeps what the unit has come to, and completes it when that is enough (decision 43). */
async function settle({ reach, unit }: Open, result: Omit<queries.Result, "seconds" | "sequencing">): Promise<void> {
  const kept = await queries.updateResult(reach, unit.id, result);
  if (kept.completion_status === "completed") await learning.completeReported(reach, unit.courseId, unit.id);
}
