import { isUnauthenticated } from "../../../app/errors.ts";
import { timesOf } from "../../../app/letters.ts";
import { sessionEnded } from "../../../app/session.ts";
import { createAnswerSheet } from "./answerSheet.ts";
import { isTemporary } from "./outbox.ts";
import { createPlaces } from "./places.ts";
import { storeAnswer, storePlace, storeTime, type Addressed } from "./responses.ts";
import { createShelf } from "./shelf.ts";
import { createTimekeeper } from "./timekeeper.ts";
import type { PlayerCourse, Unit } from "./units.ts";

type Options = {
  course: PlayerCourse;
  units: Unit[];
  viewerId: number;
  /** The server takes no more of this person's time on the course. */
  onRefused: (error: unknown) => void;
};

/** Seconds on a unit in all, of which the server could not be told. */
export type UntoldTime = { unit: Addressed; seconds: number };

export type PlayerSession = ReturnType<typeof createSession>;

/** What goes on while a course is open: the clock and the answers, both told to the server. */
export function createSession({ course, units, viewerId, onRefused }: Options) {
  const untold = createShelf<UntoldTime>(`${timesOf(viewerId)}${course.id}:${course.attempt}:`);
  const timekeeper = createTimekeeper<Unit>({
    units,
    untold: untold.all().map(([unitId, { seconds }]) => [Number(unitId), seconds]),
    beat: tellTime,
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
  const places = createPlaces(course, (unit, place) =>
    watched(storePlace(course.id, unit, place, timekeeper.secondsOn(unit.id))),
  );
  return { timekeeper, sheet, preload, placeIn: places.placeIn };

  /** Time that cannot be told now is told by the next page: the server credits what its own clock allows, whenever that is. */
  async function tellTime(unit: Unit, seconds: number, options: { keepalive: boolean }): Promise<number> {
    const { id, __typename } = unit;
    try {
      const { timeSpent } = await watched(storeTime(course.id, unit, seconds, options));
      untold.remove(String(id));
      return timeSpent;
    } catch (error) {
      if (isTemporary(error)) untold.put(String(id), { unit: { id, __typename }, seconds });
      else untold.remove(String(id));
      throw error;
    }
  }

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
