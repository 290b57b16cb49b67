import type { UnsavedWork } from "./draftReducer.ts";

/** Unsaved work on a course, as it is stored on this device. */
export type StoredWork = UnsavedWork & {
  keptAt: number;
  /** The editor that stored it: those of several tabs keep their work beside each other's. */
  editor?: string;
  /** Work that other editors stored, newest first. */
  earlier?: StoredWork | null;
};

// Each is a whole course.
const mostStored = 3;

const store = "courses";

/** Offered work that was restored or discarded on this page. */
const taken = new Set<string>();
const identify = ({ editor, keptAt }: StoredWork) => `${editor ?? ""}/${keptAt}`;

/** Creates the id of an editor, which replaces its own work only. */
export const createEditorId = () =>
  [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("-");

/** Reads what is stored under a name; null when there is nothing or the browser stores nothing. */
export async function readWork(name: string): Promise<StoredWork | null> {
  return (await runInStore("readonly", (courses) => courses.get(name) as IDBRequest<StoredWork | undefined>)) ?? null;
}

/** Stores the unsaved work of an editor, in front of what others stored. */
export const storeWork = (name: string, editor: string, work: UnsavedWork) =>
  change(name, editor, (others) => [{ ...work, keptAt: Date.now(), editor }, ...others]);

/** Stores the work of an editor as an offer, which its next work does not replace. */
export const storeOffer = (name: string, editor: string, work: UnsavedWork) =>
  change(name, editor, (others) => [{ ...work, keptAt: Date.now(), editor: createEditorId() }, ...others]);

/** Deletes the work of an editor, once the server has it or its author gives it up, and what was taken. */
export const deleteWork = (name: string, editor: string) => change(name, editor, (others) => others);

/** Marks offered work as restored or discarded: it goes with the next change of what is stored. */
export const takeOffer = (offer: StoredWork) => void taken.add(identify(offer));

/** Replaces what is stored, in one transaction, because other tabs store their work too. */
async function change(name: string, editor: string, toList: (others: StoredWork[]) => StoredWork[]): Promise<void> {
  await runInStore("readwrite", (courses) => {
    const reading = courses.get(name) as IDBRequest<StoredWork | undefined>;
    reading.addEventListener("success", () => {
      const others = toArray(reading.result).filter((work) => work.editor !== editor && !taken.has(identify(work)));
      const first = toList(others)
        .slice(0, mostStored)
        .reduceRight<StoredWork | null>((earlier, work) => ({ ...work, earlier }), null);
      if (first) courses.put(first, name);
      else courses.delete(name);
    });
    return reading;
  });
}

const toArray = (work: StoredWork | null | undefined): StoredWork[] => (work ? [work, ...toArray(work.earlier)] : []);

/**
 * Runs an operation in the store. A browser that refuses (a private window, a full disk) must not stop the author: the
 * failure goes to the console only.
 */
async function runInStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  try {
    const database = await opened();
    try {
      const transaction = database.transaction(store, mode);
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("The browser's own database failed."));
      });
      const [result] = await Promise.all([settled(work(transaction.objectStore(store))), done]);
      return result;
    } finally {
      database.close();
    }
  } catch (error) {
    console.warn("Unsaved work could not be kept on this device.", error);
    return null;
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open("unsaved-courses", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser's own database failed."));
  });
}
