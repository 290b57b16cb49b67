import * as z from "zod";
import { Invalid } from "../errors.ts";

const day = z.iso.date();

/** A day of a filter as it was asked for, yyyy-mm-dd; null for none. @throws Invalid for what is no day, by its field */
export function dayOf(text: string | null | undefined, field: string): string | null {
  if (!text) return null;
  if (!day.safeParse(text).success) throw new Invalid({ [field]: ["This is not a day."] });
  return text;
}
