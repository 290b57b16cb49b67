import { execute } from "../../../app/graphql.ts";
import { StoreUnitResponse } from "./player.documents.ts";
import type { Answer, Question, Review } from "../questions/answer.ts";
import type { OutlineUnit } from "./units.ts";

/** The server's answer to a response: whether it is correct, and the total seconds credited to the unit. */
export type Receipt = { isCorrect: boolean; timeSpent: number } & Review;

/** What the server needs to know of a unit. */
export type Addressed = Pick<OutlineUnit, "id" | "__typename">;

/**
 * Stores an answer. `timeSpent` goes with it, because every message moves the server's clock; the id lets the server
 * recognise a repeated answer. @throws ApiError
 */
export const storeAnswer = (
  courseId: number,
  unit: Addressed,
  question: Pick<Question, "id" | "type">,
  { id, answer, to }: Sent,
  timeSpent: number,
) =>
  store(
    courseId,
    unit,
    { type: "question", key: String(question.id) },
    toResponse(question, { id, answer, to }, timeSpent),
    { keepalive: true },
  );

/** Returns an answer in the form that the server reads. */
export const toResponse = ({ type }: Pick<Question, "type">, { id, answer, to }: Sent, timeSpent: number) => ({
  type,
  timeSpent,
  ...answer,
  given_id: id,
  ...(to?.attempt && { test_attempt: to.attempt }),
});

type Sent = { id: string; answer: Answer; to?: { attempt?: number } };

/** Reports the total seconds spent on a unit. @throws ApiError */
export const storeTime = (courseId: number, unit: Addressed, timeSpent: number, options: { keepalive: boolean }) =>
  store(courseId, unit, { type: "time", key: "timeSpent" }, { type: "time", timeSpent }, options);

/** Reports the playback position of a video or recording in seconds. @throws ApiError */
export const storePlace = (courseId: number, unit: Addressed, place: number, timeSpent: number) =>
  store(courseId, unit, { type: "place", key: "place" }, { type: "place", place, timeSpent }, { keepalive: true });

/** A submission for an assignment: a text, or the address of an uploaded file. */
export type HandedIn = { type: "AssignmentText"; content: string } | { type: "AssignmentFile"; file: string };

/** Submits an assignment. Each id is stored as one submission, however often it arrives. @throws ApiError */
export const storeSubmission = (courseId: number, unit: Addressed, id: string, given: HandedIn, timeSpent: number) =>
  store(courseId, unit, { type: given.type, key: given.type }, { ...given, timeSpent, given_id: id });

/** Characters that always fit in 64 kB. */
export const longestKept = 15_000;

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
  // Browsers reject keepalive requests above 64 kB.
  const keepalive = options.keepalive && input.response.length < longestKept;
  const answer = await execute(StoreUnitResponse, { input }, { keepalive });
  return JSON.parse(answer.storeUnitResponse.response) as Receipt;
}
