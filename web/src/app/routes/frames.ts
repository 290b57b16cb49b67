import { createRootRoute, createRoute, lazyRouteComponent, type RouteOptions } from "../../router/index.ts";
import { requireViewer } from "../guards.ts";
import { loadTexts } from "../i18n.ts";
import { Root } from "../Root.tsx";

// What stands around the screens, and makes the screens that stand in it.

export const rootFrame = createRootRoute({ component: Root });

/** For everybody signed in; the roles and permissions that its children name are checked here. */
export const signedInFrame = createRoute({
  getParentRoute: () => rootFrame,
  id: "signed-in",
  // The written return type keeps the router's type from depending on itself.
  beforeLoad: (opening): Promise<void> => requireViewer(opening),
});

/** Screens with the top bar and the side menu. */
export const shellFrame = createRoute({
  getParentRoute: () => signedInFrame,
  id: "shell",
  component: lazyRouteComponent(() => import("../Shell.tsx"), "Shell"),
});

/** Of those, what only authors, managers and administrators open. */
export const backOfficeFrame = createRoute({
  getParentRoute: () => shellFrame,
  id: "back-office",
  beforeLoad: (): Promise<void> => loadTexts("product"),
});

type Screen<Path extends string> = Omit<RouteOptions<Path>, "getParentRoute" | "id"> & { path: Path };

const screenIn =
  (frame: typeof rootFrame) =>
  <const Path extends string>(screen: Screen<Path>) =>
    createRoute<Path>({ ...screen, getParentRoute: () => frame });

/** A screen for everybody. */
export const open = screenIn(rootFrame);
/** A screen with a frame of its own. */
export const signedIn = screenIn(signedInFrame);
export const inShell = screenIn(shellFrame);
export const inBackOffice = screenIn(backOfficeFrame);
