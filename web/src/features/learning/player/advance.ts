import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";

const answeredWrongly = msg`You answered one of more questions incorrectly. Please change your answers then try clicking Next again.`;
const testsOpen = msg`Please complete all tests before proceeding.`;
const timeOpen = msg`You must wait until the time is up before proceeding.`;

type UnitAtHand = {
  __typename: string;
  is_complete: boolean;
  time_limit?: number | null;
  tests: { id: number }[];
};

export type Situation = {
  unit: UnitAtHand;
  /** What the server graded each question; a question that is missing has not been answered. */
  isCorrect: (questionId: number) => boolean;
  /** The server has confirmed that the time is up. */
  isTimeUp: boolean;
};

/** Why one may not go on from a unit, by what the page knows; null when the server is to be asked. */
export function reasonToStay({ unit, isCorrect, isTimeUp }: Situation): MessageDescriptor | null {
  if (unit.is_complete) return null;
  if (unit.tests.length > 0) {
    if (unit.tests.every(({ id }) => isCorrect(id))) return null;
    return unit.__typename === "TestUnitType" ? testsOpen : answeredWrongly;
  }
  return unit.time_limit && !isTimeUp ? timeOpen : null;
}

/** A timed unit without questions is left with a response that says so. */
export const leavesByTime = ({ time_limit, tests, is_complete }: UnitAtHand) =>
  Boolean(time_limit) && tests.length === 0 && !is_complete;
