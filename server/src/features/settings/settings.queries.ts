import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { PointSettings } from "../points/points.service.ts";
import type { PictureKeys } from "../themes/brand-pictures.service.ts";
import type { Look } from "../themes/themes.service.ts";

type Managing = Reach<"settings.manage">;

export interface GeneralSettings {
  name: string;
  /** An IANA time zone. */
  time_zone: string;
  /** The language of users who have not chosen one. */
  language: string;
  /** ISO 4217. */
  currency: string;
  /** day-month-year, month-day-year or year-month-day: the order in dates of numbers alone. */
  date_format: string;
  /** The languages that users may choose, the instance's among them. */
  languages: string[];
  /** The day on which weeks begin: 1 (Monday), 6 (Saturday) or 7 (Sunday). */
  first_weekday: number;
}

/** Whom users ask for help; null where nothing is set. */
export interface SupportSettings {
  support_text: string | null;
  support_email: string | null;
  support_phone: string | null;
  support_link: string | null;
}

export interface SignInSettings {
  /** How long a sign-in lasts at most, from 1 to 720. */
  session_hours: number;
  /** After how many minutes without a request a sign-in ends; null for the hours alone. */
  idle_minutes: number | null;
  /** The roles that need a second factor. */
  second_factor_roles: string[];
  /** For how many days users of these roles may still do without one; 0 for none. */
  second_factor_grace_days: number;
  /** For how many days a device is not asked for the second factor again; null for never. */
  remember_days: number | null;
}

/** Whom people ask about their data, and after how many months data is deleted; null where nothing is set. */
export interface PrivacySettings {
  privacy_name: string | null;
  privacy_email: string | null;
  activity_months: number | null;
  audit_months: number | null;
  inactive_months: number | null;
}

export interface CatalogueSettings {
  /** Users cannot start courses with a price on their own. */
  priced_courses_need_assignment: boolean;
  /** Who sees the catalogue: everybody, main_site (those with access to the main site) or nobody. */
  catalogue_audience: string;
  /** The order in which it opens: newest or title. */
  catalogue_sort: string;
}

export interface DueDateSettings {
  /** On how many days before a due date learners are reminded. */
  due_reminders_before: number[];
  /** On how many days after it. */
  due_reminders_after: number[];
  /** Whether managers get a digest every week. */
  due_digest: boolean;
}

export interface SenderSettings {
  /** The name that mails come from; null for the product's own. */
  sender_name: string | null;
  /** Where replies to mails go; null for the sender's address. */
  reply_to: string | null;
}

/** Columns of the settings that are written together. */
export interface SettingsColumns
  extends
    GeneralSettings,
    SupportSettings,
    SignInSettings,
    CatalogueSettings,
    DueDateSettings,
    SenderSettings,
    PrivacySettings,
    PointSettings,
    PictureKeys,
    Look {
  /** Shown beside the login form. */
  welcome_text: string | null;
}

export interface SettingsRow extends SettingsColumns {
  id: number;
  domain: string;
  branding_enabled: boolean;
  /** The time zone that applies once a job has moved the certificates; null when none waits. */
  next_time_zone: string | null;
  version: number;
}

/** Reads the settings of the instance, and locks them for a change. */
export function findSettings(reach: Managing, { lock = false } = {}): Promise<SettingsRow> {
  return reach.db
    .selectFrom("instances")
    .where("id", "=", reach.instanceId)
    .select(["id", "name", "domain", "time_zone", "next_time_zone"])
    .select(["language", "currency", "date_format", "languages", "first_weekday"])
    .select(["theme", "primary_color", "secondary_color", "branding_enabled"])
    .select(["logo_key", "logo_dark_key", "icon_key", "login_picture_key"])
    .select(["session_hours", "idle_minutes", "second_factor_roles", "second_factor_grace_days", "remember_days"])
    .select(["priced_courses_need_assignment", "catalogue_audience", "catalogue_sort"])
    .select(["due_reminders_before", "due_reminders_after", "due_digest", "sender_name", "reply_to"])
    .select(["welcome_text", "support_text", "support_email", "support_phone", "support_link"])
    .select(["privacy_name", "privacy_email", "activity_months", "audit_months", "inactive_months"])
    .select(["points_on", "points_for_course", "points_for_path", "points_for_badge"])
    .select("settings_version as version")
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

export async function updateSettings(
  reach: Managing,
  values: Partial<SettingsColumns & Pick<SettingsRow, "next_time_zone">>,
): Promise<void> {
  await reach.db
    .updateTable("instances")
    .set({ ...values, settings_version: sql<number>`settings_version + 1` })
    .where("id", "=", reach.instanceId)
    .execute();
}

/** Tells whether the database knows a time zone: a statement with another one fails. */
export async function isTimeZone({ db }: Managing, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (SELECT FROM pg_timezone_names z WHERE z.name = ${name}) AS known`.execute(db);
  return rows[0]!.known;
}
