import * as z from "zod";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { EMAIL } from "../../platform/email-addresses.ts";
import type { SupportSettings } from "./settings.queries.ts";

/** Whom users ask for help; null where nothing is set. */
export interface Support {
  text: string | null;
  email: string | null;
  phone: string | null;
  /** The address of a page with help. */
  link: string | null;
}

const optional = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .nullish()
    .transform((value) => value?.trim() || null)
    .pipe(schema.nullable());

const form = z.object({
  text: optional(z.string().max(2000, t`This text is too long.`)),
  email: optional(
    z.email({ pattern: EMAIL, error: t`Enter a valid email address.` }).max(254, t`Enter a valid email address.`),
  ),
  phone: optional(z.string().regex(/^[+\d][\d ()./-]{2,39}$/, t`Enter a phone number, for example +44 20 7946 0000.`)),
  link: optional(
    z
      .url({ protocol: /^https?$/, error: t`Enter an address that begins with https://.` })
      .max(2000, t`Enter an address that begins with https://.`),
  ),
});

/**
 * Reads what the section of the settings sends; a blank field is removed.
 * @throws Invalid by field
 */
export function toSupportColumns(given: { [field in keyof Support]?: string | null | undefined }): SupportSettings {
  const parsed = form.safeParse(given);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const { text, email, phone, link } = parsed.data;
  return { support_text: text, support_email: email, support_phone: phone, support_link: link };
}

/** Returns the support of a row of instances. */
export const toSupport = (row: SupportSettings): Support => ({
  text: row.support_text,
  email: row.support_email,
  phone: row.support_phone,
  link: row.support_link,
});
