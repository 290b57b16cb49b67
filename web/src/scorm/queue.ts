import { createFinalRequest, measureSize, mergeValues } from "./final-request.ts";
import type { QueuedCall } from "./messages.ts";
import { isDecided, type Refused, send } from "./state.ts";

type Options = {
  firstSequence: number;
  onChange: (state: { waiting: QueuedCall[]; isFailing: boolean; hasSaved: boolean }) => void;
  /** The session is over or continues elsewhere: nothing more is sent. */
  onStopped: (refused: Refused) => void;
  /** The server rejected a call that counts. */
  onRefused: () => void;
  transport?: typeof send;
};

const firstPause = 1000;
const longestPause = 20_000;
/** From so many waiting values they are sent together, because each would cost a round trip. */
const manyWaiting = 12;
/** Bytes in progress when the page closes; browsers limit them to 64 KiB in all. */
const mostBytesOnTheWay = 63_000;
/** The share of one request. */
const mostBytesOnLeaving = 45_000;
const mostBytesOfNotes = 15_000;

/** Sends the content's calls one after another, in order, and retries them while offline. */
export function createQueue({ firstSequence, onChange, onStopped, onRefused, transport = send }: Options) {
  let waiting: QueuedCall[] = [];
  let next = firstSequence;
  let isSending = false;
  let isStopped = false;
  let isLeaving = false;
  let failures = 0;
  let hasSaved = false;
  let wake = () => {};
  let flushing: (() => void)[] = [];
  let isReported = false;
  let goesAlone = 0;
  /** Unanswered bytes of requests that outlive the page. */
  let onTheWay = 0;
  /** The page is closing, and calls were made since it last sent. */
  let isUnsent = false;

  addEventListener("online", () => wake());

  return {
    put(path: string, body: Record<string, unknown>, isOrdered = true) {
      if (isStopped) return;
      // The sequencing state replaces an earlier one; shared data does not.
      if (path === "sequencing") waiting = waiting.filter((call) => call.path !== path || call.body["shared"]);
      waiting.push({ path, body, sequence: isOrdered ? ++next : null, at: new Date().toISOString() });
      tell();
      if (isLeaving) sendAtOnce(path);
      else void pump();
    },
    /** Resolves when nothing is waiting, or nothing can be sent. */
    flush(): Promise<void> {
      if (isDone()) return Promise.resolve();
      wake();
      return new Promise((resolve) => flushing.push(resolve));
    },
    /** The page closes: sends everything waiting, and later calls, by requests that outlive it. */
    leave() {
      isLeaving = true;
      sendAllAtOnce();
    },
    /** The page is hidden and may be ended without notice: sends everything waiting at once, and again in order. */
    hide: () => sendAllAtOnce(),
    /** The page is visible again. */
    stay() {
      isLeaving = false;
      void pump();
    },
  };

  async function pump() {
    if (isSending || isStopped) return;
    isSending = true;
    while (waiting.length > 0 && !isStopped) {
      const some = together();
      try {
        await deliver(some);
        failures = 0;
        hasSaved = true;
        remove(some);
      } catch (error) {
        if (isDecided(error)) refused(error, some);
        else await pause(error);
      }
    }
    isSending = false;
    settle();
  }

  /** Returns the first call or, when many values are waiting, all of them up to the next call of another kind. */
  function together(): QueuedCall[] {
    const first = waiting[0]!;
    if (goesAlone-- > 0) return [first];
    const end = waiting.findIndex(
      ({ path, body }) => path !== "set-value" || body["scoUuid"] !== first.body["scoUuid"],
    );
    const values = end === -1 ? waiting.slice() : waiting.slice(0, end);
    return values.length >= manyWaiting ? values : [first];
  }

  function deliver(some: QueuedCall[]) {
    const [first, last] = [some[0]!, some.at(-1)!];
    if (some.length === 1) return transport(first.path, first.body, { sequence: first.sequence });
    return transport("commit", { ...mergeValues(some) }, { sequence: last.sequence });
  }

  function refused(error: Refused, some: QueuedCall[]) {
    if (error.status === 401 || error.status === 409 || error.status === 404) {
      isStopped = true;
      onStopped(error);
    } else if (some.length > 1) {
      // One of them was rejected: each is sent alone, so that the others are accepted.
      goesAlone = some.length;
      console.warn("The server did not take some values.", error.message);
    } else {
      console.warn("The server did not take a call.", some[0], error.message);
      remove(some);
      if (some[0]!.path !== "calls") onRefused();
    }
  }

  function remove(some: QueuedCall[]) {
    waiting = waiting.filter((call) => !some.includes(call));
    tell();
  }

  /**
   * Sends a call while the content still runs: a closing page may not run anything later. What did not fit, or has to
   * wait for later calls, follows when the content's handler returns.
   */
  function sendAtOnce(path: string) {
    if (path === "calls") return queueMicrotask(sendNotes);
    isUnsent = true;
    queueMicrotask(() => isUnsent && sendAllAtOnce());
    // Each request contains everything waiting: before the last one, reserves space for the end and its sequencing
    // state.
    const isLast = path === "finish" || path === "sequencing";
    const size = isLast ? 0 : measureSize(createFinalRequest(waiting, mostBytesOnLeaving)?.body);
    if (onTheWay + 3 * size <= mostBytesOnTheWay) sendFinalRequest();
  }

  function sendAllAtOnce() {
    sendFinalRequest();
    sendNotes();
  }

  function sendFinalRequest() {
    isUnsent = false;
    const room = Math.min(mostBytesOnLeaving, mostBytesOnTheWay - onTheWay);
    const finalRequest = isStopped ? null : createFinalRequest(waiting, room);
    if (!finalRequest) return;
    // What does not fit follows with its own number: neither an end nor a newer number may block it.
    const { path, body, isWhole } = finalRequest;
    sendOutliving(path, body, isWhole ? ++next : null);
  }

  /** Sends entries of the call log separately, and only in the space left. */
  function sendNotes() {
    let room = Math.min(mostBytesOfNotes, mostBytesOnTheWay - onTheWay);
    for (const note of isStopped ? [] : waiting.filter(({ path }) => path === "calls")) {
      const size = measureSize(note.body);
      if (size >= room) continue;
      room -= size;
      waiting = waiting.filter((call) => call !== note);
      sendOutliving(note.path, note.body, null);
    }
  }

  function sendOutliving(path: string, body: Record<string, unknown>, sequence: number | null) {
    const size = measureSize(body);
    onTheWay += size;
    void transport(path, body, { sequence, keepalive: true })
      .catch(() => {})
      .finally(() => (onTheWay -= size));
  }

  function tell() {
    if (isReported) return;
    isReported = true;
    queueMicrotask(() => {
      isReported = false;
      const ordered = waiting.filter(({ sequence }) => sequence !== null);
      onChange({ waiting: ordered, isFailing: failures > 0, hasSaved });
    });
  }

  function settle() {
    if (!isDone()) return;
    const waiters = flushing;
    flushing = [];
    waiters.forEach((resolve) => resolve());
  }

  function isDone() {
    return isStopped || (waiting.length === 0 && !isSending);
  }

  function pause(error: unknown) {
    failures += 1;
    console.warn("The server could not be reached; it is tried again.", error);
    tell();
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(longestPause, firstPause * 2 ** (failures - 1)));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
