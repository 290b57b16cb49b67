import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, configure, render as renderBare, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect } from "vitest";
import { speakEnglish } from "./english.ts";

afterEach(cleanup);
// A screen is loaded when it is first opened, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
speakEnglish();

/** Renders a part of the interface in English. */
export const render = (ui: ReactNode) =>
  renderBare(ui, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> });

/** Renders a part of the interface at `/` of a router whose other screen, `/elsewhere`, is empty. @returns the router */
export async function renderInRouter(ui: ReactNode) {
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: "/", component: () => ui }),
      createRoute({ getParentRoute: () => root, path: "/elsewhere" }),
    ]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  render(<RouterProvider router={router as never} />);
  return router;
}

/**
 * Finds the open dialog once it has the focus: it takes it in a later frame, together with the rest of what is being
 * typed.
 */
export async function findDialog(name?: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole("dialog", name === undefined ? {} : { name });
  await expect.poll(() => dialog.contains(document.activeElement)).toBe(true);
  return dialog;
}
