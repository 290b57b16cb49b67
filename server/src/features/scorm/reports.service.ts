import type { Reach } from "../../access/actor.ts";
import * as learning from "../learning/learning.service.ts";
import * as queries from "./reports.queries.ts";
import * as runtime from "./runtime.queries.ts";

export type { UnitOfCourse } from "./runtime.queries.ts";
type Learning = Reach<"learn">;

/** Stores what a package has reported of its unit, and completes the unit when that is enough (P43). */
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

/** Starts an attempt of a package that uses the record store, which the reports show. */
export async function beginAttempt(reach: Learning, unit: runtime.UnitOfCourse, scoId: number): Promise<number> {
  return queries.insertAttempt(reach, unit, scoId);
}

/** Updates the status of an attempt; omitted fields stay unchanged. */
export async function keepAttempt(
  reach: Learning,
  attemptId: number,
  standing: Partial<queries.AttemptStanding>,
): Promise<void> {
  if (Object.keys(standing).length > 0) await queries.updateAttempt(reach, attemptId, standing);
}

export { durationBetween, toSeconds } from "./duration.ts";

/** The parts of an xAPI statement that the call log shows. */
interface Reported {
  verb: { id: string };
  object: object;
  result?: object;
}

/** Adds statements to the call log: the verb as the call, the object as the element, and the result as the value. */
export async function recordStatements(
  reach: Learning,
  attemptId: number,
  statements: readonly Reported[],
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

/** Adds calls to the call log of an attempt, truncated to a sensible length. */
async function record(reach: Learning, attemptId: number, calls: runtime.Call[]): Promise<void> {
  const cut = (text: string | null) => text && text.slice(0, LONGEST);
  await runtime.insertCalls(
    reach,
    attemptId,
    calls.map((each) => ({ ...each, element: cut(each.element), value: cut(each.value), result: cut(each.result) })),
  );
}
