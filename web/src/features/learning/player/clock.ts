/** Seconds between two heartbeats. */
export const heartbeatSeconds = 10;
/** Seconds at which the countdown is announced; it is visible at every second. */
const spokenAt = [60, 30, 10];

/**
 * Time on a unit: `base` seconds confirmed by the server, plus the time since `runningSince` (milliseconds of a steady
 * clock; null while the page is hidden).
 */
export type Clock = { base: number; runningSince: number | null };

export const countSpent = ({ base, runningSince }: Clock, now: number) =>
  base + (runningSince === null ? 0 : Math.max(0, now - runningSince) / 1000);

export const pause = (clock: Clock, now: number): Clock => ({ base: countSpent(clock, now), runningSince: null });

export const resumed = (clock: Clock, now: number): Clock =>
  clock.runningSince === null ? { ...clock, runningSince: now } : clock;

/** So many seconds less than claimed are the rounding of two clocks; the next heartbeat claims them again. */
const rounding = 1;

/**
 * Returns the clock after the server credited time for a claim. It continues from the credited time, so that a claim
 * never exceeds what the server's own clock allows, and keeps what has passed since the claim.
 */
export function toConfirmed(clock: Clock, claim: number, credited: number, now: number): Clock {
  if (credited <= claim && credited >= claim - rounding) return clock;
  return {
    base: credited + Math.max(0, countSpent(clock, now) - claim),
    runningSince: clock.runningSince === null ? null : now,
  };
}

/** Returns the whole seconds left; 0 when there is nothing to wait for. */
export function countSecondsLeft(unit: { time_limit?: number | null; is_complete: boolean }, spent: number): number {
  if (!unit.time_limit || unit.is_complete) return 0;
  return Math.max(0, unit.time_limit - Math.floor(spent));
}

/** Returns whether a heartbeat is due: ten seconds after the last one, and at once when the countdown ends. */
export const isHeartbeatDue = (spent: number, lastClaim: number, limit: number | null | undefined) =>
  spent - lastClaim >= heartbeatSeconds || (!!limit && spent >= limit && lastClaim < limit);

/** Returns the last announced second that has passed, for a countdown that started at `from`; null before the first. */
export const findAnnounced = (left: number, from: number): number | null =>
  spokenAt.filter((seconds) => seconds <= from && seconds >= left).at(-1) ?? null;
