import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { toast } from "./toast.ts";
import Toaster from "./Toaster.tsx";

beforeEach(pretendBrowser);

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
