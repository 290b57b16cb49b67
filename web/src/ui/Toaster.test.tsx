import { i18n } from "@lingui/core";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
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

test("names the corner of toasts in the user's language", async () => {
  const { messages } = await import("../locales/es/core.po");
  i18n.loadAndActivate({ locale: "es", messages });
  render(<Toaster />);
  expect(await screen.findByRole("region", { name: "Notificaciones" })).toBeTruthy();
});
