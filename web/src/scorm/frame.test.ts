import { expect, test, vi } from "vitest";
import type { FromApplication } from "./messages.ts";

const page = vi.hoisted(() => ({
  hear: null as ((message: FromApplication) => void) | null,
  popups: { follow: vi.fn<(content: Window) => void>(), closeAll: vi.fn<() => void>() },
}));
vi.mock("./state.ts", () => ({ loadFrame: async () => ({ origin: "https://demo.test", isSandboxed: false }) }));
vi.mock("./popups.ts", () => ({ followPopups: () => page.popups }));
vi.mock("./notice.ts", () => ({ notice: () => {}, OVER: "" }));
vi.mock("./application.ts", () => ({
  connect: () => ({ isOwn: false, tell: () => {}, listen: (listener: typeof page.hear) => (page.hear = listener) }),
}));

test("the page around a package follows the windows that its content opens, and closes them when it closes", async () => {
  await import("./frame.ts");
  await vi.waitFor(() => expect(page.hear).not.toBeNull());
  page.hear!({ type: "open", url: "about:blank", title: "Knots" });
  const content = document.querySelector("iframe")!;
  content.dispatchEvent(new Event("load"));
  expect(page.popups.follow).toHaveBeenCalledWith(content.contentWindow);
  expect(page.popups.closeAll).not.toHaveBeenCalled();
  dispatchEvent(new Event("pagehide"));
  expect(page.popups.closeAll).toHaveBeenCalledOnce();
});
