import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
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
}

export interface SettingsRow extends GeneralSettings, Look {
  id: number;
  domain: string;
  branding_enabled: boolean;
  logo_key: string | null;
  version: number;
}

/** Reads the settings of the instance, and locks them for a change. */
export function findSettings(reach: Managing, { lock = false } = {}): Promise<SettingsRow> {
  return reach.db
    .selectFrom("instances")
    .where("id", "=", reach.instanceId)
    .select(["id", "name", "domain", "time_zone", "language", "currency"])
    .select(["theme", "primary_color", "secondary_color", "logo_key", "branding_enabled"])
    .select("settings_version as version")
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

export async function updateSettings(
  reach: Managing,
  values: Partial<GeneralSettings & Look & { logo_key: string | null }>,
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
