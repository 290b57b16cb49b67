import { type RawBuilder, sql } from "kysely";

/** How long a certificate is valid after its course was completed. Every date of expiry derives from it. */
const YEARS = 1;

/** The same as an interval of SQL. */
export const VALIDITY: RawBuilder<unknown> = sql`make_interval(years => ${sql.lit(YEARS)})`;

/**
 * Returns the last day of a certificate: the same day after its years of validity, 28 February for 29 February. Days are
 * yyyy-mm-dd.
 */
export function getExpiry(completedOn: string): string {
  const [year, month, day] = completedOn.split("-");
  const leapDay = month === "02" && day === "29";
  return `${String(Number(year) + YEARS).padStart(4, "0")}-${month}-${leapDay ? "28" : day}`;
}

/** Builds the day of the latest completion of the enrolment or progress `alias`; null before the first. */
export const selectLastCompletion = (alias: "e" | "p", timeZone: RawBuilder<unknown> = OF_INSTANCE) =>
  sql<
    string | null
  >`(coalesce(${sql.ref(`${alias}.completed_at`)}, ${sql.ref(`${alias}.completed_before`)}) AT TIME ZONE ${timeZone})::date`;

/** Builds the last day of the certificate of that completion; the time zone is that of the instance `i` by default. */
export const selectExpiry = (alias: "e" | "p" = "e", timeZone: RawBuilder<unknown> = OF_INSTANCE) =>
  sql<string>`(${selectLastCompletion(alias, timeZone)} + ${VALIDITY})::date`;

const OF_INSTANCE = sql`i.time_zone`;
