import { ApiError } from "../../../app/errors.ts";
import { createDeviceStore, parseStored } from "./deviceStore.ts";

type Options<Message, Receipt> = {
  /** The page may close before there is an answer: the request has to outlive it. */
  send: (key: string, message: Message) => Promise<Receipt>;
  onSent: (key: string, message: Message, receipt: Receipt) => void;
  /** The server has rejected the message; it is not sent again. */
  onRefused: (key: string, error: unknown, message: Message) => void;
  onChange: () => void;
  /** Under which key messages survive a reload, a closed tab and a crash. */
  storageKey: string;
};

const firstPause = 2000;
const longestPause = 30_000;

/**
 * Sends messages one after another and repeats them after a network failure. Keeps only the newest message of each key.
 * Unsent messages are still there when the page is opened again. A message may be sent twice, when its answer was lost
 * or another tab has sent it too, so it carries an id by which the server recognises it.
 */
export function createOutbox<Message extends { id: string }, Receipt>(options: Options<Message, Receipt>) {
  const { send, onSent, onRefused, onChange, storageKey } = options;
  const store = createDeviceStore<Message>(storageKey);
  const waiting = new Map<string, Message>(store.all());
  const underway = new Map<Message, Promise<boolean>>();
  /** Messages that only this page has, because the storage is full or closed. */
  const unstored = new Set<Message>();
  let isSending = false;
  let isStopped = false;
  let failures = 0;
  let wake = () => {};
  /** Callers that wait until everything is sent or sending fails. */
  let flushing: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  return {
    put(key: string, message: Message) {
      // Placed after earlier messages: order matters to the server's clock.
      waiting.delete(key);
      waiting.set(key, message);
      store.put(key, message);
      if (store.get(key)?.id !== message.id) unstored.add(message);
      onChange();
      void pump();
    },
    /** The waiting messages by key. */
    waiting: () => waiting as ReadonlyMap<string, Message>,
    /** Sends what an earlier page left, and again whenever the browser is online. */
    start() {
      isStopped = false;
      addEventListener("online", hurry);
      addEventListener("pagehide", sendAll);
      addEventListener("storage", onStored);
      document.addEventListener("visibilitychange", onVisibility);
      void pump();
    },
    /** Resolves when nothing is waiting; rejects when the network fails, though sending continues. */
    flush() {
      if (waiting.size === 0) return Promise.resolve();
      // At the same moment, so that they can share a request.
      sendAll();
      hurry();
      return new Promise<void>((resolve, reject) => flushing.push({ resolve, reject }));
    },
    /** Sends what it can at once and leaves the rest for the next page. */
    stop() {
      isStopped = true;
      removeEventListener("online", hurry);
      removeEventListener("pagehide", sendAll);
      removeEventListener("storage", onStored);
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

  /** Returns false when there is no point in continuing. */
  async function deliver(key: string, message: Message): Promise<boolean> {
    if (await sendOnce(key, message)) return true;
    if (isStopped) return false;
    await pause(Math.min(longestPause, firstPause * 2 ** (failures - 1)));
    return true;
  }

  /** Sends a message unless it is already being sent. Returns false when it must be sent again. */
  function sendOnce(key: string, message: Message): Promise<boolean> {
    const known = underway.get(message);
    if (known) return known;
    const trip = handOver(key, message).finally(() => underway.delete(message));
    underway.set(message, trip);
    return trip;
  }

  async function handOver(key: string, message: Message): Promise<boolean> {
    if (dropReplaced(key, store.get(key))) return true;
    try {
      const receipt = await send(key, message);
      failures = 0;
      remove(key, message);
      onSent(key, message, receipt);
    } catch (error) {
      if (isTemporary(error)) {
        failures += 1;
        settle(({ reject }) => reject(error));
        return false;
      }
      remove(key, message);
      onRefused(key, error, message);
    }
    return true;
  }

  function remove(key: string, message: Message) {
    // A newer one may have replaced it meanwhile, here or in another tab.
    if (waiting.get(key) === message) waiting.delete(key);
    if (store.get(key)?.id === message.id) store.remove(key);
    onChange();
  }

  /** Drops a waiting message that another tab has replaced, which sends its own: the older one would overwrite it. */
  function dropReplaced(key: string, stored: Message | undefined): boolean {
    const message = waiting.get(key);
    if (!message || !stored || stored.id === message.id || unstored.has(message)) return false;
    waiting.delete(key);
    onChange();
    return true;
  }

  /** Hears of messages that another tab stores, which it may have sent and removed before this one sends again. */
  function onStored({ key: name, newValue }: StorageEvent) {
    if (name?.startsWith(storageKey) && newValue)
      dropReplaced(name.slice(storageKey.length), parseStored<Message>(newValue)?.thing);
  }

  /** Sends everything that waits at once, because the page may be closing. */
  function sendAll() {
    for (const [key, message] of waiting) void sendOnce(key, message);
  }

  function onVisibility() {
    if (document.hidden) sendAll();
    else hurry();
  }

  function settle(how: (waiter: (typeof flushing)[number]) => void) {
    const reported = flushing;
    flushing = [];
    reported.forEach(how);
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

/**
 * Returns whether the server has not decided about the message itself. A message whose learner must sign in again or
 * accept terms of use waits for that.
 */
export const isTemporary = (error: unknown) =>
  error instanceof ApiError &&
  ["NETWORK", "INTERNAL", "RATE_LIMITED", "UNAUTHENTICATED", "TERMS_NOT_ACCEPTED", "SECOND_FACTOR_DUE"].includes(
    error.code ?? "",
  );
