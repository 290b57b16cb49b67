import type { UnsavedWork } from "./draftReducer.ts";

/** Work on one course that was not saved, as this device remembers it. */
export type KeptWork = UnsavedWork & {
  keptAt: number;
  /** Work that was still on offer when this was written, so that new work takes nothing away. */
  earlier?: KeptWork | null;
};

// Each is a whole course.
const mostKept = 3;

const store = "courses";

/** What is kept under a name; null when there is nothing, or when this browser keeps nothing. */
export async function readWork(name: string): Promise<KeptWork | null> {
  return (await inStore("readonly", (courses) => courses.get(name) as IDBRequest<KeptWork | undefined>)) ?? null;
}

export async function keepWork(name: string, work: UnsavedWork, earlier: KeptWork | null = null): Promise<void> {
  const kept: KeptWork = { ...work, keptAt: Date.now(), earlier: newest(earlier, mostKept - 1) };
  await inStore("readwrite", (courses) => courses.put(kept, name));
}

/** Puts back what was on offer, without the work in front of it. */
export async function keepOffer(name: string, offer: KeptWork): Promise<void> {
  await inStore("readwrite", (courses) => courses.put(offer, name));
}

function newest(work: KeptWork | null | undefined, most: number): KeptWork | null {
  return work && most > 0 ? { ...work, earlier: newest(work.earlier, most - 1) } : null;
}

export async function forgetWork(name: string): Promise<void> {
  await inStore("readwrite", (courses) => courses.delete(name));
}

/** A browser that refuses (a private window, a full disk) must not stop anybody from writing: it is told to the console only. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
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
