import { execute } from "../../../app/graphql.ts";
import { lettersOf } from "../../../app/letters.ts";
import type { Letter } from "./answerSheet.ts";
import { AttemptAtHand } from "./player.documents.ts";
import { storeAnswer } from "./responses.ts";
import { createShelf } from "./shelf.ts";

/**
 * Sends the answers that a player of this person could not send before it was closed, from whatever page they visit next. What
 * the server refuses, and what is of an attempt that is over, stays for the player to tell of; another person's stay where they are.
 * The course that is open in this window is its player's business.
 */
export async function replayAnswers(viewerId: number, openCourse: number | null = null): Promise<void> {
  const shelf = createShelf<Letter>(lettersOf(viewerId));
  const byCourse = Map.groupBy(shelf.all(), ([key]) => Number(key.split(":")[0]));
  for (const [courseId, letters] of byCourse) {
    if (courseId === openCourse) continue;
    try {
      const { course } = await execute(AttemptAtHand, { id: courseId });
      for (const [key, letter] of letters) {
        const [, attempt, question] = key.split(":").map(Number);
        if (!course?.is_enrolled || attempt !== course.attempt || !letter.to) continue;
        const { unit, type } = letter.to;
        await storeAnswer(courseId, unit, { id: question!, type }, letter, 0);
        // A newer one may have taken its place meanwhile, in another tab.
        if (shelf.get(key)?.id === letter.id) shelf.remove(key);
      }
    } catch (error) {
      console.warn("Answers that wait on this device could not be sent now.", error);
    }
  }
}
