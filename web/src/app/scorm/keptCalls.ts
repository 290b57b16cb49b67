import type { Loss, QueuedCall } from "../../scorm/messages.ts";
import { type ErrorBody, refusal, unreachable } from "../http.ts";
import { toPackageKey } from "../queuedKeys.ts";
import { getToken } from "../scope.ts";

/** Unsent calls of a session, with the session's token. */
interface Kept {
  token: string;
  waiting: QueuedCall[];
}

const name = "cairn-scorm";
const store = "calls";
const mostCharacters = 400_000;

/**
 * Stores what the server has not received of a package, across closed windows and lost networks: in this origin's own
 * storage, where no package can read or write it.
 * @param key of the user and the unit
 */
export async function keepCalls(key: string, kept: Kept): Promise<void> {
  const { waiting } = kept;
  if (waiting.length === 0) await inStore("readwrite", (calls) => calls.delete(key));
  else await inStore("readwrite", (calls) => calls.put(kept, key));
  mark(key, waiting.length > 0);
}

/** The packages whose windows are open in this page: they send their own calls. */
const openHere = new Set<string>();

/** Tells that the window of a package is open in this page. @returns the function that takes it back */
export function claimCalls(key: string): () => void {
  openHere.add(key);
  return () => void openHere.delete(key);
}

/**
 * Sends what packages of a user have left on this device, from the next page they visit. What the server rejects stays
 * with what follows it until the unit is opened, whose window then says so.
 * @throws ApiError when the server is unreachable
 */
export async function replayKeptCalls(viewerId: number): Promise<void> {
  const prefix = toPackageKey(viewerId);
  const marks = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  for (const name of marks) {
    const key = `${viewerId}:${name.slice(prefix.length)}`;
    if (!openHere.has(key)) await replay(key);
  }
}

async function replay(key: string): Promise<void> {
  const kept = await readKept(key);
  if (!kept) return mark(key, false);
  const { token, waiting } = kept;
  let sent = 0;
  while (sent < waiting.length && (await send(token, waiting[sent]!)).ok) sent += 1;
  const now = await readKept(key);
  // Its window may have been opened meanwhile, here or in another tab.
  if (now?.token !== token || now.waiting.at(-1)?.sequence !== waiting.at(-1)!.sequence) return;
  if (sent > 0) await keepCalls(key, { token, waiting: waiting.slice(sent) });
  mark(key, false);
}

const readKept = (key: string) =>
  inStore<Kept | undefined>("readonly", (calls) => calls.get(key) as IDBRequest<Kept | undefined>);

/** Marks in the local storage, which every page reads, whether calls wait that can be sent. */
function mark(key: string, isWaiting: boolean): void {
  const [viewerId, unitId] = key.split(":");
  const name = `${toPackageKey(Number(viewerId))}${unitId}`;
  try {
    if (isWaiting) localStorage.setItem(name, "1");
    else localStorage.removeItem(name);
  } catch (error) {
    console.warn("What a package has left is sent when its unit is opened.", error);
  }
}

/**
 * Sends what an earlier session left, in order and as calls of that session. Calls that the server rejects, and those
 * that arrive after the unit was opened on another device, do not count; they are recorded in the call log.
 * @returns what was lost; null for nothing
 * @throws ApiError when the server is unreachable: then everything stays on this device
 */
export async function sendKeptCalls(key: string): Promise<Loss | null> {
  const kept = await readKept(key);
  if (!kept) return null;
  const { token, waiting } = kept;
  const rejected: QueuedCall[] = [];
  let lost: Loss | null = null;
  for (const [index, call] of waiting.entries()) {
    const { ok, status } = await send(token, call);
    if (ok) continue;
    console.warn("A call of an earlier session was not taken.", call.path, status);
    lost = status === 409 ? "late" : (lost ?? "refused");
    rejected.push(call);
    if (status !== 409) continue;
    // The session is over: the server accepts nothing more of it.
    rejected.push(...waiting.slice(index + 1));
    break;
  }
  for (const call of rejectedCalls(rejected)) await send(token, call);
  await keepCalls(key, { token, waiting: [] });
  return lost;
}

async function send(token: string, { path, body, sequence }: QueuedCall): Promise<{ ok: boolean; status: number }> {
  const response = await fetch(`/api/scorm/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${getToken() ?? ""}`,
      "x-scorm-launch": token,
      ...(sequence !== null && { "x-scorm-sequence": String(sequence) }),
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw unreachable();
  });
  const { ok, status } = response;
  if (status >= 500 || status === 401 || status === 429)
    throw refusal(status, (await response.json().catch(() => null)) as ErrorBody | null);
  return { ok, status };
}

/** Combines the values of rejected calls into calls of a size that the server accepts. */
function rejectedCalls(calls: QueuedCall[]): QueuedCall[] {
  const messages: { body: { scoUuid: unknown; scormId: unknown; values: object[] }; size: number }[] = [];
  for (const { path, body, at } of calls) {
    if (path !== "set-value") continue;
    const { scoUuid, scormId, key, value } = body as Record<string, string>;
    const size = value!.length;
    const last = messages.at(-1);
    const fits = last && last.body.scoUuid === scoUuid && last.size + size < mostCharacters;
    const message = fits ? last : { body: { scoUuid, scormId, values: [] }, size: 0 };
    if (!fits) messages.push(message);
    message.size += size;
    message.body.values.push({ key, value, called_at: at ?? new Date().toISOString() });
  }
  return messages.map(({ body }) => ({ path: "rejected", body, sequence: null }));
}

/** Ends the session of a launch whose window was closed, so that nothing of the package continues. */
export function endSession(url: string | null | undefined): void {
  const token = readToken(url);
  if (!token) return;
  void fetch("/api/scorm/end", {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json", authorization: `Bearer ${getToken() ?? ""}` },
    body: JSON.stringify({ token }),
  }).catch((error: unknown) => console.warn("The session was not ended on the server.", error));
}

/** Returns the launch token in the address of a package; null for an address elsewhere. */
export function readToken(url: string | null | undefined): string | null {
  return (url && /^\/scorm\/([^/]+)\//.exec(new URL(url).pathname)?.[1]) || null;
}

/** Runs one request on the store; a browser without one (as in some private windows) stores nothing. */
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
