import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { toast } from "../ui/toast.ts";
import { Root } from "./Root.tsx";

vi.mock("../ui/Toaster.tsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module: /assets/toaster.js");
});

test("Root shows a toast and its button although the code for toasts did not arrive", async () => {
  pretendBrowser();
  const router = createRouter({
    routeTree: createRootRoute({ component: Root }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(<RouterProvider router={router as never} />);
  const onPress = vi.fn();
  toast({ kind: "error", text: "The server could not be reached.", action: { label: "Send again", onPress } });
  await screen.findByText("The server could not be reached.");
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  expect(onPress).toHaveBeenCalledOnce();
});
