import { isReplaced } from "./scope.ts";

const prefix = "kept.";

/** Keeps an answer of the server on this device for the next reload, until the session ends. */
export function keep(name: string, answer: unknown) {
  // Another tab has begun a session, to which this answer does not belong.
  if (isReplaced()) return;
  try {
    localStorage.setItem(prefix + name, JSON.stringify(answer));
  } catch (error) {
    // The storage is full: the next reload asks again.
    console.warn(`The answer ${name} could not be kept.`, error);
  }
}

/** Returns a kept answer. */
export function readKept<T>(name: string): T | undefined {
  const text = localStorage.getItem(prefix + name);
  return text === null ? undefined : (JSON.parse(text) as T);
}

/** Removes all kept answers from this device. */
export function forgetKept() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
