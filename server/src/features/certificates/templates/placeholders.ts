import { type Message, t } from "../../../i18n/message.ts";

/** The placeholders that the texts of every template may contain, with what they stand for. */
export const PLACEHOLDERS = {
  name: t`Name of the person`,
  first_name: t`First name`,
  last_name: t`Last name`,
  course: t`Title of the course or learning path`,
  path: t`Title of the learning path, for its certificates only`,
  course_code: t`Course code`,
  completed_on: t`Day of completion`,
  expires_on: t`Last day of validity`,
  issued_on: t`Day of issue`,
  number: t`Number of the certificate`,
  site: t`Name of the organisation`,
} as const satisfies Record<string, Message>;

export type PlaceholderName = keyof typeof PLACEHOLDERS;

/** The values of placeholders on one certificate, by their names. */
export type PlaceholderValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{([a-z_]+(?:\d+)?)\}/g;
/** Also with spaces or capitals, as in {Course name}, and a brace alone: neither is what an author means. */
const IN_BRACES = /\{[^{}]*\}|[{}]/g;
const FIELD = /^field_(\d{1,9})$/;

/** Lists the names in braces in a text. */
export const findPlaceholders = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, found]) => found!);

/** Writes values for placeholders, once: braces in a value stay as they are. One without a value leaves nothing. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(PLACEHOLDER, (_, found: string) => (Object.hasOwn(values, found) ? values[found]! : ""));

/** Returns the id of the user field that a placeholder names, or null. */
export function getFieldId(placeholder: string): number | null {
  const found = FIELD.exec(placeholder);
  return found ? Number(found[1]) : null;
}

/** Returns the placeholder of a user field. */
export const toFieldPlaceholder = (id: number): string => `field_${id}`;

/**
 * Checks the placeholders of a text.
 * @param fields ids of the user fields that exist
 * @param left placeholders that this text may not contain
 */
export function checkPlaceholders(
  text: string,
  fields: ReadonlySet<number>,
  left: readonly PlaceholderName[] = [],
): Message[] {
  return [...text.matchAll(IN_BRACES)].flatMap(([whole]) => {
    const name = whole.slice(1, -1);
    const field = getFieldId(name);
    if (field === null ? Object.hasOwn(PLACEHOLDERS, name) : fields.has(field))
      return left.includes(name as PlaceholderName) ? [t`${whole} cannot be used here.`] : [];
    return [t`${whole} is not a placeholder. Choose one from the list.`];
  });
}
