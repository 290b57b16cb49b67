import { hasOnePattern, isAnswer } from "./cmi-answers.ts";
import { asDuration, asTimespan12, secondsOf12, toSeconds } from "./cmi-durations.ts";
import { listChildren, findElement, toGeneralKey, isKeyword, listPlaces } from "./cmi-elements.ts";
import { toStoredText } from "./cmi-values.ts";
import type { ScoDetails } from "./package.ts";
import { t } from "../../i18n/message.ts";

/** The state of a learner's attempt at one SCO: the elements that the content set, and the results. */
export interface Attempt {
  cmi: Record<string, string>;
  entry: "ab-initio" | "resume" | "";
  totalSeconds: number;
  isInitialized: boolean;
  /** Between Initialize and Terminate. */
  isOpen: boolean;
  sessionStartedAt: Date | null;
  finishedAt: Date | null;
  /** The last heartbeat or call. */
  seenAt: Date | null;
}

/** The SCO's details and the learner of an attempt. */
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

/** Starts a session (Initialize). Finishes an earlier session that was never terminated first. */
export function withSession(attempt: Attempt, context: AttemptContext, now: Date): Attempt {
  const before = attempt.isOpen ? withEnd(attempt, context, attempt.seenAt ?? now, "abandoned") : attempt;
  return { ...before, isInitialized: true, isOpen: true, sessionStartedAt: now, finishedAt: null, seenAt: now };
}

/** Returns whether an attempt has ended without being suspended: in SCORM 2004 a new one follows. */
export const isOver = ({ isOpen, isInitialized, entry }: Attempt): boolean => isInitialized && !isOpen && entry === "";

/** Returns an ended attempt that continues as if it had been suspended. */
export const withResume = (attempt: Attempt): Attempt => ({ ...attempt, entry: "resume" });

/** A value that content sets. */
export interface Setting {
  key: string;
  value: string;
  /** The value of an appending element is the whole value, not the addition. */
  isWhole?: boolean | undefined;
}

/** Returns why a value is rejected; null when it is accepted. */
export function findRefusal(attempt: Attempt, context: AttemptContext, setting: Setting): string | null {
  const { key } = setting;
  const element = findElement(context.kind, key);
  if (!element) return isKeyword(context.kind, key) ? t`This element cannot be set.` : t`This element is unknown.`;
  if (element.access === "ro") return t`This element can only be read.`;
  const value = keptValue(attempt, context, setting);
  if (element.judge(value) || (context.kind === "scorm_2004" && !fitsType(attempt.cmi, key, value)))
    return t`This value is not valid for its element.`;
  return gapBefore(attempt, key) ? t`Add the elements of a list one after another.` : null;
}

function keptValue({ cmi }: Attempt, { kind }: AttemptContext, { key, value, isWhole = false }: Setting): string {
  const before = !isWhole && findElement(kind, key)?.appends && Object.hasOwn(cmi, key) ? cmi[key]! : "";
  return before + toStoredText(key, value);
}

/**
 * Returns whether the type of an interaction allows the value of one of its elements; true for all other elements.
 * Without a type every value is accepted, because the last request of a page may lack the beginning.
 */
function fitsType(cmi: Record<string, string>, key: string, value: string): boolean {
  const [, interaction, index] =
    /^(cmi\.interactions\.\d+)\.(?:learner_response|correct_responses\.(\d+)\.pattern)$/.exec(key) ?? [];
  const type = cmi[`${interaction}.type`];
  if (interaction === undefined || type === undefined) return true;
  if (index === undefined) return isAnswer(type, "response", value);
  return isAnswer(type, "pattern", value) && (!hasOnePattern(type) || index === "0");
}

/** The most characters stored of one attempt, keys and values; ADL's cases stay below a million. */
export const MOST_CHARACTERS = 4_000_000;

const TOO_LARGE = t`This attempt is full: nothing more is stored.`;

/** Sets the accepted values, each checked by itself, and returns why the others are rejected. */
export function withValues<Given extends Setting>(
  attempt: Attempt,
  context: AttemptContext,
  settings: Given[],
): { attempt: Attempt; refused: { setting: Given; reason: string }[] } {
  const set = { ...attempt, cmi: { ...attempt.cmi } };
  const refused: { setting: Given; reason: string }[] = [];
  let size = measureSize(set);
  for (const setting of settings) {
    const { key } = setting;
    const value = keptValue(set, context, setting);
    const growth = value.length - (Object.hasOwn(set.cmi, key) ? set.cmi[key]!.length : -key.length);
    // A value that does not make the attempt larger is accepted whatever its size.
    const isTooLarge = growth > 0 && size + growth > MOST_CHARACTERS;
    const reason = findRefusal(set, context, setting) ?? (isTooLarge ? TOO_LARGE : null);
    if (reason) {
      refused.push({ setting, reason });
      continue;
    }
    set.cmi[key] = value;
    size += growth;
  }
  return { attempt: set, refused };
}

function measureSize({ cmi }: Attempt): number {
  return Object.entries(cmi).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
}

/** More than three hundred years; the column holds no more. */
const MOST_SECONDS = 9_999_999_999;

