/** Showing a second factor at sign-in, or setting one up because the role needs it. */
export type FactorDue = "code" | "setup";

/** What a session stores and reads of its user's second factor. */
export interface FactorRow {
  needs_factor: boolean;
  /** Whether an operator has to set one up. */
  must_set_up: boolean;
  /** Whether the role needs a second factor and the user has none. */
  lacks_factor: boolean;
  /** The last day of the grace period, in the instance's time zone; null without one. */
  factor_due_on: string | null;
  has_grace: boolean;
}

const GRACE_ENDS = `(CASE WHEN i.second_factor_grace_days > 0 THEN
  (u.factor_required_since AT TIME ZONE i.time_zone)::date + i.second_factor_grace_days END)`;

/** The columns of `FactorRow`, from a session `s`, its user `u` and the instance `i`, whose id is `$1`. */
export const FACTOR_COLUMNS = `s.needs_factor, s.must_set_up,
  u.role = ANY (i.second_factor_roles) AND NOT EXISTS (
    SELECT FROM totp_factors f
    WHERE f.instance_id = $1 AND f.user_id = u.id AND f.confirmed_at IS NOT NULL) AND NOT EXISTS (
    SELECT FROM passkeys p WHERE p.instance_id = $1 AND p.user_id = u.id) AS lacks_factor,
  ${GRACE_ENDS}::text AS factor_due_on,
  coalesce((now() AT TIME ZONE i.time_zone)::date <= ${GRACE_ENDS}, false) AS has_grace`;

/**
 * Returns what the user of a session has to do with a second factor before anything else, and the last day on which
 * they may do without the one that their role needs, as YYYY-MM-DD. Operators have no such days.
 */
export function findFactorDue({ needs_factor, must_set_up, lacks_factor, has_grace, factor_due_on }: FactorRow): {
  factorDue: FactorDue | null;
  factorDueOn: string | null;
} {
  const mustSetUp = must_set_up || (lacks_factor && !has_grace);
  return {
    factorDue: needs_factor ? "code" : mustSetUp ? "setup" : null,
    factorDueOn: lacks_factor && has_grace ? factor_due_on : null,
  };
}
