import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { Conflict, Forbidden, Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { LANGUAGES } from "../../i18n/translate.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import {
  describePictures,
  type PictureFiles,
  type PictureRemovals,
  type PictureUrls,
  storePictures,
  toPictureUrls,
  toWelcomeText,
} from "../themes/brand-pictures.service.ts";
import { noteRequirement } from "../sign-in-security/grace-period.service.ts";
import { type Look, toTheme } from "../themes/themes.service.ts";
import { type Points, type PointsInput, toPointColumns, toPoints } from "./points.ts";
import { type Privacy, type PrivacyInput, toPrivacy, toPrivacyColumns } from "./privacy.service.ts";
import { type SenderInput, toSenderColumns } from "./sender.ts";
import * as queries from "./settings.queries.ts";
import { changeTimeZone } from "./time-zone.service.ts";
import { type Support, toSupport, toSupportColumns } from "./support.service.ts";

/** The settings of an instance, by section. */
export interface Settings {
  /** Counts the changes; sent along with a change. */
  version: number;
  general: queries.GeneralSettings & {
    address: string;
    /** The time zone that applies until a job has moved the certificates to the one chosen; null when it applies. */
    current_time_zone: string | null;
  };
  brand: Look & PictureUrls & { welcome_text: string | null; is_enabled: boolean };
  support: Support;
  sign_in: queries.SignInSettings;
  catalogue: queries.CatalogueSettings;
  notifications: queries.DueDateSettings & queries.SenderSettings;
  privacy: Privacy;
  points: Points;
}

/** What a section's form sends; fields that are left out stay as they are. */
export interface SettingsInput {
  version: number;
  general?:
    | { [field in keyof queries.GeneralSettings]?: queries.GeneralSettings[field] | null | undefined }
    | null
    | undefined;
  brand?:
    | ({ [field in keyof Look]?: string | null | undefined } & PictureRemovals & {
          welcome_text?: string | null | undefined;
        })
    | null
    | undefined;
  support?: { [field in keyof Support]?: string | null | undefined } | null | undefined;
  sign_in?:
    | { [field in keyof queries.SignInSettings]?: queries.SignInSettings[field] | null | undefined }
    | null
    | undefined;
  privacy?: PrivacyInput | null | undefined;
  points?: PointsInput | null | undefined;
  catalogue?:
    | { [field in keyof queries.CatalogueSettings]?: queries.CatalogueSettings[field] | null | undefined }
    | null
    | undefined;
  notifications?:
    | ({ [field in keyof queries.DueDateSettings]?: queries.DueDateSettings[field] | null | undefined } & SenderInput)
    | null
    | undefined;
}

/** Returns the settings of the instance. */
export async function getSettings(actor: Actor): Promise<Settings> {
  const row = await queries.findSettings(await actor.reach("settings.manage"));
  return toSettings(actor, row);
}

/**
 * Changes settings of the instance, which apply with the next request on every server.
 * @throws Invalid for a field; Conflict when another admin has changed them since `version`; Forbidden for the brand of
 * an instance without branding
 */
