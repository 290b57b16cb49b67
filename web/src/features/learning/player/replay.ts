import { execute } from "../../../app/graphql.ts";
import { toAnswerKey, toTimeKey } from "../../../app/queuedKeys.ts";
import type { AnswerMessage } from "./answerSheet.ts";
import { isTemporary } from "./outbox.ts";
import { AttemptAtHand } from "./player.documents.ts";
import { storeAnswer, storeTime } from "./responses.ts";
import type { UnreportedTime } from "./session.ts";
import { createDeviceStore, removeFormerAttempts } from "./deviceStore.ts";

/**
 * Sends the answers and the time that a player of this user could not send before it was closed, from the next page
 * they visit. Answers that the server rejects stay for the player to report; those of an earlier attempt are removed.
 * Another user's answers stay untouched, and those of the course open in this window belong to its player.
 */
export async function replayAnswers(viewerId: number, openCourse: number | null = null): Promise<void> {
  // Before the answers: every message moves the server's clock on.
  await replay<UnreportedTime>(toTimeKey(viewerId), null, async (store, course, key, { unit, seconds }, isAtHand) => {
    if (isAtHand) await storeTime(course, unit, seconds, { keepalive: false }).catch(unlessRefused);
    if (store.get(key)?.seconds === seconds) store.remove(key);
  });
  await replay<AnswerMessage>(toAnswerKey(viewerId), openCourse, async (store, course, key, message, isAtHand) => {
    if (!isAtHand || !message.to) return;
    const { unit, type } = message.to;
    try {
      await storeAnswer(course, unit, { id: Number(key.split(":")[2]), type }, message, 0);
    } catch (error) {
      // The answers after it must not wait for what stays.
      return unlessRefused(error);
    }
    // A newer one may have replaced it in another tab.
    if (store.get(key)?.id === message.id) store.remove(key);
  });
}

/** Ignores that the server rejects something; other failures are retried later. */
function unlessRefused(error: unknown) {
  if (isTemporary(error)) throw error;
}

/** Visits what is stored under `course:attempt:…`, with whether that attempt is the current one; skips `openCourse`. */
async function replay<T>(
  prefix: string,
  openCourse: number | null,
  send: (store: DeviceStore<T>, course: number, key: string, thing: T, isAtHand: boolean) => Promise<void>,
) {
  const store = createDeviceStore<T>(prefix);
  const byCourse = Map.groupBy(store.all(), ([key]) => Number(key.split(":")[0]));
  for (const [courseId, things] of byCourse) {
    if (courseId === openCourse) continue;
    try {
      const { course } = await execute(AttemptAtHand, { id: courseId });
      if (course?.is_enrolled) removeFormerAttempts(`${prefix}${courseId}:`, course.attempt);
      for (const [key, thing] of things) {
        const isAtHand = !!course?.is_enrolled && Number(key.split(":")[1]) === course.attempt;
        await send(store, courseId, key, thing, isAtHand);
      }
    } catch (error) {
      console.warn("What waits on this device could not be sent now.", error);
    }
  }
}

type DeviceStore<T> = ReturnType<typeof createDeviceStore<T>>;
