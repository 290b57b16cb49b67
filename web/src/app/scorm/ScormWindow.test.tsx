import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type CourseView, type FromPlayer, marked } from "../../scorm/messages.ts";
import { render } from "../../testing/render.tsx";
import type { Parts } from "./parts.ts";
import { ScormWindow } from "./ScormWindow.tsx";

const CONTENT = "https://content.demo.test";
const parts: Parts = {
  key: "none",
  read: () => Promise.reject(new Error("There are no parts.")),
  launch: () => Promise.reject(new Error("There are no parts.")),
};
const VIEW: CourseView = {
  toc: [
    { identifier: "one", title: "Knots", isLaunchable: true, isEnabled: true, isDone: false, children: [] },
    { identifier: "two", title: "Ropes", isLaunchable: true, isEnabled: true, isDone: false, children: [] },
  ],
  current: null,
  controls: { continue: "disabled", previous: "disabled", exitAll: "hidden", suspendAll: "hidden" },
  hasEnded: false,
};

const fetched = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })));
beforeEach(() => vi.stubGlobal("fetch", fetched.mockClear()));

/** Opens a package and returns what its player sends. */
async function open({ onClosed = () => {}, has_lost_values = false } = {}) {
  const launch = () => Promise.resolve({ url: `${CONTENT}/scorm/token/`, kind: "scorm_2004", has_lost_values });
  const { unmount } = render(
    <ScormWindow title="Knots" launch={launch} parts={parts} storageKey={null} onClosed={onClosed} />,
  );
  await waitFor(() => expect(document.querySelector("iframe")?.title).toBe("Knots"));
  const frame = document.querySelector("iframe")!;
  const say = (message: FromPlayer, origin = CONTENT) =>
    act(() => {
      dispatchEvent(new MessageEvent("message", { source: frame.contentWindow, origin, data: marked(message) }));
    });
  return Object.assign(say, { unmount });
}

test("tells the learner to choose an activity instead of showing a spinner", async () => {
  const say = await open();
  screen.getByTestId("scorm-spinner");
  say({ type: "view", view: VIEW });
  expect(screen.queryByTestId("scorm-spinner")).toBeNull();
  screen.getByText("Choose where to begin in the contents.");
  say({ type: "loading" });
  expect(screen.queryByText("Choose where to begin in the contents.")).toBeNull();
});

test("says that a part is not open instead of showing an empty page", async () => {
  const say = await open();
  say({ type: "view", view: { ...VIEW, current: "one" } });
  say({ type: "loaded" });
  expect(screen.queryByText(/not open now/)).toBeNull();
  say({ type: "view", view: { ...VIEW, current: "one", isBlank: true } });
  screen.getByText(/not open now/);
});

test("hears the first message of a package, sent as soon as its frame is in the page", async () => {
  const hasBegun = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      const frame = document.querySelector("iframe");
      if (!frame) return;
      observer.disconnect();
      const data = marked<FromPlayer>({ type: "stopped", reason: "Opened on another device." });
      dispatchEvent(new MessageEvent("message", { source: frame.contentWindow, origin: CONTENT, data }));
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await Promise.all([open(), hasBegun]);
  await screen.findByText("Opened on another device.");
});

test("shows that data of a package was not stored, and keeps the message that storage is full", async () => {
  const say = await open();
  say({ type: "lost", why: "refused" }, "https://elsewhere.test");
  expect(screen.queryByRole("alert")).toBeNull();
  say({ type: "lost", why: "refused" });
  expect(screen.getByRole("alert").textContent).toMatch(/could not be saved/);
  say({ type: "lost", why: "full" });
  say({ type: "lost", why: "refused" });
  expect(screen.getByRole("alert").textContent).toMatch(/as much as is kept of one attempt/);
});

test("tells the learner when the last visit reported data that was not stored", async () => {
  await open();
  expect(screen.queryByRole("alert")).toBeNull();
  cleanup();
  await open({ has_lost_values: true });
  expect(screen.getByRole("alert").textContent).toMatch(/could not be saved/);
});

test("ends the session on the server when its window closes", async () => {
  const { unmount } = await open();
  expect(fetched).not.toHaveBeenCalled();
  unmount();
  const [url, options] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect([url, options.body, options.keepalive]).toEqual(["/api/scorm/end", '{"token":"token"}', true]);
});

test("does not close a window that is opened after a closed one", async () => {
  const closed = vi.fn();
  const { unmount } = await open({ onClosed: closed });
  vi.useFakeTimers();
  act(() => screen.getByRole("button", { name: "Close" }).click());
  unmount();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(closed).not.toHaveBeenCalled();
});
