import { vi } from "vitest";

/** Adds what jsdom lacks of a browser. `narrow` simulates a phone, `small` a window in which tables leave out columns. */
export function pretendBrowser({ narrow = false, small = false } = {}) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("max-width") && (query.includes("min-width") ? small : narrow),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}
