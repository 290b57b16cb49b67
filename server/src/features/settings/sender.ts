import * as z from "zod";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { EMAIL } from "../../platform/email-addresses.ts";
import type { SenderSettings } from "./settings.queries.ts";

/** The sender of mails as a form sends it; what is left out stays, and blank is removed. */
export type SenderInput = { [field in keyof SenderSettings]?: string | null | undefined };

const form = z.object({
  // A header is one line, and brackets and commas would look like an address.
  sender_name: z
    .string()
    .max(100, t`This name is too long.`)
    .regex(/^[^\p{Cc}\u2028\u2029<>@,;:"]*$/u, t`Use letters, digits, spaces and simple punctuation.`)
    .nullable()
    .optional(),
  reply_to: z
    .email({ pattern: EMAIL, error: t`Enter a valid email address.` })
    .max(254, t`Enter a valid email address.`)
    .nullable()
    .optional(),
});

/** Reads the sender. @throws Invalid by field */
export function toSenderColumns(given: SenderInput): Partial<SenderSettings> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const parsed = form.safeParse(Object.fromEntries(entries.map(([field, value]) => [field, value?.trim() || null])));
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}
