import { toConfirmed, isHeartbeatDue, pause, resumed, countSpent, type Clock } from "./clock.ts";
import { isTemporary } from "./outbox.ts";

type TimedUnit = { id: number; time_spent: number; time_limit?: number | null };

/** The time of the shown unit in whole seconds. */
export type Time = { unitId: number | null; spent: number; /** By the server. */ credited: number };

type Options<U> = {
  units: U[];
  /** Seconds per unit that could not be reported to the server. */
  unreported?: [unitId: number, seconds: number][];
  /** Reports the total seconds spent; returns the credited seconds. */
  heartbeat: (unit: U, seconds: number, options: { keepalive: boolean }) => Promise<number>;
  /** The server accepts no more heartbeats, for example after the course closed. */
  onRefused: (error: unknown) => void;
};

const tick = 250;
const pauseAfterFailure = 3000;
/** Milliseconds without a tick on a visible page after which the device must have slept. */
const longestGap = 60_000;

/**
 * Counts the time on each unit while the page is visible and reports it: at once when a unit opens, every ten seconds,
 * at the end of a countdown, and when the page is hidden or closed.
 */
export function createTimekeeper<U extends TimedUnit>({ units, unreported, heartbeat, onRefused }: Options<U>) {
  const listeners = new Set<() => void>();
  /** Seconds on units that were left, in case they are opened again. */
  const left = new Map<number, number>(unreported);
  let open: { unit: U; clock: Clock; lastClaim: number; timer: ReturnType<typeof setInterval> } | null = null;
  /** Units whose clock the server has started already. */
  const begun = new Set<number>();
  let notBefore = 0;
  let lastTick = 0;
  let time: Time = { unitId: null, spent: 0, credited: 0 };

  return {
    get: () => time,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Starts a unit's clock from its last value; the returned function stops it. */
    open(unitId: number) {
      const unit = units.find(({ id }) => id === unitId);
      if (!unit) throw new Error(`Unit ${unitId} is not of this course.`);
      const base = left.get(unit.id) ?? unit.time_spent;
      const clock = { base, runningSince: document.hidden ? null : now() };
      open = {
        unit,
        clock,
        lastClaim: begun.delete(unit.id) ? Math.floor(base) : -Infinity,
        timer: setInterval(onTick, tick),
      };
      notBefore = 0;
      lastTick = now();
      show({ unitId: unit.id, spent: Math.floor(base), credited: base });
      document.addEventListener("visibilitychange", onVisibility);
      addEventListener("pagehide", hide);
      onTick();
      return () => close(unit);
    },
    /** Returns the total seconds on a unit, for messages about it. */
    secondsOn: (unitId: number) => (open?.unit.id === unitId ? seconds() : Math.floor(left.get(unitId) ?? 0)),
    /** Applies the time that the server credited in all for another message, which claimed these seconds. */
    credited,
    /** Applies that another message has reported these seconds. */
    reported(unitId: number, claim: number, total: number) {
      if (open?.unit.id === unitId) open.lastClaim = claim;
      credited(unitId, claim, total);
    },
    /** Applies that the server has started the clock of a unit, which is opened next. */
    begin: (unitId: number) => void begun.add(unitId),
  };

  function onTick() {
    if (!open) return;
    const spent = seconds();
    lastTick = now();
    if (spent !== time.spent) show({ ...time, spent });
    if (now() >= notBefore && isHeartbeatDue(spent, open.lastClaim, open.unit.time_limit))
      void send(open.unit).catch(failed);
  }

  async function send(unit: U, keepalive = false) {
    const claim = open?.unit === unit ? seconds() : Math.floor(left.get(unit.id) ?? 0);
    if (open?.unit === unit) open.lastClaim = claim;
    credited(unit.id, claim, await heartbeat(unit, claim, { keepalive }));
  }

  function failed(error: unknown) {
    if (isTemporary(error)) {
      // The next heartbeat carries the whole time, so nothing is lost by waiting a little.
      notBefore = now() + pauseAfterFailure;
      if (open) open.lastClaim = -Infinity;
    } else {
      notBefore = Infinity;
      onRefused(error);
    }
  }

  function credited(unitId: number, claim: number, total: number) {
    skipSleep();
    if (open?.unit.id !== unitId) return;
    open.clock = toConfirmed(open.clock, claim, total, now());
    open.lastClaim = Math.min(open.lastClaim, total);
    show({ ...time, spent: seconds(), credited: total });
  }

  function close(unit: U) {
    if (open?.unit !== unit) return;
    clearInterval(open.timer);
    document.removeEventListener("visibilitychange", onVisibility);
    removeEventListener("pagehide", hide);
    skipSleep();
    left.set(unit.id, countSpent(open.clock, now()));
    const isReported = open.lastClaim === seconds();
    open = null;
    if (isReported) return;
    void send(unit).catch((error: unknown) => console.warn("The time on a unit could not be reported.", error));
  }

  function onVisibility() {
    if (document.hidden) hide();
    else if (open) open.clock = resumed(open.clock, now());
  }

  function hide() {
    if (!open || open.clock.runningSince === null) return;
    skipSleep();
    open.clock = pause(open.clock, now());
    // A closing page cannot wait for the answer; keepalive lets the request outlive it.
    void send(open.unit, true).catch(failed);
  }

  /** Leaves out the time since the last tick if the device has slept since: no event tells of that. */
  function skipSleep() {
    const at = now();
    if (!open || open.clock.runningSince === null || at - lastTick < longestGap) return;
    open.clock = resumed(pause(open.clock, lastTick), at);
    lastTick = at;
  }

  function seconds() {
    skipSleep();
    return open ? Math.floor(countSpent(open.clock, now())) : 0;
  }

  function show(next: Time) {
    time = next;
    for (const listener of listeners) listener();
  }
}

const now = () => performance.now();