export async function updateSettings(
  actor: Actor,
  { version, general, brand, support, sign_in, catalogue, notifications, privacy, points }: SettingsInput,
  pictures: PictureFiles,
): Promise<Settings> {
  const reach = await actor.reach("settings.manage");
  const before = await queries.findSettings(reach, { lock: true });
  if (before.version !== version)
    throw new Conflict(
      t`Another admin has changed the settings meanwhile. Copy what you typed, reload the page and change them again.`,
    );
  if ((brand || Object.values(pictures).some(Boolean)) && !before.branding_enabled) throw new Forbidden();
  const values = {
    ...(general && toGeneral({ ...pickGeneral(before), ...withoutBlanks(general) })),
    ...(brand && hasLook(brand) && toTheme(brand)),
    ...(brand?.welcome_text !== undefined && { welcome_text: toWelcomeText(brand.welcome_text) }),
    ...(support && toSupportColumns(support)),
    ...(sign_in && toSignIn(sign_in)),
    ...(catalogue && toCatalogue(catalogue)),
    ...(notifications && toNotifications(notifications)),
    ...(privacy && toPrivacyColumns(privacy)),
    ...(points && toPointColumns(points)),
    ...(await storePictures(actor.platform, reach, pictures, brand ?? {})),
  };
  if (values.time_zone !== undefined && !(await queries.isTimeZone(reach, values.time_zone)))
    throw new Invalid({ time_zone: [t`Choose a time zone of the list.`] });
  const zone = values.time_zone && (await changeTimeZone(actor.platform, reach, before, values.time_zone));
  await queries.updateSettings(reach, { ...values, ...zone });
  if (sign_in) await noteRequirement(reach);
  const chosen = { ...before, time_zone: before.next_time_zone ?? before.time_zone };
  const changes = describePictures(differences(chosen, { ...chosen, ...values }), pictures);
  if (Object.keys(changes).length > 0)
    await recordAudit(actor, reach, {
      action: "settings.updated",
      subject: { type: "instance", id: before.id, name: values.name ?? before.name },
      changes,
    });
  return toSettings(actor, { ...before, ...values, ...zone, version: version + 1 });
}

