import { hasOnePattern, isAnswer } from "./cmi-answers.ts";
import { asDuration, asTimespan12, secondsOf12, secondsOfDuration } from "./cmi-durations.ts";
import { childrenOf, elementOf, general, isKeyword, placesIn } from "./cmi-elements.ts";
import { kept } from "./cmi-values.ts";
import type { ScoDetails } from "./package.ts";

/** What is kept of a learner's attempt at one SCO: the elements as the content set them, and what followed. */
export interface Attempt {
  cmi: Record<string, string>;
  entry: "ab-initio" | "resume" | "";
  totalSeconds: number;
  isInitialized: boolean;
  /** Between Initialize and Terminate. */
  isOpen: boolean;
  sessionStartedAt: Date | null;
  finishedAt: Date | null;
  /** The last sign of life. */
  seenAt: Date | null;
}

/** What an attempt is about: the SCO's manifest, and whose it is. */
export interface AttemptContext {
  kind: "scorm_1_2" | "scorm_2004";
  details: ScoDetails;
  learner: { id: string; name: string };
}

export const NEW_ATTEMPT: Attempt = {
  cmi: {},
  entry: "ab-initio",
  totalSeconds: 0,
  isInitialized: false,
  isOpen: false,
  sessionStartedAt: null,
  finishedAt: null,
  seenAt: null,
};

/** Initialize: a session begins. One that was never terminated has ended without a word, and is finished first. */
export function begun(attempt: Attempt, context: AttemptContext, now: Date): Attempt {
  const before = attempt.isOpen ? finished(attempt, context, attempt.seenAt ?? now, "abandoned") : attempt;
  return { ...before, isInitialized: true, isOpen: true, sessionStartedAt: now, finishedAt: null, seenAt: now };
}

/** Tells whether an attempt has ended and was not put aside: in SCORM 2004 a new one follows. */
export const isOver = ({ isOpen, isInitialized, entry }: Attempt): boolean => isInitialized && !isOpen && entry === "";

/** Goes on with an attempt that has ended, as if it had been put aside. */
export const resumed = (attempt: Attempt): Attempt => ({ ...attempt, entry: "resume" });

/** A value that content sets. */
export interface Setting {
  key: string;
  value: string;
  /** The value of an element to which content appends is all of it, and not what is added. */
  isWhole?: boolean | undefined;
}

/** Tells why a value is not taken; null when it is. */
export function refusalOf(attempt: Attempt, context: AttemptContext, setting: Setting): string | null {
  const { key } = setting;
  const element = elementOf(context.kind, key);
  if (!element) return isKeyword(context.kind, key) ? "This element cannot be set." : "This element is not known.";
  if (element.access === "ro") return "This element can only be read.";
  const value = keptValue(attempt, context, setting);
  if (element.judge(value) || (context.kind === "scorm_2004" && !fitsType(attempt.cmi, key, value)))
    return "This value does not fit its element.";
  return gapBefore(attempt, key) ? "The elements of a list are added one after the other." : null;
}

function keptValue({ cmi }: Attempt, { kind }: AttemptContext, { key, value, isWhole = false }: Setting): string {
  const before = !isWhole && elementOf(kind, key)?.appends && Object.hasOwn(cmi, key) ? cmi[key]! : "";
  return before + kept(key, value);
}

/**
 * Whether an element of an interaction is what the interaction's type lets it be; all others are. Without a type nothing is known: what
 * a page sends on leaving may lack the beginning.
 */
function fitsType(cmi: Record<string, string>, key: string, value: string): boolean {
  const [, interaction, index] =
    /^(cmi\.interactions\.\d+)\.(?:learner_response|correct_responses\.(\d+)\.pattern)$/.exec(key) ?? [];
  const type = cmi[`${interaction}.type`];
  if (interaction === undefined || type === undefined) return true;
  if (index === undefined) return isAnswer(type, "response", value);
  return isAnswer(type, "pattern", value) && (!hasOnePattern(type) || index === "0");
}

/** So many characters are kept of one attempt, keys and values; those of ADL's cases stay below a million. */
export const MOST_CHARACTERS = 4_000_000;

const TOO_LARGE = "This attempt is full: no more is kept of it.";

