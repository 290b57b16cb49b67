import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";

const answeredWrongly = msg`You answered one or more questions incorrectly. Please change your answers, then click Next again.`;
const unanswered = msg`Please answer every question.`;
const testsOpen = msg`Please complete all tests before proceeding.`;
const timeOpen = msg`You must wait until the time is up before proceeding.`;

type UnitAtHand = {
  __typename: string;
  is_complete: boolean;
  time_limit?: number | null;
  tests: { id: number }[];
  /** Of a test that is taken in attempts. */
  test?: object | null;
};

export type Situation = {
  unit: UnitAtHand;
  /** The server's grade of each question; false for one that was not answered. */
  isCorrect: (questionId: number) => boolean;
  isAnswered: (questionId: number) => boolean;
  /** The server has confirmed that the time has passed. */
  isTimeUp: boolean;
};

/** Returns why the learner cannot continue yet, as far as the page knows; null when the server must be asked. */
export function findReasonToStay({ unit, isCorrect, isAnswered, isTimeUp }: Situation): MessageDescriptor | null {
  // The server knows whether an attempt has passed.
  if (unit.is_complete || unit.test) return null;
  if (unit.tests.length > 0) {
    if (unit.tests.every(({ id }) => isCorrect(id))) return null;
    if (unit.__typename === "TestUnitType") return testsOpen;
    // Only an answer can be incorrect (P75).
    return unit.tests.some(({ id }) => isAnswered(id) && !isCorrect(id)) ? answeredWrongly : unanswered;
  }
  return unit.time_limit && !isTimeUp ? timeOpen : null;
}
