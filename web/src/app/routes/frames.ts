import { createRootRouteWithContext, createRoute } from "@tanstack/react-router";
import { requireViewer, type RoutesContext } from "../guards.ts";
import { loadTexts } from "../i18n.ts";
import { Root } from "../Root.tsx";
import { lazyScreen } from "./lazyScreen.ts";

// The frames of screens; a screen names its frame with `...inShell` and the like.

export const rootFrame = createRootRouteWithContext<RoutesContext>()({ component: Root });

/** For signed-in users; the roles and permissions of its children are checked here. */
export const signedInFrame = createRoute({
  getParentRoute: () => rootFrame,
  id: "signed-in",
  // The explicit return type keeps the router's type from depending on itself.
  beforeLoad: (opening): Promise<void> => requireViewer(opening),
});

/** Screens with the top bar and the side menu. */
export const shellFrame = createRoute({
  getParentRoute: () => signedInFrame,
  id: "shell",
  component: lazyScreen(() => import("../firstScreens.ts"), "Shell"),
});

/** Those that only authors, managers and administrators open. */
export const backOfficeFrame = createRoute({
  getParentRoute: () => shellFrame,
  id: "back-office",
  beforeLoad: (): Promise<void> => loadTexts("product"),
});

/** Public screens. */
export const open = { getParentRoute: () => rootFrame };
/** Screens with a frame of their own. */
export const signedIn = { getParentRoute: () => signedInFrame };
export const inShell = { getParentRoute: () => shellFrame };
export const inBackOffice = { getParentRoute: () => backOfficeFrame };
