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
/** What outlives a page that goes away; the browser's limit is 64 kB. */
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

  addEventListener("online", () => wake());

  return {
    put(path: string, body: Record<string, unknown>, isOrdered = true) {
      if (isStopped) return;
      waiting.push({ path, body, sequence: isOrdered ? ++next : null });
      tell();
      if (isLeaving) queueMicrotask(sendAllAtOnce);
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
    return transport("commit", valuesOf(some), { sequence: last.sequence });
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

  function sendAllAtOnce() {
    sendNotes();
    const last =
      waiting.findLast(({ path }) => path === "finish") ?? waiting.findLast(({ sequence }) => sequence !== null);
    if (!last || isStopped) return;
    const { isWhole, body } = fitting(
      waiting.filter(({ body: { scoUuid } }) => scoUuid === last.body["scoUuid"]),
      last,
    );
    // What finds no room in it comes afterwards, by its own number: neither an end nor a newer number may stand in its way.
    const path = isWhole && last.path === "finish" ? "finish" : "commit";
    void transport(path, body, { sequence: isWhole ? ++next : null, keepalive: true }).catch(() => {});
  }

  /** The flight recorder's entries go by themselves, and only as far as there is room beside what counts. */
  function sendNotes() {
    const notes = waiting.filter(({ sequence, path }) => sequence === null && path === "calls");
    const note = notes.find(({ body }) => new Blob([JSON.stringify(body)]).size < mostBytesOfNotes);
    if (!note || isStopped) return;
    waiting = waiting.filter((call) => call !== note);
    void transport(note.path, note.body, { sequence: null, keepalive: true }).catch(() => {});
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

/** The values of many calls as those of one. */
function valuesOf(calls: QueuedCall[]): Record<string, unknown> {
  const { scoUuid, scormId } = calls[0]!.body;
  const values = calls
    .filter(({ path }) => path === "set-value")
    .map(({ body, sequence }) => ({ key: body["key"], value: body["value"], sequence }));
  return { scoUuid, scormId, values };
}

/** As much as may be sent while the page goes: the newest value of each element, and every type, the latest first. */
function fitting(calls: QueuedCall[], last: QueuedCall): { isWhole: boolean; body: Record<string, unknown> } {
  const { values, ...context } = valuesOf(calls.length > 0 ? calls : [last]) as {
    values: { key: string; value: string; sequence: number }[];
  };
  const newest = new Map(values.map((value) => [value.key, value]));
  // The server judges an answer by the type that was said before it.
  const isNeeded = (value: (typeof values)[number]) =>
    newest.get(value.key) === value || /^cmi\.interactions\.\d+\.type$/.test(value.key);
  let size = 500;
  const needed = values.filter(isNeeded);
  const kept = needed.toReversed().filter((value) => {
    const length = new Blob([JSON.stringify(value)]).size + 1;
    if (size + length > mostBytesOnLeaving) return false;
    size += length;
    return true;
  });
  return {
    isWhole: kept.length === needed.length,
    body: {
      ...context,
      ...last.body,
      key: undefined,
      value: undefined,
      values: kept.toSorted((a, b) => a.sequence - b.sequence),
    },
  };
}
