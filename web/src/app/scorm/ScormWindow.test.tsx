import { act, cleanup, screen } from "@testing-library/react";
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

/** A package that is open; gives what its player says. */
async function open({ onClosed = () => {}, has_lost_values = false } = {}) {
  const launch = () => Promise.resolve({ url: `${CONTENT}/scorm/token/`, kind: "scorm_2004", has_lost_values });
  const { unmount } = render(
    <ScormWindow title="Knots" launch={launch} parts={parts} storageKey={null} onClosed={onClosed} />,
  );
  const frame = await screen.findByTitle<HTMLIFrameElement>("Knots");
  const say = (message: FromPlayer, origin = CONTENT) =>
    act(() => {
      dispatchEvent(new MessageEvent("message", { source: frame.contentWindow, origin, data: marked(message) }));
    });
  return Object.assign(say, { unmount });
}

test("where a course waits for a choice, the learner is told so, and nothing seems to load", async () => {
  const say = await open();
  screen.getByTestId("scorm-spinner");
  say({ type: "view", view: VIEW });
  expect(screen.queryByTestId("scorm-spinner")).toBeNull();
  screen.getByText("Choose where to begin in the contents.");
  say({ type: "loading" });
  expect(screen.queryByText("Choose where to begin in the contents.")).toBeNull();
});

test("what a package has said and is not kept is told in words, and that there is no more room stays to be read", async () => {
  const say = await open();
  say({ type: "lost", why: "refused" }, "https://elsewhere.test");
  expect(screen.queryByRole("alert")).toBeNull();
  say({ type: "lost", why: "refused" });
  expect(screen.getByRole("alert").textContent).toMatch(/could not be saved/);
  say({ type: "lost", why: "full" });
  say({ type: "lost", why: "refused" });
  expect(screen.getByRole("alert").textContent).toMatch(/as much as is kept of one attempt/);
});

test("tells the learner when the last visit has reported something that is not saved", async () => {
  await open();
  expect(screen.queryByRole("alert")).toBeNull();
  cleanup();
  await open({ has_lost_values: true });
  expect(screen.getByRole("alert").textContent).toMatch(/could not be saved/);
});

test("ends the session on the server when its window is closed", async () => {
  const { unmount } = await open();
  expect(fetched).not.toHaveBeenCalled();
  unmount();
  const [url, options] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect([url, options.body, options.keepalive]).toEqual(["/api/scorm/end", '{"token":"token"}', true]);
});

test("a window that was closed does not close the one that is opened after it", async () => {
  const closed = vi.fn();
  const { unmount } = await open({ onClosed: closed });
  vi.useFakeTimers();
  act(() => screen.getByRole("button", { name: "Close" }).click());
  unmount();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(closed).not.toHaveBeenCalled();
});
