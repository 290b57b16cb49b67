import { i18n } from "@lingui/core";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { speakEnglish } from "../testing/english.ts";
import { render } from "../testing/render.tsx";
import { toast } from "./toast.ts";
import Toaster from "./Toaster.tsx";

beforeEach(pretendBrowser);
afterEach(speakEnglish);

test.each(["success", "error"] as const)(
  "a toast and its buttons are not hidden from screen readers: %s",
  async (kind) => {
    render(<Toaster />);
    toast({ kind, text: `Stored ${kind}`, action: { label: "Undo", onPress: () => {} } });
    const button = await screen.findByRole("button", { name: "Dismiss" });
    expect(button.closest('[aria-hidden="true"]')).toBeNull();
    expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
  },
);

test("a toast that offers an action stays twice as long as one that does not", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    render(<Toaster />);
    toast({ text: "Saved" });
    toast({ text: "Deleted", action: { label: "Undo", onPress: () => {} } });
    await screen.findByText("Deleted");
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(screen.queryByText("Saved")).toBeNull();
    expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    expect(screen.queryByText("Deleted")).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("names the corner of toasts in the user's language", async () => {
  const { messages } = await import("../locales/es/core.po");
  i18n.loadAndActivate({ locale: "es", messages });
  render(<Toaster />);
  expect(await screen.findByRole("region", { name: "Notificaciones" })).toBeTruthy();
});
