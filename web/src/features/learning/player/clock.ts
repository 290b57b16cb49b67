/** Seconds between two beats to the server. */
export const beatEvery = 10;
/** The countdown is spoken at these seconds only; it is seen at every one. */
const spokenAt = [60, 30, 10];

/**
 * Time on a unit: `base` seconds that the server has confirmed, and what has passed since `runningSince` (milliseconds of
 * a steady clock; null while the page is hidden).
 */
export type Clock = { base: number; runningSince: number | null };

export const spentAt = ({ base, runningSince }: Clock, now: number) =>
  base + (runningSince === null ? 0 : Math.max(0, now - runningSince) / 1000);

export const paused = (clock: Clock, now: number): Clock => ({ base: spentAt(clock, now), runningSince: null });

export const resumed = (clock: Clock, now: number): Clock =>
  clock.runningSince === null ? { ...clock, runningSince: now } : clock;

/**
 * The clock after the server said how much it has credited. It counts from that on, so that a claim is never more than
 * what the server's own clock allows.
 */
export const confirmed = (clock: Clock, credited: number, now: number): Clock => ({
  base: credited,
  runningSince: clock.runningSince === null ? null : now,
});

/** Whole seconds still to stay, 0 when there is nothing to wait for. */
export function remaining(unit: { time_limit?: number | null; is_complete: boolean }, spent: number): number {
  if (!unit.time_limit || unit.is_complete) return 0;
  return Math.max(0, unit.time_limit - Math.floor(spent));
}

/** Whether a beat is due: ten seconds after the last, and at once when the countdown reaches its end. */
export const isBeatDue = (spent: number, lastClaim: number, limit: number | null | undefined) =>
  spent - lastClaim >= beatEvery || (!!limit && spent >= limit && lastClaim < limit);

/** The last of the spoken seconds that has been passed, for a countdown that began at `from`; null before the first. */
export const spokenSeconds = (left: number, from: number): number | null =>
  spokenAt.filter((seconds) => seconds <= from && seconds >= left).at(-1) ?? null;
