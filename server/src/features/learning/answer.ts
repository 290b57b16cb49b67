import { z } from "zod";
import { Invalid } from "../../errors.ts";
import { parseJson } from "../../platform/json.ts";
import { t } from "../../i18n/message.ts";

const MAX_RESPONSE_CHARS = 100_000;
const MAX_ENTRIES = 500;

const entry = z.string().nullable();
const list = z.array(entry).max(MAX_ENTRIES);
// Not z.record, which drops the key '__proto__', an ordinary own key after JSON.parse.
const byLeft = z.custom<Record<string, string | null>>(isTextByText);

const answerForm = z.object({
  type: z.string().nullish(),
  timeSpent: z.number().nonnegative().nullish(),
  /** Created by the client for each answer; recognises one that is sent again after a lost response. */
  given_id: z.string().min(1).max(60).nullish(),
  /** The attempt at a test for which it was given. */
  test_attempt: z.number().int().nullish(),
  /** Seconds into a video or audio file. */
  place: z.number().nonnegative().max(1_000_000).nullish(),
  selectedOption: entry.optional(),
  freeTextAnswer: entry.optional(),
  userSelections: z.union([list, byLeft]).nullish(),
  userOrder: list.nullish(),
  /** Of an assignment: the text, or the address of the uploaded file. */
  content: z.string().nullish(),
  file: z.string().max(2_000).nullish(),
});

/**
 * A learner's response to one question. `selectedOption`: an option's text; `userSelections`: texts of the chosen
 * options, or of the gaps in reading order, or an object from each left side to its right; `userOrder`: texts in order.
 * An `isCorrect` from the client is ignored.
 */
export type Answer = z.infer<typeof answerForm>;

/** Parses the JSON text of a response. @throws Invalid on 'response' for another form */
export function parseAnswer(response: string): Answer {
  if (response.length > MAX_RESPONSE_CHARS) throw new Invalid({ response: [t`This answer is too long.`] });
  const parsed = answerForm.safeParse(readJson(response));
  if (!parsed.success) throw unreadable();
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw unreadable();
  }
}

function unreadable() {
  return new Invalid({ response: [t`This answer could not be read. Please reload the page and try again.`] });
}

function isTextByText(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const values: unknown[] = Object.values(value);
  return values.length <= MAX_ENTRIES && values.every((each) => each === null || typeof each === "string");
}
