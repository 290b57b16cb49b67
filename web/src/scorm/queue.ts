import { farewellOf, sizeOf, valuesOf } from "./farewell.ts";
import type { QueuedCall } from "./messages.ts";
import { Refused, send } from "./state.ts";

type Options = {
  firstSequence: number;
  onChange: (state: { waiting: QueuedCall[]; isFailing: boolean; hasSaved: boolean }) => void;
  /** The session is over, or goes on elsewhere: nothing more is sent. */
  onStopped: (refused: Refused) => void;
  /** The server did not take something that counts. */
  onRefused: () => void;
  transport?: typeof send;
};

const firstPause = 1000;
const longestPause = 20_000;
/** So many values that wait go together: each would cost a journey. */
const manyWaiting = 12;
/** What may be on its way when the page goes away; the browser's limit for all of it together is 64 KiB. */
const mostBytesOnTheWay = 63_000;
/** Of it, what one message may have. */
const mostBytesOnLeaving = 45_000;
const mostBytesOfNotes = 15_000;

/** Sends the calls of the content to the server one after the other, in their order, and again while the line is down. */
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
  let isTold = false;
  let goesAlone = 0;
  /** Bytes that outlive the page and have not been answered. */
  let onTheWay = 0;
  /** The page goes, and something was said since it was last sent. */
  let isUnsent = false;

  addEventListener("online", () => wake());

  return {
    put(path: string, body: Record<string, unknown>, isOrdered = true) {
      if (isStopped) return;
      // Where one stands is told anew each time; what is shared with others is not.
      if (path === "sequencing") waiting = waiting.filter((call) => call.path !== path || call.body["shared"]);
      waiting.push({ path, body, sequence: isOrdered ? ++next : null, at: new Date().toISOString() });
      tell();
      if (isLeaving) sendAtOnce(path);
      else void pump();
    },
    /** Resolves when nothing waits any more, or nothing can be sent. */
    flush(): Promise<void> {
      if (isDone()) return Promise.resolve();
      wake();
      return new Promise((resolve) => flushing.push(resolve));
    },
    /** The page goes away: what waits is sent by requests that outlive it, and so is all that is still said. */
    leave() {
      isLeaving = true;
      sendAllAtOnce();
    },
    /** The page is out of sight, and may be ended without a word: what waits is sent at once, and once more in its turn. */
    hide: () => sendAllAtOnce(),
    /** The page has come back. */
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
        if (error instanceof Refused && error.status < 500 && error.status !== 429) refused(error, some);
        else await pause(error);
      }
    }
    isSending = false;
    settle();
  }

  /** The first call, or where many values wait, all of them up to the next call of another kind. */
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
    return transport("commit", { ...valuesOf(some) }, { sequence: last.sequence });
  }

  function refused(error: Refused, some: QueuedCall[]) {
    if (error.status === 401 || error.status === 409 || error.status === 404) {
      isStopped = true;
      onStopped(error);
    } else if (some.length > 1) {
      // One of them was not taken: each for itself, so that the others are.
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
   * Sends a call while content still runs that makes it: a page that is closed may not come to anything later. What found no room,
   * or was not to be sent before more is said, follows as soon as the content's handler has returned.
   */
  function sendAtOnce(path: string) {
    isUnsent = true;
    queueMicrotask(() => isUnsent && sendAllAtOnce());
    if (path === "calls") return;
    // Each message holds what waits: before the last there has to be room for two more, the end and where it leads to.
    const isLast = path === "finish" || path === "sequencing";
    const size = isLast ? 0 : sizeOf(farewellOf(waiting, mostBytesOnLeaving)?.body);
    if (onTheWay + 3 * size <= mostBytesOnTheWay) sendFarewell();
  }

  function sendAllAtOnce() {
    sendFarewell();
    sendNotes();
  }

  function sendFarewell() {
    isUnsent = false;
    const room = Math.min(mostBytesOnLeaving, mostBytesOnTheWay - onTheWay);
    const farewell = isStopped ? null : farewellOf(waiting, room);
    if (!farewell) return;
    // What finds no room in it comes afterwards, by its own number: neither an end nor a newer number may stand in its way.
    const { path, body, isWhole } = farewell;
    sendOutliving(path, body, isWhole ? ++next : null);
  }

  /** The flight recorder's entries go by themselves, and only as far as there is room beside what counts. */
  function sendNotes() {
    const room = Math.min(mostBytesOfNotes, mostBytesOnTheWay - onTheWay);
    const note = waiting.find(
      ({ sequence, path, body }) => sequence === null && path === "calls" && sizeOf(body) < room,
    );
    if (!note || isStopped) return;
    waiting = waiting.filter((call) => call !== note);
    sendOutliving(note.path, note.body, null);
  }

  function sendOutliving(path: string, body: Record<string, unknown>, sequence: number | null) {
    const size = sizeOf(body);
    onTheWay += size;
    void transport(path, body, { sequence, keepalive: true })
      .catch(() => {})
      .finally(() => (onTheWay -= size));
  }

  function tell() {
    if (isTold) return;
    isTold = true;
    queueMicrotask(() => {
      isTold = false;
      const ordered = waiting.filter(({ sequence }) => sequence !== null);
      onChange({ waiting: ordered, isFailing: failures > 0, hasSaved });
    });
  }

  function settle() {
    if (!isDone()) return;
    const told = flushing;
    flushing = [];
    told.forEach((resolve) => resolve());
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
