import { expect, test, vi } from "vitest";
import { followPopups } from "./popups.ts";

/** A page of content with frames in it, which opens windows. */
function page(...frames: Window[]) {
  const popups: { close: ReturnType<typeof vi.fn> }[] = [];
  const open = () => {
    popups.push({ close: vi.fn<() => void>() });
    return popups.at(-1) as unknown as Window;
  };
  return { content: { open, frames } as unknown as Window, popups };
}

test("closes once the windows that content and its frames opened, when the content is removed", () => {
  const inner = page();
  const outer = page(inner.content);
  const { follow, closeAll } = followPopups();
  follow(outer.content);
  // A page that loads again is followed again.
  follow(outer.content);
  outer.content.open("about:blank");
  inner.content.open("about:blank");
  closeAll();
  closeAll();
  for (const { popups } of [outer, inner]) expect(popups.map(({ close }) => close.mock.calls.length)).toEqual([1]);
});

test("follows the other frames beside a page of another origin", () => {
  const foreign = {} as Window;
  Object.defineProperty(foreign, "open", {
    get: () => {
      throw new DOMException("", "SecurityError");
    },
  });
  const inner = page();
  const { follow, closeAll } = followPopups();
  follow(page(foreign, inner.content).content);
  inner.content.open("about:blank");
  closeAll();
  expect(inner.popups[0]!.close).toHaveBeenCalledTimes(1);
});
