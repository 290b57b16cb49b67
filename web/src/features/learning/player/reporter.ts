import { ApiError } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { RecordWorkMutation } from "../../../gen/graphql.ts";
import { readReview } from "../questions/answer.ts";
import { RecordWork } from "./player.documents.ts";
import { longestKept, type Addressed, type Receipt } from "./responses.ts";

export type Recorded = RecordWorkMutation["recordWork"];

/** The units after one that is completed: the one that opens next, and the one to read ahead. */
export type Following = { opens: number | null; ahead: number | null };

/** A part of what a learner did in a unit. */
export type Part = {
  /** The total seconds on the unit. */
  seconds: number;
  answer?: { question_id: number; response: string };
  /** Asks the server to complete the unit, then to start the clock of the next one and to send the unit after that. */
  completes?: Following;
  /** The request has to outlive the page. */
  keepalive?: boolean;
};

type Batch = { unit: Addressed; parts: Part[]; result: Promise<Recorded> };

/** Reports what a learner does in a course. What happens in one unit at the same moment is sent in one request. */
export function createReporter(courseId: number) {
  let collecting: Batch | null = null;

  return {
    /** @throws ApiError */
    report(unit: Addressed, part: Part): Promise<Recorded> {
      if (collecting?.unit.id === unit.id) {
        collecting.parts.push(part);
        return collecting.result;
      }
      const parts = [part];
      const result = Promise.resolve().then(() => {
        if (collecting?.parts === parts) collecting = null;
        return send(courseId, unit, parts);
      });
      collecting = { unit, parts, result };
      return result;
    },
  };
}

async function send(courseId: number, unit: Addressed, parts: Part[]): Promise<Recorded> {
  const completes = parts.find((part) => part.completes)?.completes;
  const answers = parts.flatMap(({ answer }) => answer ?? []);
  const input = {
    course_id: courseId,
    unit_id: unit.id,
    unit_type: unit.__typename,
    time_spent: Math.max(...parts.map(({ seconds }) => seconds)),
    ...(answers.length > 0 && { answers }),
    ...(completes && { completes: true, opens: completes.opens }),
  };
  const size = answers.reduce((sum, { response }) => sum + response.length, 0);
  const keepalive = parts.some((part) => part.keepalive) && size < longestKept;
  const ahead = completes?.ahead ?? null;
  const variables = { input, ahead: ahead ?? 0, readsAhead: ahead !== null };
  return (await execute(RecordWork, variables, { keepalive })).recordWork;
}

/** Returns the server's grade of one of the answers. @throws ApiError with its message when it rejected the answer */
export function readReceipt({ answers, time_spent }: Recorded, questionId: number): Receipt {
  const found = answers.find(({ question_id }) => question_id === questionId);
  const problem = found?.problem ?? "";
  if (found?.response == null) throw new ApiError(problem, { code: "VALIDATION", validation: { response: [problem] } });
  const graded = JSON.parse(found.response) as Omit<Receipt, "timeSpent">;
  return { isCorrect: graded.isCorrect, timeSpent: time_spent, ...readReview(graded) };
}