/** Sets the values that are taken, each judged by itself, and tells why the others are not. */
export function withValues<Given extends Setting>(
  attempt: Attempt,
  context: AttemptContext,
  settings: Given[],
): { attempt: Attempt; refused: { setting: Given; reason: string }[] } {
  const set = { ...attempt, cmi: { ...attempt.cmi } };
  const refused: { setting: Given; reason: string }[] = [];
  let size = sizeOf(set);
  for (const setting of settings) {
    const { key } = setting;
    const value = keptValue(set, context, setting);
    const growth = value.length - (Object.hasOwn(set.cmi, key) ? set.cmi[key]!.length : -key.length);
    // A value that makes an attempt no larger is taken, however large that is.
    const isTooLarge = growth > 0 && size + growth > MOST_CHARACTERS;
    const reason = refusalOf(set, context, setting) ?? (isTooLarge ? TOO_LARGE : null);
    if (reason) {
      refused.push({ setting, reason });
      continue;
    }
    set.cmi[key] = value;
    size += growth;
  }
  return { attempt: set, refused };
}

function sizeOf({ cmi }: Attempt): number {
  return Object.entries(cmi).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
}

/** More than three hundred years: no more can be kept, whatever content says. */
const MOST_SECONDS = 9_999_999_999;

/**
 * Terminate, LMSFinish, and the end of a session that ended without them ('abandoned'): time is added once, mastery and
 * thresholds decide, and what the next session finds is settled (standards A2, A3).
 * @param now when it ended: of an abandoned session, its last sign of life
 * @param how 'suspended' when the whole course was put aside, whatever the content said
 */
export function finished(
  attempt: Attempt,
  context: AttemptContext,
  now: Date,
  how: "terminated" | "abandoned" | "suspended" = "terminated",
): Attempt {
  const is12 = context.kind === "scorm_1_2";
  const cmi = { ...attempt.cmi };
  const [exitKey, timeKey] = is12 ? ["cmi.core.exit", "cmi.core.session_time"] : ["cmi.exit", "cmi.session_time"];
  const stated = is12 ? secondsOf12(cmi[timeKey]) : secondsOfDuration(cmi[timeKey]);
  const measured = attempt.sessionStartedAt ? (now.getTime() - attempt.sessionStartedAt.getTime()) / 1000 : 0;
  const seconds = stated ?? Math.max(0, Math.round(measured * 100) / 100);
  const isSuspended = how !== "terminated" || cmi[exitKey] === "suspend";
  delete cmi[exitKey];
  delete cmi[timeKey];
  delete cmi["adl.nav.request"];
  if (is12) settle12(cmi, context.details, isSuspended);
  else settle2004(cmi, context.details, isSuspended);
  return {
    ...attempt,
    cmi,
    totalSeconds: Math.min(MOST_SECONDS, attempt.totalSeconds + seconds),
    entry: isSuspended ? "resume" : "",
    isOpen: false,
    sessionStartedAt: null,
    finishedAt: now,
  };
}

/** A SCO that says nothing of its status is complete when it ends; when it is only put aside, it is not. */
function settle12(cmi: Record<string, string>, { masteryScore }: ScoDetails, isSuspended: boolean): void {
  cmi["cmi.core.lesson_status"] ??= isSuspended ? "incomplete" : "completed";
  const raw = cmi["cmi.core.score.raw"];
  if (masteryScore !== undefined && raw)
    cmi["cmi.core.lesson_status"] = Number(raw) >= masteryScore ? "passed" : "failed";
}

/** A SCO that says nothing of its completion is complete when it ends, unless it is only put aside (SN 4th Ed. UP.4). */
function settle2004(cmi: Record<string, string>, details: ScoDetails, isSuspended: boolean): void {
  const completion = completion2004(cmi, details);
  const success = success2004(cmi, details);
  if (completion !== "unknown") cmi["cmi.completion_status"] = completion;
  else if (!isSuspended) cmi["cmi.completion_status"] = "completed";
  if (success !== "unknown") cmi["cmi.success_status"] = success;
}

function completion2004(cmi: Record<string, string>, { completionThreshold }: ScoDetails): string {
  const measure = cmi["cmi.progress_measure"];
  if (completionThreshold?.completedByMeasure && measure)
    return Number(measure) >= completionThreshold.minProgressMeasure ? "completed" : "incomplete";
  return cmi["cmi.completion_status"] ?? "unknown";
}

function success2004(cmi: Record<string, string>, { scaledPassingScore }: ScoDetails): string {
  const scaled = cmi["cmi.score.scaled"];
  if (scaledPassingScore === undefined) return cmi["cmi.success_status"] ?? "unknown";
  if (!scaled) return "unknown";
  return Number(scaled) >= scaledPassingScore ? "passed" : "failed";
}

export interface Standing {
  completion: "unknown" | "incomplete" | "completed";
  success: "unknown" | "passed" | "failed";
  raw: number | null;
  scaled: number | null;
}

