import type { Page, Request } from "@playwright/test";

/** The time without activity that counts as idle: a page that was emptied and one that has loaded are no further apart. */
const REST_MS = 200;

/** Observes activity in and around a page, so that it need not be polled. */
export async function watch(page: Page) {
  let moves = 0;
  /** Requests that the server has not answered yet: many values at once take it longer than the idle time. */
  const open = new Set<Request>();
  const listeners = new Set<() => void>();
  const moved = () => {
    moves += 1;
    for (const listener of listeners) listener();
  };
  const ended = (request: Request) => {
    open.delete(request);
    moved();
  };
  page.on("request", (request) => {
    if (request.url().includes("/api/scorm/")) open.add(request);
    moved();
  });
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  page.on("frameattached", moved);
  page.on("framenavigated", moved);
  await page.exposeFunction("moved", moved);
  await page.addInitScript(() => {
    // Only the page around the content; the content itself reports to the driver.
    if (window.top !== window) return;
    const { moved } = globalThis as unknown as { moved: () => void };
    new MutationObserver(() => moved()).observe(document, { subtree: true, childList: true, attributes: true });
  });

  return {
    moved,
    moves: () => moves,
    /** Resolves with the next activity, or after so many milliseconds without any. */
    next: (within: number) =>
      new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          listeners.delete(done);
          resolve();
        };
        const timer = setTimeout(done, within);
        listeners.add(done);
      }),
    /** Resolves when the page is idle and the server has answered everything. */
    rest: () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(done, REST_MS);
        listeners.add(again);
        function again() {
          clearTimeout(timer);
          timer = setTimeout(done, REST_MS);
        }
        function done() {
          // Its answer counts as activity, too.
          if (open.size > 0) return;
          listeners.delete(again);
          resolve();
        }
      }),
  };
}
