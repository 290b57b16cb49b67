import type { Page, Request } from "@playwright/test";

/** So long without a move is rest: a page that was emptied and one that has loaded are no further apart. */
const REST_MS = 200;

/** Notices whatever moves in and around a page, so that it need not be looked at again and again. */
export async function watch(page: Page) {
  let moves = 0;
  /** What the server has not answered yet: many values at once take it longer than a rest. */
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
    // What is around the content; the content itself speaks to the driver.
    if (window.top !== window) return;
    const { moved } = globalThis as unknown as { moved: () => void };
    new MutationObserver(() => moved()).observe(document, { subtree: true, childList: true, attributes: true });
  });

  return {
    moved,
    moves: () => moves,
    /** The next move, or the end of so many milliseconds without one. */
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
    /** The end of all moves, when the server has answered everything. */
    rest: () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(done, REST_MS);
        listeners.add(again);
        function again() {
          clearTimeout(timer);
          timer = setTimeout(done, REST_MS);
        }
        function done() {
          // Its answer is a move, too.
          if (open.size > 0) return;
          listeners.delete(again);
          resolve();
        }
      }),
  };
}
