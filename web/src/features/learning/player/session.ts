import { isUnauthenticated } from "../../../app/errors.ts";
import { sessionEnded } from "../../../app/session.ts";
import { createAnswerSheet } from "./answerSheet.ts";
import { storeAnswer, storeTime } from "./responses.ts";
import { createTimekeeper } from "./timekeeper.ts";
import type { PlayerCourse, Unit } from "./units.ts";

type Options = {
  course: PlayerCourse;
  units: Unit[];
  viewerId: number;
  /** The server takes no more of this person's time on the course. */
  onRefused: (error: unknown) => void;
};

export type PlayerSession = ReturnType<typeof createSession>;

/** What goes on while a course is open: the clock and the answers, both told to the server. */
export function createSession({ course, units, viewerId, onRefused }: Options) {
  const timekeeper = createTimekeeper<Unit>({
    units,
    beat: async (unit, seconds, options) => (await watched(storeTime(course.id, unit, seconds, options))).timeSpent,
    onRefused,
  });
  const sheet = createAnswerSheet({
    course,
    units,
    viewerId,
    async send(unit, question, letter) {
      const seconds = timekeeper.secondsOn(unit.id);
      const receipt = await watched(storeAnswer(course.id, unit, question, letter, seconds));
      timekeeper.credited(unit.id, receipt.timeSpent);
      return receipt;
    },
  });
  return { timekeeper, sheet, preload };

  /** Fetches the code of the units to come; what cannot be had now is fetched when a unit is opened. */
  async function preload() {
    try {
      await (await import("./preload.ts")).preload(units);
    } catch (error) {
      console.warn("The units to come could not be prepared.", error);
    }
  }
}

/** These calls do not pass the query client, which watches for the end of the session elsewhere. */
async function watched<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isUnauthenticated(error)) sessionEnded();
    throw error;
  }
}
