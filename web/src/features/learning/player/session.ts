import type { QueryClient } from "@tanstack/react-query";
import type { Mode } from "./courseQuery.ts";
import type { TestTaking } from "./viewers/test/taking.ts";
import { isSignInIncomplete, isUnauthenticated } from "../../../app/errors.ts";
import { toTimeKey } from "../../../app/queuedKeys.ts";
import { sessionEnded, signInIncomplete } from "../../../app/session.ts";
import { createAnswerSheet } from "./answerSheet.ts";
import { isTemporary } from "./outbox.ts";
import { createPlaces } from "./places.ts";
import { createReporter, type Following, readReceipt, type Recorded } from "./reporter.ts";
import { storePlace, toResponse, type Addressed } from "./responses.ts";
import { createDeviceStore } from "./deviceStore.ts";
import { createTimekeeper } from "./timekeeper.ts";
import type { OpenedUnit, OutlineUnit, PlayerCourse } from "./units.ts";

type Options = {
  course: PlayerCourse;
  viewerId: number;
  /** The server accepts no more of this learner's time on the course. */
  onRefused: (error: unknown) => void;
};

/** Total seconds on a unit that could not be reported to the server. */
export type UnreportedTime = { unit: Addressed; seconds: number };

export type PlayerSession = ReturnType<typeof createSession> & {
  /** Takes tests without the server's attempts, in a preview. */
  takeTest?: (queries: QueryClient, unitId: number) => TestTaking;
};

/** Runs what happens while a course is open: the clock and the answers, both reported to the server. */
export function createSession({ course, viewerId, onRefused }: Options) {
  const { id: courseId, units } = course;
  const unreported = createDeviceStore<UnreportedTime>(`${toTimeKey(viewerId)}${courseId}:${course.attempt}:`);
  const reporter = createReporter(courseId);
  const timekeeper = createTimekeeper<OutlineUnit>({
    units,
    unreported: unreported.all().map(([unitId, { seconds }]) => [Number(unitId), seconds]),
    heartbeat: reportTime,
    onRefused,
  });
  if (course.started_id !== null) timekeeper.begin(course.started_id);
  const sheet = createAnswerSheet({
    course,
    viewerId,
    async send(question_id, message) {
      const { unit, type } = message.to;
      const seconds = timekeeper.secondsOn(unit.id);
      const response = JSON.stringify(toResponse({ type }, message, seconds));
      const answer = { question_id, response };
      const receipt = readReceipt(
        await watched(reporter.report(unit, { seconds, answer, keepalive: true })),
        question_id,
      );
      timekeeper.credited(unit.id, seconds, receipt.timeSpent);
      return receipt;
    },
  });
  const places = createPlaces((unit, place) =>
    watched(storePlace(courseId, unit, place, timekeeper.secondsOn(unit.id))),
  );
  return { mode: "player" as Mode, timekeeper, sheet, preload, hold, complete, placeIn: places.placeIn };

  /** Takes over what the server knows of a unit, before it is shown. */
  function hold(opened: OpenedUnit) {
    sheet.hold(opened);
    places.hold(opened);
  }

  /**
   * Asks the server to complete a unit, with the time and the answers that are reported at the same moment, to start the
   * clock of the unit that follows, and to send the unit after that. @throws ApiError
   */
  async function complete({ id, __typename }: Addressed, following: Following): Promise<Recorded> {
    const { opens } = following;
    const seconds = timekeeper.secondsOn(id);
    const recorded = await watched(reporter.report({ id, __typename }, { seconds, completes: following }));
    timekeeper.reported(id, seconds, recorded.time_spent);
    unreported.remove(String(id));
    if (recorded.completion && opens !== null) timekeeper.begin(opens);
    return recorded;
  }

  /**
   * The next page reports time that cannot be reported now: the server credits what its own clock allows, whenever that
   * is.
   */
  async function reportTime(unit: Addressed, seconds: number, options: { keepalive: boolean }): Promise<number> {
    const { id, __typename } = unit;
    try {
      const { time_spent } = await watched(reporter.report(unit, { seconds, ...options }));
      unreported.remove(String(id));
      return time_spent;
    } catch (error) {
      if (isTemporary(error)) unreported.put(String(id), { unit: { id, __typename }, seconds });
      else unreported.remove(String(id));
      throw error;
    }
  }

  /** Loads the code of the following units; what fails is loaded when a unit is opened. */
  async function preload() {
    try {
      await (await import("./preload.ts")).preload(units);
    } catch (error) {
      console.warn("The units to come could not be prepared.", error);
    }
  }
}

/** These calls bypass the query client, which detects the end of the session elsewhere. */
async function watched<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isUnauthenticated(error)) sessionEnded();
    if (isSignInIncomplete(error)) signInIncomplete();
    throw error;
  }
}