/** Tells whether a change of the brand gives a theme or colours; null removes them. */
const hasLook = ({ theme, primary_color, secondary_color }: NonNullable<SettingsInput["brand"]>): boolean =>
  theme !== undefined || primary_color !== undefined || secondary_color !== undefined;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const general = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter the name of the instance.`)
    .max(200, t`This name is too long.`),
  time_zone: z.string().max(100, t`Choose a time zone of the list.`),
  language: z.enum(LANGUAGES, t`Choose a language of the list.`),
  currency: z.string().refine((code) => CURRENCIES.has(code), t`Choose a currency of the list.`),
  date_format: z.enum(["day-month-year", "month-day-year", "year-month-day"], t`Choose a date format of the list.`),
  languages: z.array(z.enum(LANGUAGES, t`Choose a language of the list.`)).max(LANGUAGES.length),
  first_weekday: z.literal([1, 6, 7], t`Choose a day of the list.`),
});

/** Reads the general settings; the default language is always offered, and languages are stored once, in one order. */
function toGeneral(given: queries.GeneralSettings): queries.GeneralSettings {
  const parsed = general.safeParse(given);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const { languages, ...rest } = parsed.data;
  return { ...rest, languages: LANGUAGES.filter((each) => each === rest.language || languages.includes(each)) };
}

const FACTOR_ROLES = ["learner", "instructor", "manager", "admin"];
const LEAST_IDLE = 15;
const MOST_IDLE = 30 * 24 * 60;
const MOST_REMEMBERED = 90;
const MOST_GRACE = 90;

/** Reads the section: no idle time and no days remove them, and roles are stored once, in one order. */
function toSignIn({
  idle_minutes,
  remember_days,
  ...rest
}: NonNullable<SettingsInput["sign_in"]>): Partial<queries.SignInSettings> {
  const given = withoutBlanks(rest);
  const { session_hours: hours, second_factor_roles: roles, second_factor_grace_days: grace } = given;
  if (hours !== undefined && !(hours >= 1 && hours <= 720))
    throw new Invalid({ session_hours: [t`A sign-in lasts from 1 hour to 30 days.`] });
  if (idle_minutes != null && !(idle_minutes >= LEAST_IDLE && idle_minutes <= MOST_IDLE))
    throw new Invalid({ idle_minutes: [t`Choose a time of the list.`] });
  if (remember_days != null && !(remember_days >= 1 && remember_days <= MOST_REMEMBERED))
    throw new Invalid({ remember_days: [t`Choose a time of the list.`] });
  if (grace !== undefined && !(grace >= 0 && grace <= MOST_GRACE))
    throw new Invalid({ second_factor_grace_days: [t`Choose a time of the list.`] });
  if (roles?.some((role) => !FACTOR_ROLES.includes(role)))
    throw new Invalid({ second_factor_roles: [t`Choose roles of the list.`] });
  return {
    ...given,
    ...(roles && { second_factor_roles: FACTOR_ROLES.filter((role) => roles.includes(role)) }),
    ...(idle_minutes !== undefined && { idle_minutes }),
    ...(remember_days !== undefined && { remember_days }),
  };
}

const catalogue = z.object({
  priced_courses_need_assignment: z.boolean(),
  catalogue_audience: z.enum(["everybody", "main_site", "nobody"], t`Choose an entry of the list.`),
  catalogue_sort: z.enum(["newest", "title"], t`Choose an entry of the list.`),
});

/** Reads the section; fields that are left out stay. */
function toCatalogue(given: NonNullable<SettingsInput["catalogue"]>): Partial<queries.CatalogueSettings> {
  const parsed = catalogue.partial().safeParse(withoutBlanks(given));
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return withoutBlanks(parsed.data);
}

/** Reads the section: a blank sender is removed, and reminders that are left out stay. */
function toNotifications({ sender_name, reply_to, ...reminders }: NonNullable<SettingsInput["notifications"]>) {
  return { ...toReminders(withoutBlanks(reminders)), ...toSenderColumns({ sender_name, reply_to }) };
}

const MOST_REMINDERS = 5;
const LONGEST_REMINDER = 90;

/** Reads the days of reminders: each once, the earliest reminder first. */
function toReminders(given: Partial<queries.DueDateSettings>): Partial<queries.DueDateSettings> {
  const fields = { due_reminders_before: 0, due_reminders_after: 1 } as const;
  const read = { ...given };
  for (const [field, least] of Object.entries(fields) as [keyof typeof fields, number][]) {
    const days = given[field];
    if (!days) continue;
    if (days.length > MOST_REMINDERS || days.some((day) => !(day >= least && day <= LONGEST_REMINDER)))
      throw new Invalid({
        [field]: [t`Use at most ${MOST_REMINDERS} numbers of days from ${least} to ${LONGEST_REMINDER}.`],
      });
    read[field] = [...new Set(days)].toSorted((a, b) => (field === "due_reminders_before" ? b - a : a - b));
  }
  return read;
}

const pickGeneral = (row: queries.SettingsRow): queries.GeneralSettings => {
  const { name, language, currency, date_format, languages, first_weekday } = row;
  return {
    name,
    time_zone: row.next_time_zone ?? row.time_zone,
    language,
    currency,
    date_format,
    languages,
    first_weekday,
  };
};

const withoutBlanks = <Value extends object>(given: Value) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as {
    [Name in keyof Value]: NonNullable<Value[Name]>;
  };

function toSettings({ platform, visit }: Actor, row: queries.SettingsRow): Settings {
  const { theme, primary_color, secondary_color, branding_enabled } = row;
  return {
    version: row.version,
    general: {
      ...pickGeneral(row),
      address: new URL(visit.origin).host,
      current_time_zone: row.next_time_zone && row.time_zone,
    },
    brand: {
      theme,
      primary_color,
      secondary_color,
      ...toPictureUrls(platform.secret, row),
      welcome_text: row.welcome_text,
      is_enabled: branding_enabled,
    },
    support: toSupport(row),
    sign_in: {
      session_hours: row.session_hours,
      idle_minutes: row.idle_minutes,
      second_factor_roles: row.second_factor_roles,
      second_factor_grace_days: row.second_factor_grace_days,
      remember_days: row.remember_days,
    },
    catalogue: {
      priced_courses_need_assignment: row.priced_courses_need_assignment,
      catalogue_audience: row.catalogue_audience,
      catalogue_sort: row.catalogue_sort,
    },
    notifications: {
      due_reminders_before: row.due_reminders_before,
      due_reminders_after: row.due_reminders_after,
      due_digest: row.due_digest,
      sender_name: row.sender_name,
      reply_to: row.reply_to,
    },
    privacy: toPrivacy(row),
    points: toPoints(row),
  };
}
