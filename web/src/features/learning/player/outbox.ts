import { ApiError } from "../../../app/errors.ts";
import { createShelf } from "./shelf.ts";

type Options<Letter, Receipt> = {
  /** The page may go away before there is an answer: a request has to outlive it. */
  send: (key: string, letter: Letter) => Promise<Receipt>;
  onSent: (key: string, letter: Letter, receipt: Receipt) => void;
  /** The server has decided against it; it is not sent again. */
  onRefused: (key: string, error: unknown) => void;
  onChange: () => void;
  /** Under which letters survive a reload, a closed tab and a crash. */
  storageKey: string;
};

const firstPause = 2000;
const longestPause = 30_000;

/**
 * Sends one letter after the other, and again while the line is down. Under one key only the newest is kept; what is not
 * sent yet is still there when the page is opened the next time. A letter may be sent twice, when its answer was lost on the
 * way or another tab has sent it too: it has to carry something by which the server knows it again.
 */
export function createOutbox<Letter extends { id: string }, Receipt>(options: Options<Letter, Receipt>) {
  const { send, onSent, onRefused, onChange, storageKey } = options;
  const shelf = createShelf<Letter>(storageKey);
  const waiting = new Map<string, Letter>(shelf.all());
  const underway = new Map<Letter, Promise<boolean>>();
  let isSending = false;
  let isStopped = false;
  let failures = 0;
  let wake = () => {};
  /** Those who want to know when everything is sent, or that it cannot be now. */
  let flushing: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  return {
    put(key: string, letter: Letter) {
      // Behind what was put before: order matters to the server's clock.
      waiting.delete(key);
      waiting.set(key, letter);
      shelf.put(key, letter);
      onChange();
      void pump();
    },
    /** The letters that wait, by key. */
    waiting: () => waiting as ReadonlyMap<string, Letter>,
    /** Sends what a former page left, and again whenever the line is back. */
    start() {
      isStopped = false;
      addEventListener("online", hurry);
      addEventListener("pagehide", sendAll);
      document.addEventListener("visibilitychange", onVisibility);
      void pump();
    },
    /** Resolves when nothing waits any more; rejects when the line is down, though sending goes on. */
    flush() {
      if (waiting.size === 0) return Promise.resolve();
      hurry();
      return new Promise<void>((resolve, reject) => flushing.push({ resolve, reject }));
    },
    /** Sends what it can at once, and leaves the rest for the next time the page is opened. */
    stop() {
      isStopped = true;
      removeEventListener("online", hurry);
      removeEventListener("pagehide", sendAll);
      document.removeEventListener("visibilitychange", onVisibility);
      hurry();
    },
  };

  async function pump() {
    if (isSending) return;
    isSending = true;
    let goesOn = true;
    for (let next = first(); next && goesOn; next = first()) goesOn = await deliver(...next);
    isSending = false;
    if (waiting.size === 0) settle(({ resolve }) => resolve());
  }

  /** False when there is no point in going on. */
  async function deliver(key: string, letter: Letter): Promise<boolean> {
    if (await carry(key, letter)) return true;
    if (isStopped) return false;
    await pause(Math.min(longestPause, firstPause * 2 ** (failures - 1)));
    return true;
  }

  /** Sends a letter, unless it is underway already. False when it has to be sent again. */
  function carry(key: string, letter: Letter): Promise<boolean> {
    const known = underway.get(letter);
    if (known) return known;
    const trip = handOver(key, letter).finally(() => underway.delete(letter));
    underway.set(letter, trip);
    return trip;
  }

  async function handOver(key: string, letter: Letter): Promise<boolean> {
    try {
      const receipt = await send(key, letter);
      failures = 0;
      remove(key, letter);
      onSent(key, letter, receipt);
    } catch (error) {
      if (isTemporary(error)) {
        failures += 1;
        settle(({ reject }) => reject(error));
        return false;
      }
      remove(key, letter);
      onRefused(key, error);
    }
    return true;
  }

  function remove(key: string, letter: Letter) {
    // A newer one may have taken its place meanwhile, here or in another tab.
    if (waiting.get(key) === letter) waiting.delete(key);
    if (shelf.get(key)?.id === letter.id) shelf.remove(key);
    onChange();
  }

  /** The page may be going away: what still waits for its turn is sent at once. */
  function sendAll() {
    for (const [key, letter] of waiting) void carry(key, letter);
  }

  function onVisibility() {
    if (document.hidden) sendAll();
    else hurry();
  }

  function settle(how: (waiter: (typeof flushing)[number]) => void) {
    const told = flushing;
    flushing = [];
    told.forEach(how);
  }

  function first() {
    return waiting.entries().next().value;
  }

  function hurry() {
    wake();
  }

  function pause(milliseconds: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Nothing was decided about the letter itself; one whose writer has to sign in again waits for that. */
export const isTemporary = (error: unknown) =>
  error instanceof ApiError && ["NETWORK", "INTERNAL", "RATE_LIMITED", "UNAUTHENTICATED"].includes(error.code ?? "");
