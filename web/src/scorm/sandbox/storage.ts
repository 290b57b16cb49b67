/**
 * Replaces what a page with an opaque origin may not use and what throws on access: local storage, session storage and
 * cookies. Their contents last as long as the page.
 */
export function replaceStorage(target: Window & typeof globalThis): void {
  for (const name of ["localStorage", "sessionStorage"] as const)
    Object.defineProperty(target, name, { value: createStorage(), configurable: true });
  const cookies = new Map<string, string>();
  Object.defineProperty(target.document, "cookie", {
    configurable: true,
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    set: (line: unknown) => {
      const [, name, value] = /^\s*([^=;]*)=([^;]*)/.exec(String(line)) ?? [];
      if (name !== undefined) cookies.set(name.trim(), value!.trim());
    },
  });
}

/** Creates a storage in memory whose entries are also properties. */
export function createStorage(): Storage {
  const entries = new Map<string, string>();
  const methods = {
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(String(key)) ?? null,
    setItem: (key: string, value: string) => void entries.set(String(key), String(value)),
    removeItem: (key: string) => void entries.delete(String(key)),
    clear: () => entries.clear(),
  };
  return new Proxy(methods as Storage, {
    get: (_, key) => (key in methods ? (methods as Record<string | symbol, unknown>)[key] : entries.get(String(key))),
    set: (_, key, value) => {
      entries.set(String(key), String(value));
      return true;
    },
    has: (_, key) => key in methods || entries.has(String(key)),
    deleteProperty: (_, key) => {
      entries.delete(String(key));
      return true;
    },
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      entries.has(String(key))
        ? { value: entries.get(String(key)), writable: true, enumerable: true, configurable: true }
        : undefined,
  });
}
