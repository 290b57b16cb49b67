import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../app/queryClient.ts";
import { pretendBrowser } from "../../../testing/browser.ts";
import { render } from "../../../testing/render.tsx";
import { pretendServer } from "../../../testing/server.ts";
import { MessageList } from "./MessageList.tsx";

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
});
afterEach(() => void vi.unstubAllGlobals());

/** Shows a message that is sent by mail and in the product, on a server that takes or refuses every change. */
async function show({ refuses = false } = {}) {
  const message = {
    kind: "submitted",
    name: "Work handed in",
    by_mail: true,
    in_product: true,
    always: null,
    texts: [],
  };
  pretendServer(({ body }) => {
    if (!body.query?.includes("mutation")) return { json: { data: { messages: [{ ...message }] } } };
    if (refuses) return { json: { errors: [{ message: "Please try again.", extensions: { code: "INTERNAL" } }] } };
    message.in_product = body.variables?.["in_product"] as boolean;
    return { json: { data: { setMessage: { kind: message.kind } } } };
  });
  const root = createRootRoute({ component: MessageList });
  const text = createRoute({ getParentRoute: () => root, path: "/settings/notifications/$kind" });
  const router = createRouter({ routeTree: root.addChildren([text]), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return screen.findByRole<HTMLInputElement>("checkbox", { name: "Work handed in: in the product" });
}

test("a switch of a message shows the choice in the same event and keeps it", async () => {
  const inProduct = await show();
  fireEvent.click(inProduct);
  expect(inProduct.checked).toBe(false);
  await waitFor(() => expect(inProduct.disabled).toBe(false));
  expect(inProduct.checked).toBe(false);
});

test("a switch of a message returns to what is stored when the server refuses the change", async () => {
  const inProduct = await show({ refuses: true });
  fireEvent.click(inProduct);
  expect(inProduct.checked).toBe(false);
  await waitFor(() => expect(inProduct.disabled).toBe(false));
  expect(inProduct.checked).toBe(true);
});
