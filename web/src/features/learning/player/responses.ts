import { execute } from "../../../app/graphql.ts";
import { MarkUnitComplete, StoreUnitResponse } from "./player.documents.ts";
import type { Answer, Question } from "../questions/answer.ts";
import type { Unit } from "./units.ts";

/** What the server says of a response: whether it is right, and the seconds credited to the unit in all. */
export type Receipt = { isCorrect: boolean; timeSpent: number };

/** What the server has to know of a unit. */
export type Addressed = Pick<Unit, "id" | "__typename">;

/**
 * Stores an answer. `timeSpent` goes with it, since every message moves the server's clock; by the id the server knows an
 * answer that comes a second time. @throws ApiError
 */
export const storeAnswer = (
  courseId: number,
  unit: Addressed,
  question: Pick<Question, "id" | "type">,
  { id, answer }: { id: string; answer: Answer },
  timeSpent: number,
) =>
  store(
    courseId,
    unit,
    { type: "question", key: String(question.id) },
    { type: question.type, timeSpent, ...answer, given_id: id },
    { keepalive: true },
  );

/** Tells the seconds spent on a unit in all. @throws ApiError */
export const storeTime = (courseId: number, unit: Addressed, timeSpent: number, options: { keepalive: boolean }) =>
  store(courseId, unit, { type: "time", key: "timeSpent" }, { type: "time", timeSpent }, options);

/** Tells where somebody is in a film or a recording, in seconds. @throws ApiError */
export const storePlace = (courseId: number, unit: Unit, place: number, timeSpent: number) =>
  store(courseId, unit, { type: "place", key: "place" }, { type: "place", place, timeSpent }, { keepalive: true });

/** Says that a timed unit without questions was stayed on. @throws ApiError */
export const storeCompletionByTime = (courseId: number, unit: Unit, timeSpent: number) =>
  store(
    courseId,
    unit,
    { type: "CompletionWithNoTest", key: "CompletionWithNoTest" },
    { type: "CompletionWithNoTest", timeSpent },
  );

/** What is handed in for an assignment: a text, or the address of a file that was uploaded. */
export type HandedIn = { type: "AssignmentText"; content: string } | { type: "AssignmentFile"; file: string };

/** Hands something in; each id is kept as a submission of its own, and once, however often it comes. @throws ApiError */
export const storeSubmission = (courseId: number, unit: Unit, id: string, given: HandedIn, timeSpent: number) =>
  store(courseId, unit, { type: given.type, key: given.type }, { ...given, timeSpent, given_id: id });

/** Asks the server to mark the unit complete. @throws ApiError with the reason, when it is not */
export async function completeUnit(courseId: number, unit: Unit) {
  const input = { course_id: courseId, unit_id: unit.id, unit_type: unit.__typename };
  return (await execute(MarkUnitComplete, { input })).markUnitComplete;
}

/** Letters that surely take less than 64 kB, whatever they are. */
const longestKept = 15_000;

async function store(
  courseId: number,
  unit: Addressed,
  { type, key }: { type: string; key: string },
  response: object,
  options: { keepalive?: boolean } = {},
): Promise<Receipt> {
  const input = {
    course_id: courseId,
    unit_id: unit.id,
    unit_type: unit.__typename,
    input_type: type,
    input_key: key,
    response: JSON.stringify(response),
  };
  // Browsers refuse to keep more than 64 kB alive.
  const keepalive = options.keepalive && input.response.length < longestKept;
  const answer = await execute(StoreUnitResponse, { input }, { keepalive });
  return JSON.parse(answer.storeUnitResponse.response) as Receipt;
}
