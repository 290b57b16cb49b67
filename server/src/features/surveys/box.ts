import { randomInt } from "node:crypto";
import { seal, unseal } from "../../access/sealed.ts";
import type { SurveyKey } from "../../access/survey-secret.ts";
import { ANSWER_BYTES, type StoredAnswers } from "./answers.ts";

/** How many anonymous answers are released together. No result is shown of fewer. */
export const BATCH = 5;

/** Every box has this length, however many answers are in it. */
const BOX_BYTES = (BATCH - 1) * (ANSWER_BYTES + 1) + 1;
const PURPOSE = "anonymous survey answers";

/** Encrypts the waiting answers of a survey. @param context the instance and the survey */
export function closeBox(key: SurveyKey, context: string, answers: readonly StoredAnswers[]): Buffer {
  const text = JSON.stringify(answers);
  // JSON may end with spaces.
  return seal(key.secret, PURPOSE, context, text + " ".repeat(Math.max(0, BOX_BYTES - Buffer.byteLength(text))));
}

/** Decrypts the waiting answers of a survey. */
export function openBox(key: SurveyKey, context: string, sealed: Buffer): StoredAnswers[] {
  return JSON.parse(unseal(key.secret, PURPOSE, context, sealed)) as StoredAnswers[];
}

/** Returns a list in an order that says nothing about the one it was in. */
export function shuffle<T>(list: readonly T[]): T[] {
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
