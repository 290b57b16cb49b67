import { vi } from "vitest";

/** Adds a database to jsdom, which has none: one object store whose requests succeed in their order. */
export function pretendDatabase() {
  const values = new Map<string, unknown>();
  vi.stubGlobal("indexedDB", {
    open: () => request(() => ({ transaction: () => transaction(values), close: () => {} })),
  });
}

class FakeRequest extends EventTarget {
  result: unknown;
  onsuccess: (() => void) | null = null;
}

function request(run: () => unknown) {
  const made = new FakeRequest();
  queueMicrotask(() => {
    made.result = run();
    made.onsuccess?.();
    made.dispatchEvent(new Event("success"));
  });
  return made;
}

function transaction(values: Map<string, unknown>) {
  const made = { oncomplete: null as (() => void) | null, objectStore: () => objects };
  let open = 0;
  const add = (run: () => unknown) => {
    open += 1;
    const added = request(run);
    added.addEventListener("success", () => {
      open -= 1;
      if (open === 0) made.oncomplete?.();
    });
    return added;
  };
  const objects = {
    get: (key: string) => add(() => structuredClone(values.get(key))),
    put: (value: unknown, key: string) => {
      const copy = structuredClone(value);
      return add(() => values.set(key, copy));
    },
    delete: (key: string) => add(() => values.delete(key)),
  };
  return made;
}
