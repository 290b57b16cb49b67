import * as z from "zod";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { EMAIL } from "../../platform/email-addresses.ts";
import type { PrivacySettings } from "./settings.queries.ts";

/** Whom people ask about their data; null where nothing is set. */
export interface PrivacyContact {
  name: string | null;
  email: string | null;
}

/** After how many months data is deleted; null keeps it. */
export interface Retention {
  /** Entries of the activity of users. */
  activity_months: number | null;
  /** Entries of the audit log. */
  audit_months: number | null;
  /** Users who have been deactivated for so long are erased. */
  inactive_months: number | null;
}

export interface Privacy extends Retention {
  contact_name: string | null;
  contact_email: string | null;
}

export type PrivacyInput = { [Field in keyof Privacy]?: Privacy[Field] | undefined };

const MONTHS = t`Enter a number of months from 1 to 120, or leave it blank.`;
const months = z.int(MONTHS).min(1, MONTHS).max(120, MONTHS).nullish();
const optional = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .nullish()
    .transform((value) => value?.trim() || null)
    .pipe(schema.nullable());

const retention = z.object({ activity_months: months, audit_months: months, inactive_months: months });
const form = retention.extend({
  contact_name: optional(z.string().max(200, t`This name is too long.`)),
  contact_email: optional(
    z.email({ pattern: EMAIL, error: t`Enter a valid email address.` }).max(254, t`Enter a valid email address.`),
  ),
});

/** Reads what the section of the settings sends; a blank field is removed. @throws Invalid by field */
export function toPrivacyColumns(given: PrivacyInput): PrivacySettings {
  const { contact_name, contact_email, ...periods } = parse(form, given);
  return { privacy_name: contact_name, privacy_email: contact_email, ...toPeriods(periods) };
}

/** Reads periods that are only tried. @throws Invalid by field */
export const toRetention = (given: PrivacyInput): Retention => toPeriods(parse(retention, given));

/** Returns the privacy of a row of instances. */
export const toPrivacy = ({ privacy_name, privacy_email, ...row }: PrivacySettings): Privacy => ({
  contact_name: privacy_name,
  contact_email: privacy_email,
  ...toPeriods(row),
});

const toPeriods = (given: { [Field in keyof Retention]?: number | null | undefined }): Retention => ({
  activity_months: given.activity_months ?? null,
  audit_months: given.audit_months ?? null,
  inactive_months: given.inactive_months ?? null,
});

function parse<Schema extends z.ZodType>(schema: Schema, given: object): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return parsed.data;
}
