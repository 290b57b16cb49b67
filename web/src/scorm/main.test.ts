import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { FromApplication } from "./messages.ts";

type Stage = { onLoaded: () => void; onUnloading: () => void };
const page = vi.hoisted(() => ({
  stage: null as Stage | null,
  hear: (_message: FromApplication) => {},
  popups: { follow: vi.fn<(content: Window) => void>(), closeAll: vi.fn<() => void>() },
  events: [] as string[],
}));
const nothing = vi.hoisted(() => async () => {});
vi.mock("./state.ts", () => ({ loadState: async () => ({ kind: "scorm_1_2" }), Refused: Error }));
vi.mock("./popups.ts", () => ({ followPopups: () => page.popups }));
vi.mock("./notice.ts", () => ({ notice: () => {}, OVER: "" }));
vi.mock("./course2004.ts", () => ({}));
vi.mock("./sandbox/player.ts", () => ({}));
vi.mock("./application.ts", () => ({
  connect: () => ({
    isOwn: false,
    tell: ({ type }: { type: string }) => void page.events.push(type),
    listen: (listener: typeof page.hear) => void (page.hear = listener),
  }),
}));
vi.mock("./queue.ts", () => ({
  createQueue: () => ({ flush: nothing, leave: () => {}, stay: () => {}, hide: () => {} }),
}));
vi.mock("./session.ts", () => ({
  createStage: (options: Stage) => {
    page.stage = options;
    return { setClosing: () => {} };
  },
}));
vi.mock("./course12.ts", () => ({
  course12: async () => ({ start: () => page.events.push("started"), close: async () => page.events.push("ended") }),
}));

beforeAll(async () => {
  await import("./main.ts");
  await vi.waitFor(() => expect(page.events).toEqual(["started"]));
});
beforeEach(() => {
  vi.clearAllMocks();
  page.events.length = 0;
});

test("the player follows the windows of the content that it has loaded", () => {
  document.body.append(document.createElement("iframe"));
  page.stage!.onLoaded();
  expect(page.popups.follow.mock.calls).toEqual([[frames[0]]]);
});

test("the player closes the windows of content that it unloads", () => {
  page.stage!.onUnloading();
  expect(page.popups.closeAll).toHaveBeenCalledOnce();
});

test("the player closes the windows of content before the content ends, when the application closes it", async () => {
  page.popups.closeAll.mockImplementation(() => void page.events.push("windows closed"));
  page.hear({ type: "close" });
  await vi.waitFor(() => expect(page.events).toEqual(["windows closed", "ended", "closed"]));
});

test("the player closes the windows of content when its page closes", () => {
  dispatchEvent(new Event("pagehide"));
  expect(page.popups.closeAll).toHaveBeenCalledOnce();
});