/** What an attempt has come to, in the words of both versions. */
export function standingOf({ cmi, isOpen }: Attempt, { kind, details }: AttemptContext): Standing {
  if (kind === "scorm_2004") {
    const completion = completion2004(cmi, details);
    return {
      completion: completion === "completed" ? "completed" : completion === "unknown" ? "unknown" : "incomplete",
      success: success2004(cmi, details) as Standing["success"],
      raw: numberIn(cmi["cmi.score.raw"]),
      scaled: numberIn(cmi["cmi.score.scaled"]),
    };
  }
  const status = cmi["cmi.core.lesson_status"];
  const raw = numberIn(cmi["cmi.core.score.raw"]);
  const isDone = status === "passed" || status === "completed";
  // With a mastery score the LMS decides at the end, over the SCO's own word.
  const waits = isOpen && details.masteryScore !== undefined && raw !== null;
  return {
    completion: isDone && !waits ? "completed" : status === undefined ? "unknown" : "incomplete",
    success: !waits && (status === "passed" || status === "failed") ? status : "unknown",
    raw,
    scaled: raw === null ? null : raw / 100,
  };
}

/** Everything a SCO finds when it begins: what it had set, and what only the LMS sets. */
export function seedOf(attempt: Attempt, { kind, details, learner }: AttemptContext): Record<string, string> {
  const data = stated("cmi.launch_data", details.dataFromLms);
  if (kind === "scorm_1_2") {
    return {
      ...attempt.cmi,
      ...data,
      "cmi.core.student_id": learner.id,
      "cmi.core.student_name": learner.name,
      "cmi.core.credit": "credit",
      "cmi.core.lesson_mode": "normal",
      "cmi.core.entry": attempt.entry,
      "cmi.core.total_time": asTimespan12(attempt.totalSeconds),
      ...stated("cmi.student_data.mastery_score", details.masteryScore),
      ...stated("cmi.student_data.max_time_allowed", details.maxTimeAllowed),
      ...stated("cmi.student_data.time_limit_action", details.timeLimitAction),
    };
  }
  const threshold = details.completionThreshold;
  return {
    ...attempt.cmi,
    ...data,
    "cmi.learner_id": learner.id,
    "cmi.learner_name": learner.name,
    "cmi.credit": "credit",
    "cmi.mode": "normal",
    "cmi.entry": attempt.entry,
    "cmi.total_time": asDuration(attempt.totalSeconds),
    ...stated("cmi.completion_threshold", threshold?.completedByMeasure ? threshold.minProgressMeasure : undefined),
    ...stated("cmi.scaled_passing_score", details.scaledPassingScore),
    ...stated("cmi.max_time_allowed", details.maxTimeAllowed),
    ...stated("cmi.time_limit_action", details.timeLimitAction),
  };
}

/** GetValue of the bridge: what is there, or what an element is before anybody sets it; null for one that is not known. */
export function valueOf(attempt: Attempt, context: AttemptContext, key: string): string | null {
  const count = /^(.+)\._count$/.exec(key);
  if (isKeyword(context.kind, key)) return count ? String(lengthOf(attempt, count[1]!)) : keyword(context, key);
  const element = elementOf(context.kind, key);
  if (!element) return null;
  const seed = seedOf(attempt, context);
  return (Object.hasOwn(seed, key) ? seed[key] : undefined) ?? element.start ?? "";
}

function keyword({ kind }: AttemptContext, key: string): string {
  if (key === "cmi._version") return kind === "scorm_1_2" ? "3.4" : "1.0";
  return childrenOf(kind, general(key).replace(/\._children$/, "")).join(",");
}

/** How many elements a list has. */
function lengthOf({ cmi }: Attempt, list: string): number {
  const indexes = Object.keys(cmi).flatMap((key) => {
    const index = key.startsWith(`${list}.`) ? /^\d+/.exec(key.slice(list.length + 1)) : null;
    return index ? [Number(index[0])] : [];
  });
  return indexes.length === 0 ? 0 : Math.max(...indexes) + 1;
}

/** Whether a key names an element of a list beyond the next free one. */
function gapBefore(attempt: Attempt, key: string): boolean {
  return placesIn(key).some(([list, index]) => index > lengthOf(attempt, list));
}

function stated(key: string, value: string | number | undefined): Record<string, string> {
  return value === undefined ? {} : { [key]: String(value) };
}

function numberIn(value: string | undefined): number | null {
  return value === undefined || value === "" || !Number.isFinite(Number(value)) ? null : Number(value);
}
