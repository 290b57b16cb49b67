import { vi } from "vitest";

/** Adds what jsdom lacks of a browser. `narrow` simulates a small screen. */
export function pretendBrowser({ narrow = false } = {}) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: narrow && query.includes("max-width"),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
}
