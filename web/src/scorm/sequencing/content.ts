import { readAll, find, findObjective, type Session, getActivityState, write } from "./tracking.ts";
import type { Activity, Info, Objective, ObjectiveInfo } from "./tree.ts";
import { rollUp } from "./rollup.ts";

/** What content has reported of an element of its data model; undefined where it has reported nothing. */
export type Reported = (element: string) => string | undefined;

/**
 * Lists the objectives that content loads at its start, with the status of each (RTE 4th Ed. 4.2.17), as cmi.objectives
 * in the order of the manifest.
 */
export function listObjectives(session: Session, activity: Activity): Record<string, string>[] {
  return activity.objectives
    .filter(({ id }) => id !== "")
    .map((objective) => ({ id: objective.id, ...inWords(readAll(session, activity, objective, find)) }));
}

function inWords({ satisfied, completed, measure, raw, min, max, progress }: ObjectiveInfo): Record<string, string> {
  const numbers = {
    "score.scaled": measure,
    "score.raw": raw,
    "score.min": min,
    "score.max": max,
    progress_measure: progress,
  };
  return {
    ...(satisfied !== undefined && { success_status: satisfied ? "passed" : "failed" }),
    ...(completed !== undefined && { completion_status: completed ? "completed" : "incomplete" }),
    ...Object.fromEntries(
      Object.entries(numbers).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    ),
  };
}

/**
 * Applies the content's results to its activity and its ancestors (RTE 4th Ed. 3.1.2, 4.2.4, 4.2.17, 4.2.22; SN 4th Ed.
 * 4.2.1.5). The attempt continues until a request ends it.
 */
export function take(session: Session, activity: Activity, reported: Reported): void {
  if (!activity.tracked) return;
  const state = getActivityState(session, activity);
  state.isSuspended = reported("cmi.exit") === "suspend";
  for (let index = 0; reported(`cmi.objectives.${index}.id`) !== undefined; index++) {
    const objective = findObjective(activity, reported(`cmi.objectives.${index}.id`)!);
    if (objective) takeObjective(session, activity, objective, (name) => reported(`cmi.objectives.${index}.${name}`));
  }
  takeObjective(session, activity, activity.primary, (name) => reported(`cmi.${name}`));
  rollUp(session, activity);
}

const NUMBERS: [Info & ("measure" | "raw" | "min" | "max" | "progress"), string][] = [
  ["measure", "score.scaled"],
  ["raw", "score.raw"],
  ["min", "score.min"],
  ["max", "score.max"],
  ["progress", "progress_measure"],
];

function takeObjective(session: Session, activity: Activity, objective: Objective, reported: Reported): void {
  const state = getActivityState(session, activity);
  for (const [info, name] of NUMBERS) {
    const value = reported(name);
    if (value !== undefined && value !== "") write(session, activity, objective, info, Number(value));
  }
  const success = reported("success_status");
  if (success !== undefined) {
    write(session, activity, objective, "satisfied", success === "unknown" ? undefined : success === "passed", true);
    if (objective.isPrimary) state.saidSuccess = true;
  }
  const completion = reported("completion_status");
  if (completion !== undefined) {
    write(
      session,
      activity,
      objective,
      "completed",
      completion === "unknown" ? undefined : completion === "completed",
      true,
    );
    if (objective.isPrimary) state.saidCompletion = true;
  }
}
