/**
 * Stores things on this device. Each has its own key, so that two tabs of the same course do not overwrite each
 * other's. When the storage is full or closed, only the page keeps them.
 */
export function createDeviceStore<T>(prefix: string, storage: Storage = localStorage) {
  let latest = 0;
  return {
    /** Lists what is stored, oldest first. */
    all(): [key: string, thing: T][] {
      const found = attempt(() => Object.keys(storage).filter((name) => name.startsWith(prefix))) ?? [];
      return found
        .flatMap((name) => {
          const kept = read(name);
          return kept ? [{ key: name.slice(prefix.length), ...kept }] : [];
        })
        .sort((a, b) => a.at - b.at)
        .map(({ key, thing }) => [key, thing]);
    },
    put(key: string, thing: T) {
      latest = Math.max(Date.now(), latest + 1);
      attempt(() => storage.setItem(prefix + key, JSON.stringify({ at: latest, thing })));
    },
    remove(key: string) {
      attempt(() => storage.removeItem(prefix + key));
    },
    get: (key: string) => read(prefix + key)?.thing,
  };

  function read(name: string) {
    return attempt(() => parseStored<T>(storage.getItem(name))) ?? null;
  }
}

/** Removes what is stored under `prefix` and an attempt before the given one, which no player reads again. */
export function removeFormerAttempts(prefix: string, current: number) {
  attempt(() => {
    for (const name of Object.keys(localStorage)) {
      const number = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : current;
      if (number < current) localStorage.removeItem(name);
    }
  });
}

/** Reads a value of the storage; null when it is not one of a device store. */
export function parseStored<T>(text: string | null): { at: number; thing: T } | null {
  try {
    return JSON.parse(text ?? "null") as { at: number; thing: T } | null;
  } catch {
    return null;
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    console.warn("Nothing could be kept on this device.", error);
    return undefined;
  }
}
