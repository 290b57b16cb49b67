import { ApiError } from "../../../app/errors.ts";
import { confirmed, isBeatDue, paused, resumed, spentAt, type Clock } from "./clock.ts";

type TimedUnit = { id: number; time_spent: number; time_limit?: number | null };

/** What is known of the unit in view, in whole seconds. */
export type Time = { unitId: number | null; spent: number; /** By the server. */ credited: number };

type Options<U> = {
  units: U[];
  /** Seconds on units that the server could not be told of, by unit. */
  untold?: [unitId: number, seconds: number][];
  /** Tells the server the seconds spent in all; returns what it has credited. */
  beat: (unit: U, seconds: number, options: { keepalive: boolean }) => Promise<number>;
  /** The server wants no beats, as for a course that has closed. */
  onRefused: (error: unknown) => void;
};

const tick = 250;
const pauseAfterFailure = 3000;

/**
 * Counts the time on one unit after the other while the page is visible, and tells the server: at once when a unit opens,
 * every ten seconds, at the end of a countdown, and when the page is hidden or left.
 */
export function createTimekeeper<U extends TimedUnit>({ units, untold, beat, onRefused }: Options<U>) {
  const listeners = new Set<() => void>();
  /** Seconds on units that were left, for when they are opened again. */
  const left = new Map<number, number>(untold);
  let open: { unit: U; clock: Clock; lastClaim: number; timer: ReturnType<typeof setInterval> } | null = null;
  let notBefore = 0;
  let time: Time = { unitId: null, spent: 0, credited: 0 };

  return {
    get: () => time,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Starts a unit's clock where it stood; call the returned function to leave the unit. */
    open(unitId: number) {
      const unit = units.find(({ id }) => id === unitId);
      if (!unit) throw new Error(`Unit ${unitId} is not of this course.`);
      const base = left.get(unit.id) ?? unit.time_spent;
      const clock = { base, runningSince: document.hidden ? null : now() };
      open = { unit, clock, lastClaim: -Infinity, timer: setInterval(onTick, tick) };
      notBefore = 0;
      show({ unitId: unit.id, spent: Math.floor(base), credited: base });
      document.addEventListener("visibilitychange", onVisibility);
      addEventListener("pagehide", hide);
      onTick();
      return () => close(unit);
    },
    /** Seconds on a unit in all, for what is sent about it. */
    secondsOn: (unitId: number) => (open?.unit.id === unitId ? seconds() : Math.floor(left.get(unitId) ?? 0)),
    /** Takes over what the server has credited with some other message. */
    credited,
    /** Tells the server now. @throws ApiError */
    async tell() {
      if (open) await send(open.unit);
    },
  };

  function onTick() {
    if (!open) return;
    const spent = seconds();
    if (spent !== time.spent) show({ ...time, spent });
    if (now() >= notBefore && isBeatDue(spent, open.lastClaim, open.unit.time_limit))
      void send(open.unit).catch(failed);
  }

  async function send(unit: U, keepalive = false) {
    const claim = open?.unit === unit ? seconds() : Math.floor(left.get(unit.id) ?? 0);
    if (open?.unit === unit) open.lastClaim = claim;
    credited(unit.id, await beat(unit, claim, { keepalive }));
  }

  function failed(error: unknown) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "NETWORK" || code === "INTERNAL") {
      // The next beat carries the whole time again, so nothing is lost by trying a little later.
      notBefore = now() + pauseAfterFailure;
      if (open) open.lastClaim = -Infinity;
    } else {
      notBefore = Infinity;
      onRefused(error);
    }
  }

  function credited(unitId: number, total: number) {
    if (open?.unit.id !== unitId) return;
    open.clock = confirmed(open.clock, total, now());
    open.lastClaim = Math.min(open.lastClaim, total);
    show({ ...time, spent: Math.floor(total), credited: total });
  }

  function close(unit: U) {
    if (open?.unit !== unit) return;
    clearInterval(open.timer);
    document.removeEventListener("visibilitychange", onVisibility);
    removeEventListener("pagehide", hide);
    left.set(unit.id, spentAt(open.clock, now()));
    open = null;
    void send(unit).catch((error: unknown) => console.warn("The time on a unit could not be told.", error));
  }

  function onVisibility() {
    if (document.hidden) hide();
    else if (open) open.clock = resumed(open.clock, now());
  }

  function hide() {
    if (!open || open.clock.runningSince === null) return;
    open.clock = paused(open.clock, now());
    // A page that goes away cannot wait for the answer; keepalive lets the request outlive it.
    void send(open.unit, true).catch(failed);
  }

  function seconds() {
    return open ? Math.floor(spentAt(open.clock, now())) : 0;
  }

  function show(next: Time) {
    time = next;
    for (const listener of listeners) listener();
  }
}

const now = () => performance.now();
