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

/** Builds the last day of the certificate for the enrolment `e` in the instance `i`, null before the first completion. */
export function selectExpiry(): RawBuilder<string> {
  return sql`((coalesce(e.completed_at, e.completed_before) AT TIME ZONE i.time_zone)::date + ${VALIDITY})::date`;
}
