import { execute } from "../../../app/graphql.ts";
import { lettersOf, timesOf } from "../../../app/letters.ts";
import type { Letter } from "./answerSheet.ts";
import { isTemporary } from "./outbox.ts";
import { AttemptAtHand } from "./player.documents.ts";
import { storeAnswer, storeTime } from "./responses.ts";
import type { UntoldTime } from "./session.ts";
import { createShelf } from "./shelf.ts";

/**
 * Sends the answers and the time that a player of this person could not send before it was closed, from whatever page they visit
 * next. Answers that the server refuses, and those of an attempt that is over, stay for the player to tell of; another person's
 * stay where they are. The answers of the course that is open in this window are its player's business.
 */
export async function replayAnswers(viewerId: number, openCourse: number | null = null): Promise<void> {
  // Before the answers: any message moves the server's clock on.
  await replay<UntoldTime>(timesOf(viewerId), null, async (shelf, course, key, { unit, seconds }, isAtHand) => {
    if (isAtHand) await storeTime(course, unit, seconds, { keepalive: false }).catch(unlessRefused);
    if (shelf.get(key)?.seconds === seconds) shelf.remove(key);
  });
  await replay<Letter>(lettersOf(viewerId), openCourse, async (shelf, course, key, letter, isAtHand) => {
    if (!isAtHand || !letter.to) return;
    const { unit, type } = letter.to;
    await storeAnswer(course, unit, { id: Number(key.split(":")[2]), type }, letter, 0);
    // A newer one may have taken its place meanwhile, in another tab.
    if (shelf.get(key)?.id === letter.id) shelf.remove(key);
  });
}

/** Time that the server does not want is gone; else it is told later. */
function unlessRefused(error: unknown) {
  if (isTemporary(error)) throw error;
}

/** Goes through what lies under `course:attempt:…`, knowing whether that attempt is the one at hand; `openCourse` is left alone. */
async function replay<T>(
  prefix: string,
  openCourse: number | null,
  send: (shelf: Shelf<T>, course: number, key: string, thing: T, isAtHand: boolean) => Promise<void>,
) {
  const shelf = createShelf<T>(prefix);
  const byCourse = Map.groupBy(shelf.all(), ([key]) => Number(key.split(":")[0]));
  for (const [courseId, things] of byCourse) {
    if (courseId === openCourse) continue;
    try {
      const { course } = await execute(AttemptAtHand, { id: courseId });
      for (const [key, thing] of things) {
        const isAtHand = !!course?.is_enrolled && Number(key.split(":")[1]) === course.attempt;
        await send(shelf, courseId, key, thing, isAtHand);
      }
    } catch (error) {
      console.warn("What waits on this device could not be sent now.", error);
    }
  }
}

type Shelf<T> = ReturnType<typeof createShelf<T>>;
