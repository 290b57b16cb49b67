import { type Message, t } from "../../i18n/message.ts";

export const FIELD_TYPES = ["text", "number", "date", "choice", "checkbox"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What decides which values a field takes. */
export interface FieldRules {
  type: FieldType;
  /** For the type choice. */
  choices: readonly string[];
  is_required: boolean;
}

const LONGEST_TEXT = 500;

/**
 * Reads what was typed for a field. @returns the value in the form in which it is stored, null for none; or the problem
 * @param before the stored value, which may stay although the choices have changed
 */
export function parseFieldValue(
  { type, choices, is_required }: FieldRules,
  typed: string | null | undefined,
  before: string | null = null,
): { value: string | null; problem?: Message } {
  const text = typed?.trim() ?? "";
  const { value, problem } =
    text === "" ? { value: null } : text === before ? { value: text } : PARSERS[type](text, choices);
  if (problem) return { value: null, problem };
  if (value === null && is_required)
    return { value, problem: type === "checkbox" ? t`This has to be checked.` : t`Fill this in.` };
  return { value };
}

type Parsed = { value: string | null; problem?: Message };

const PARSERS: Record<FieldType, (text: string, choices: readonly string[]) => Parsed> = {
  text: (text) =>
    text.length > LONGEST_TEXT
      ? { value: null, problem: t`This can have at most ${LONGEST_TEXT} characters.` }
      : { value: text },
  number: (text) =>
    /^-?\d{1,15}(\.\d{1,6})?$/.test(text)
      ? { value: withoutNeedlessZeros(text) }
      : { value: null, problem: t`Enter a number, for example 12 or 12.5.` },
  date: (text) => (isDay(text) ? { value: text } : { value: null, problem: t`Enter a date that exists.` }),
  choice: (text, choices) => {
    const found = choices.find((each) => each.toLowerCase() === text.toLowerCase());
    return found === undefined ? { value: null, problem: t`Choose one of the list.` } : { value: found };
  },
  checkbox: (text) => {
    const word = text.toLowerCase();
    if (word === "true") return { value: "true" };
    return word === "false" ? { value: null } : { value: null, problem: t`Write true or false.` };
  },
};

function withoutNeedlessZeros(number: string): string {
  const [, sign, whole, decimals] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(number)!;
  const text = `${whole}${decimals ? `.${decimals}` : ""}`;
  return text === "0" ? text : `${sign}${text}`;
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
