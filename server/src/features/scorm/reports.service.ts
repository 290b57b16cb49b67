import type { Reach } from "../../access/actor.ts";
import * as learning from "../learning/learning.service.ts";
import * as queries from "./reports.queries.ts";
import * as runtime from "./runtime.queries.ts";

export type { UnitOfCourse } from "./runtime.queries.ts";
type Learning = Reach<"learn">;

/** Keeps what a package has reported of its unit, and completes the unit when that is enough (decision 43). */
export async function keepResult(
  reach: Learning,
  unit: runtime.UnitOfCourse,
  packageId: number,
  result: Omit<runtime.Result, "seconds" | "sequencing">,
): Promise<void> {
  await runtime.lockResult(reach, unit, packageId);
  const kept = await runtime.updateResult(reach, unit.id, result);
  if (kept.completion_status === "completed") await learning.completeReported(reach, unit.courseId, unit.id);
}

/** Begins an attempt of a package that speaks to the record store: what the reports show of one of its sessions. */
export async function beginAttempt(reach: Learning, unit: runtime.UnitOfCourse, scoId: number): Promise<number> {
  return queries.insertAttempt(reach, unit, scoId);
}

/** Keeps how an attempt stands; what is left out stays as it is. */
export async function keepAttempt(
  reach: Learning,
  attemptId: number,
  standing: Partial<queries.AttemptStanding>,
): Promise<void> {
  if (Object.keys(standing).length > 0) await queries.updateAttempt(reach, attemptId, standing);
}

export { durationBetween, secondsOf } from "./duration.ts";

/** A statement of xAPI, as far as the flight recorder shows it. */
interface Said {
  verb: { id: string };
  object: object;
  result?: object;
}

/** Adds statements to the flight recorder: the verb as the call, the object as the element, and the result as the value. */
export async function recordStatements(
  reach: Learning,
  attemptId: number,
  statements: readonly Said[],
  { result = "stored", error_code = 0 } = {},
): Promise<void> {
  const calls = statements.map(({ verb, object, result: value }) => ({
    called_at: new Date(),
    call: verb.id.split("/").at(-1)!.slice(0, 50),
    element: "id" in object && typeof object.id === "string" ? object.id : null,
    value: value ? JSON.stringify(value) : null,
    result,
    error_code,
  }));
  await record(reach, attemptId, calls);
}

const LONGEST = 1_000;

/** Adds to the flight recorder of an attempt, cut to a sensible length. */
async function record(reach: Learning, attemptId: number, calls: runtime.Call[]): Promise<void> {
  const cut = (text: string | null) => text && text.slice(0, LONGEST);
  await runtime.insertCalls(
    reach,
    attemptId,
    calls.map((each) => ({ ...each, element: cut(each.element), value: cut(each.value), result: cut(each.result) })),
  );
}
