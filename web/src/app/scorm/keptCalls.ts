import type { QueuedCall } from "../../scorm/messages.ts";
import { getToken } from "../scope.ts";

/** Calls of a session that have not reached the server, with the session's token. */
interface Kept {
  token: string;
  waiting: QueuedCall[];
}

const name = "cairn-scorm";
const store = "calls";

/**
 * Keeps what a package has said and the server has not heard, across a closed window and a lost line: in this origin's own storage,
 * where no package can read or write it.
 * @param key of the person and the unit
 */
export async function keepCalls(key: string, kept: Kept): Promise<void> {
  const { waiting } = kept;
  if (waiting.length === 0) await inStore("readwrite", (calls) => calls.delete(key));
  else await inStore("readwrite", (calls) => calls.put(kept, key));
}

/**
 * Sends what an earlier session has left behind, in its order and as calls of that session. What the server does not take is given up:
 * of what comes too late, because the unit was opened elsewhere since, that was said there.
 * @returns whether all was taken that did not come too late
 * @throws Error when the server cannot be reached: then nothing is given up
 */
export async function sendKeptCalls(key: string): Promise<boolean> {
  const kept = await inStore<Kept | undefined>("readonly", (calls) => calls.get(key) as IDBRequest<Kept | undefined>);
  if (!kept) return true;
  const { token, waiting } = kept;
  let isTaken = true;
  for (const call of waiting) {
    const response = await fetch(`/api/scorm/${call.path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${getToken() ?? ""}`,
        "x-scorm-launch": token,
        ...(call.sequence !== null && { "x-scorm-sequence": String(call.sequence) }),
      },
      body: JSON.stringify(call.body),
    });
    if (response.status >= 500 || response.status === 401 || response.status === 429)
      throw new Error(`The server answered ${response.status}.`);
    if (response.ok) continue;
    console.warn("A call of an earlier session was not taken.", call.path, response.status);
    if (response.status !== 409 && response.status !== 404) isTaken = false;
  }
  await keepCalls(key, { token, waiting: [] });
  return isTaken;
}

/** Ends the session of a launch whose window was closed, so that nothing the package left open goes on. */
export function endSession(url: string | null | undefined): void {
  const token = tokenOf(url);
  if (!token) return;
  void fetch("/api/scorm/end", {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json", authorization: `Bearer ${getToken() ?? ""}` },
    body: JSON.stringify({ token }),
  }).catch((error: unknown) => console.warn("The session was not ended on the server.", error));
}

/** The launch token in the address of a package; null for an address elsewhere. */
export function tokenOf(url: string | null | undefined): string | null {
  return (url && /^\/scorm\/([^/]+)\//.exec(new URL(url).pathname)?.[1]) || null;
}

/** Runs one request on the store; a browser without it (in some private windows) simply keeps nothing. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (calls: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    const database = await done(opening);
    try {
      return await done(work(database.transaction(store, mode).objectStore(store)));
    } finally {
      database.close();
    }
  } catch (error) {
    console.warn("Nothing can be kept on this device.", error);
    return undefined;
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The device's storage failed."));
  });
}
