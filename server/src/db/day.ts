import * as z from "zod";
import { Invalid } from "../errors.ts";
import { t } from "../i18n/message.ts";

const day = z.iso.date();

/**
 * Parses a day of a filter, yyyy-mm-dd; null for none.
 * @throws Invalid for what is no day, by its field
 */
export function parseDay(text: string | null | undefined, field: string): string | null {
  if (!text) return null;
  if (!day.safeParse(text).success) throw new Invalid({ [field]: [t`This is not a valid date.`] });
  return text;
}
