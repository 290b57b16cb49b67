/** What an entry of the history carries besides its address. `index` counts the entries, so that a step can be taken back. */
export interface EntryState {
  index: number;
  key: string;
  [name: string]: unknown;
}

export interface Entry {
  /** Path, search and hash. */
  href: string;
  state: EntryState;
}

/** Where the router keeps its address: the browser's, or in memory for tests. */
export interface RouterHistory {
  entry(): Entry;
  push(href: string, state?: object): void;
  replace(href: string, state?: object): void;
  /** Steps back (below zero) or forth; listeners hear of it. */
  go(steps: number): void;
  /** Hears of steps back and forth; returns how to stop. */
  listen(onStep: () => void): () => void;
}

/** The browser's own history. */
export function browserHistory(): RouterHistory {
  const { history, location } = window;
  const stateOf = (): EntryState => ({ index: 0, key: "first", ...(history.state as object | null) });
  return {
    entry: () => ({ href: location.pathname + location.search + location.hash, state: stateOf() }),
    push: (href, state) => history.pushState(entryState(stateOf().index + 1, state), "", href),
    replace: (href, state) => history.replaceState(entryState(stateOf().index, state), "", href),
    go: (steps) => history.go(steps),
    listen(onStep) {
      window.addEventListener("popstate", onStep);
      return () => window.removeEventListener("popstate", onStep);
    },
  };
}

/** A history that nobody sees. */
export function createMemoryHistory({ initialEntries }: { initialEntries: string[] }): RouterHistory {
  const entries: Entry[] = initialEntries.map((href, index) => ({ href, state: entryState(index) }));
  const listeners = new Set<() => void>();
  let at = entries.length - 1;
  return {
    entry: () => entries[at]!,
    push(href, state) {
      entries.splice(++at, Infinity, { href, state: entryState(at, state) });
    },
    replace(href, state) {
      entries[at] = { href, state: entryState(at, state) };
    },
    go(steps) {
      at = Math.min(Math.max(at + steps, 0), entries.length - 1);
      for (const listener of listeners) listener();
    },
    listen(onStep) {
      listeners.add(onStep);
      return () => void listeners.delete(onStep);
    },
  };
}

const entryState = (index: number, state: object = {}): EntryState => ({
  ...state,
  index,
  key: Math.random().toString(36).slice(2, 10),
});