/**
 * Ends a session: Terminate, LMSFinish, or a session that ended without them ('abandoned'). Adds its time once, applies
 * mastery score and thresholds, and settles what the next session finds.
 * @param now when it ended; for an abandoned session, its last heartbeat or call
 * @param how 'suspended' when the whole course was suspended, whatever the content reported
 */
export function withEnd(
  attempt: Attempt,
  context: AttemptContext,
  now: Date,
  how: "terminated" | "abandoned" | "suspended" = "terminated",
): Attempt {
  const is12 = context.kind === "scorm_1_2";
  const cmi = { ...attempt.cmi };
  const [exitKey, timeKey] = is12 ? ["cmi.core.exit", "cmi.core.session_time"] : ["cmi.exit", "cmi.session_time"];
  const stated = is12 ? secondsOf12(cmi[timeKey]) : toSeconds(cmi[timeKey]);
  const measured = attempt.sessionStartedAt ? (now.getTime() - attempt.sessionStartedAt.getTime()) / 1000 : 0;
  const seconds = stated ?? Math.max(0, Math.round(measured * 100) / 100);
  const isSuspended = how !== "terminated" || cmi[exitKey] === "suspend";
  // Only the end of an attempt completes it; content may abandon its attempt instead (SN 4th Ed. TB.2.3).
  const hasEnded = !isSuspended && !/^abandon(All)?$/.test(cmi["adl.nav.request"] ?? "");
  delete cmi[exitKey];
  delete cmi[timeKey];
  delete cmi["adl.nav.request"];
  if (is12) settle12(cmi, context.details, isSuspended);
  else settle2004(cmi, context.details, hasEnded);
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

/** Completes a SCO that ends without a status, unless it is suspended. */
function settle12(cmi: Record<string, string>, { masteryScore }: ScoDetails, isSuspended: boolean): void {
  cmi["cmi.core.lesson_status"] ??= isSuspended ? "incomplete" : "completed";
  const raw = cmi["cmi.core.score.raw"];
  if (masteryScore !== undefined && raw)
    cmi["cmi.core.lesson_status"] = Number(raw) >= masteryScore ? "passed" : "failed";
}

/** Completes a SCO whose attempt ends without a completion status (SN 4th Ed. UP.4). */
function settle2004(cmi: Record<string, string>, details: ScoDetails, hasEnded: boolean): void {
  const completion = completion2004(cmi, details);
  const success = success2004(cmi, details);
  if (completion !== "unknown") cmi["cmi.completion_status"] = completion;
  else if (hasEnded) cmi["cmi.completion_status"] = "completed";
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

/** Returns the status of an attempt in terms of both versions. */
export function getStanding({ cmi, isOpen }: Attempt, { kind, details }: AttemptContext): Standing {
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
  // With a mastery score the LMS decides at the end and overrides the SCO's status.
  const waits = isOpen && details.masteryScore !== undefined && raw !== null;
  return {
    completion: isDone && !waits ? "completed" : status === undefined ? "unknown" : "incomplete",
    success: !waits && (status === "passed" || status === "failed") ? status : "unknown",
    raw,
    scaled: raw === null ? null : raw / 100,
  };
}

/** Returns every element that a SCO finds when it starts: what it had set, and what only the LMS sets. */
export function makeSeed(attempt: Attempt, { kind, details, learner }: AttemptContext): Record<string, string> {
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

/** Answers GetValue of the bridge: the stored value or the element's initial value; null for an unknown element. */
export function readElement(attempt: Attempt, context: AttemptContext, key: string): string | null {
  const count = /^(.+)\._count$/.exec(key);
  if (isKeyword(context.kind, key)) return count ? String(countElements(attempt, count[1]!)) : keyword(context, key);
  const element = findElement(context.kind, key);
  if (!element) return null;
  const seed = makeSeed(attempt, context);
  return (Object.hasOwn(seed, key) ? seed[key] : undefined) ?? element.start ?? "";
}

function keyword({ kind }: AttemptContext, key: string): string {
  if (key === "cmi._version") return kind === "scorm_1_2" ? "3.4" : "1.0";
  return listChildren(kind, toGeneralKey(key).replace(/\._children$/, "")).join(",");
}

/** Counts the elements of a list. */
function countElements({ cmi }: Attempt, list: string): number {
  const indexes = Object.keys(cmi).flatMap((key) => {
    const index = key.startsWith(`${list}.`) ? /^\d+/.exec(key.slice(list.length + 1)) : null;
    return index ? [Number(index[0])] : [];
  });
  return indexes.length === 0 ? 0 : Math.max(...indexes) + 1;
}

/** Returns whether a key names an element beyond the next free index of its list. */
function gapBefore(attempt: Attempt, key: string): boolean {
  return listPlaces(key).some(([list, index]) => index > countElements(attempt, list));
}

function stated(key: string, value: string | number | undefined): Record<string, string> {
  return value === undefined ? {} : { [key]: String(value) };
}

function numberIn(value: string | undefined): number | null {
  return value === undefined || value === "" || !Number.isFinite(Number(value)) ? null : Number(value);
}
