import { everything, find, objectiveOf, type Session, stateOf, write } from "./tracking.ts";
import type { Activity, Info, Objective, ObjectiveInfo } from "./tree.ts";
import { rollUp } from "./rollup.ts";

/** What content has said of an element of its data model; undefined where it has said nothing. */
export type Said = (element: string) => string | undefined;

/**
 * The objectives that content finds when it begins, with what is known of each (RTE 4th Ed. 4.2.17): a list of cmi.objectives in the
 * order of the manifest.
 */
export function objectivesFor(session: Session, activity: Activity): Record<string, string>[] {
  return activity.objectives
    .filter(({ id }) => id !== "")
    .map((objective) => ({ id: objective.id, ...inWords(everything(session, activity, objective, find)) }));
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
 * What content has come to is what is known of its activity, and of those above it (RTE 4th Ed. 3.1.2, 4.2.4, 4.2.17, 4.2.22; SN 4th
 * Ed. 4.2.1.5). Its attempt goes on until a request ends it.
 */
export function take(session: Session, activity: Activity, said: Said): void {
  if (!activity.tracked) return;
  const state = stateOf(session, activity);
  state.isSuspended = said("cmi.exit") === "suspend";
  for (let index = 0; said(`cmi.objectives.${index}.id`) !== undefined; index++) {
    const objective = objectiveOf(activity, said(`cmi.objectives.${index}.id`)!);
    if (objective) takeObjective(session, activity, objective, (name) => said(`cmi.objectives.${index}.${name}`));
  }
  takeObjective(session, activity, activity.primary, (name) => said(`cmi.${name}`));
  rollUp(session, activity);
}

const NUMBERS: [Info & ("measure" | "raw" | "min" | "max" | "progress"), string][] = [
  ["measure", "score.scaled"],
  ["raw", "score.raw"],
  ["min", "score.min"],
  ["max", "score.max"],
  ["progress", "progress_measure"],
];

function takeObjective(session: Session, activity: Activity, objective: Objective, said: Said): void {
  const state = stateOf(session, activity);
  for (const [info, name] of NUMBERS) {
    const value = said(name);
    if (value !== undefined && value !== "") write(session, activity, objective, info, Number(value));
  }
  const success = said("success_status");
  if (success !== undefined) {
    write(session, activity, objective, "satisfied", success === "unknown" ? undefined : success === "passed", true);
    if (objective.isPrimary) state.saidSuccess = true;
  }
  const completion = said("completion_status");
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
