import type { AuDetails, Cmi5Block, Cmi5Manifest } from "../scorm/aus.service.ts";

/** The progress of an AU in a registration. Times are ISO 8601. */
export interface AuState {
  completed?: string;
  passed?: string;
  /** The latest failure, which a later pass does not remove. */
  failed?: string;
  waived?: string;
  /** The AU has terminated at least once. */
  terminated?: string;
  /** 0 to 100, of the latest 'Passed' or 'Failed' with a score. */
  score?: number;
}

/** By the publisher's id of each AU. */
export type AuStates = Readonly<Record<string, AuState>>;

/** Returns whether an AU's moveOn criterion is met (cmi5 10.2.5) or was waived. */
export function isSatisfied(moveOn: AuDetails["moveOn"], { completed, passed, waived }: AuState = {}): boolean {
  if (waived) return true;
  switch (moveOn) {
    case "NotApplicable":
      return true;
    case "Passed":
      return Boolean(passed);
    case "Completed":
      return Boolean(completed);
    case "CompletedAndPassed":
      return Boolean(completed && passed);
    case "CompletedOrPassed":
      return Boolean(completed ?? passed);
  }
}

/** A block or the course, which is satisfied when all its AUs are (cmi5 9.3.9). */
export interface Whole {
  publisherId: string;
  type: "block" | "course";
}

/** Lists the satisfied blocks, innermost first, and then the course. */
export function satisfiedWholes(
  { course, children }: Cmi5Manifest,
  moveOns: ReadonlyMap<string, AuDetails["moveOn"]>,
  states: AuStates,
): Whole[] {
  const found: Whole[] = [];
  if (areAllSatisfied(children)) found.push({ publisherId: course.publisherId, type: "course" });
  return found;

  function areAllSatisfied(members: Cmi5Block["children"]): boolean {
    // Checks every one: a block may be satisfied in a course that is not.
    return members.map(isMemberSatisfied).every(Boolean);
  }

  function isMemberSatisfied(member: string | Cmi5Block): boolean {
    if (typeof member === "string") return isSatisfied(moveOns.get(member) ?? "NotApplicable", states[member]);
    if (!areAllSatisfied(member.children)) return false;
    found.push({ publisherId: member.publisherId, type: "block" });
    return true;
  }
}

interface Au {
  publisherId: string;
  moveOn: AuDetails["moveOn"];
}

/** The result of the unit for the reports. */
export interface UnitResult {
  completion_status: "unknown" | "incomplete" | "completed";
  success_status: "unknown" | "passed" | "failed";
  score: number | null;
}

/**
 * Returns the result of a course's unit (ADR 021): complete when every AU's criterion is met. A course without criteria
 * is complete when each of its AUs was completed, passed or terminated.
 */
export function toUnitResult(aus: readonly Au[], states: AuStates): UnitResult {
  const all = aus.map(({ publisherId, moveOn }) => ({ moveOn, state: states[publisherId] ?? {} }));
  const asksForNothing = aus.every(({ moveOn }) => moveOn === "NotApplicable");
  const isDone = all.every(({ moveOn, state }) =>
    asksForNothing
      ? Boolean(state.completed ?? state.passed ?? state.waived ?? state.terminated)
      : isSatisfied(moveOn, state),
  );
  const judged = all.filter(({ state, moveOn }) => state.passed || state.failed || /Passed/.test(moveOn));
  const scores = all.flatMap(({ state }) => state.score ?? []);
  return {
    completion_status: isDone ? "completed" : Object.keys(states).length > 0 ? "incomplete" : "unknown",
    success_status: judged.some(({ state }) => state.failed && !state.passed && !state.waived)
      ? "failed"
      : judged.length > 0 && judged.every(({ state }) => state.passed)
        ? "passed"
        : "unknown",
    score:
      scores.length === 0 ? null : Math.round((scores.reduce((sum, one) => sum + one, 0) / scores.length) * 100) / 100,
  };
}
