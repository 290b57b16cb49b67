import { z } from "zod";
import { Invalid } from "../../errors.ts";
import { parseJson } from "../../platform/json.ts";

const MAX_RESPONSE_CHARS = 100_000;
const MAX_ENTRIES = 500;

const entry = z.string().nullable();
const list = z.array(entry).max(MAX_ENTRIES);
// Not z.record: it drops the key '__proto__', which JSON.parse hands over as an ordinary own key.
const byLeft = z.custom<Record<string, string | null>>(isTextByText);

const answerForm = z.object({
  type: z.string().nullish(),
  timeSpent: z.number().nonnegative().nullish(),
  /** Drawn by the client for each answer that is given: one that comes again, since its receipt was lost, is known by it. */
  given_id: z.string().min(1).max(60).nullish(),
  /** Seconds into a film or a recording. */
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
 * What a learner sends for one question. `selectedOption`: an option's text; `userSelections`: texts of the options
 * chosen, or of the gaps in reading order, or an object from each left side to its right; `userOrder`: texts in order.
 * An `isCorrect` from the client is dropped here.
 */
export type Answer = z.infer<typeof answerForm>;

/** Reads the JSON text of a response; anything of another form throws `Invalid` on 'response'. */
export function parseAnswer(response: string): Answer {
  if (response.length > MAX_RESPONSE_CHARS) throw new Invalid({ response: ["This answer is too long."] });
  const parsed = answerForm.safeParse(jsonOf(response));
  if (!parsed.success) throw unreadable();
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw unreadable();
  }
}

function unreadable() {
  return new Invalid({ response: ["This answer could not be read. Please reload the page and try again."] });
}

function isTextByText(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const values: unknown[] = Object.values(value);
  return values.length <= MAX_ENTRIES && values.every((each) => each === null || typeof each === "string");
}
