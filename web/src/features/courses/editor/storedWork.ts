import type { UnsavedWork } from "./draftReducer.ts";

/** Unsaved work on a course, as it is stored on this device. */
export type StoredWork = UnsavedWork & {
  keptAt: number;
  /** Work that was still offered when this was stored, so that new work does not replace it. */
  earlier?: StoredWork | null;
};

// Each is a whole course.
const mostStored = 3;

const store = "courses";

/** Reads what is stored under a name; null when there is nothing or the browser stores nothing. */
export async function readWork(name: string): Promise<StoredWork | null> {
  return (await runInStore("readonly", (courses) => courses.get(name) as IDBRequest<StoredWork | undefined>)) ?? null;
}

/** Stores unsaved work on this device, with what was stored before it. */
export async function storeWork(name: string, work: UnsavedWork, earlier: StoredWork | null = null): Promise<void> {
  const stored: StoredWork = { ...work, keptAt: Date.now(), earlier: newest(earlier, mostStored - 1) };
  await runInStore("readwrite", (courses) => courses.put(stored, name));
}

/** Stores the offered work again, without the newer work in front of it. */
export async function storeOffer(name: string, offer: StoredWork): Promise<void> {
  await runInStore("readwrite", (courses) => courses.put(offer, name));
}

function newest(work: StoredWork | null | undefined, most: number): StoredWork | null {
  return work && most > 0 ? { ...work, earlier: newest(work.earlier, most - 1) } : null;
}

/** Deletes unsaved work from this device, once the server has it or its author gives it up. */
export async function deleteWork(name: string): Promise<void> {
  await runInStore("readwrite", (courses) => courses.delete(name));
}

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
      return await settled(work(database.transaction(store, mode).objectStore(store)));
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
