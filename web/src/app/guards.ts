import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { redirect, type Location, type Opening, type Router, type StaticDataRouteOption } from "../router/index.ts";
import { toast } from "../ui/toast.ts";
import { isUnauthenticated } from "./errors.ts";
import { loadTexts, showOwnLanguage } from "./i18n.ts";
import { queryClient } from "./queryClient.ts";
import { getToken } from "./scope.ts";
import { forgetSession, intendedRoute, viewerQuery, type Role, type Viewer } from "./session.ts";

declare module "../router/route.ts" {
  interface StaticDataRouteOption {
    /** Stands in the window's title; a screen named by its data sets it with `useTitle`. */
    title?: MessageDescriptor;
    /** Who may open the route; everybody signed in, when it is missing. */
    roles?: readonly Role[];
    /** A permission that is needed besides. */
    can?: string;
  }
}

/** Lets signed-in people through to what their role may open, and sends the others where they belong. */
export async function requireViewer({ location, matches, preload }: Opening): Promise<void> {
  if (!getToken()) {
    intendedRoute.keep(location.href);
    throw redirect({ to: "/login" });
  }
  const texts = location.pathname.startsWith("/learner/course/") ? "player" : "learning";
  const [viewer] = await Promise.all([loadViewer(location), loadTexts(texts)]);
  await showOwnLanguage(viewer.language);
  if (matches.every((match) => mayOpen(viewer, match.staticData))) return;
  const home = homeOf(viewer);
  const isLearnersDashboard = viewer.role === "learner" && location.pathname === "/dashboard";
  if (!isLearnersDashboard && !preload)
    toast({ kind: "error", text: i18n._(msg`You do not have access to that page.`) });
  throw toPath(home);
}

/** Sends people who are signed in already to their home; everybody else sees the public page. */
export async function skipWhenSignedIn({ location }: { location: Location }): Promise<void> {
  if (!getToken()) return;
  const viewer = await loadViewer(location).catch(() => null);
  if (viewer) throw toPath(homeOf(viewer));
}

/** Where somebody goes after signing in: where they were going, if they may open it, else their home. */
export async function goHome(router: Router) {
  queryClient.clear();
  const viewer = await queryClient.fetchQuery(viewerQuery);
  const wanted = intendedRoute.take();
  const href = wanted && isOpenTo(router, viewer, wanted) ? wanted : homeOf(viewer);
  await router.navigate({ href, replace: true });
}

export const homeOf = ({ role }: { role: string }) => (role === "learner" ? "/learner/dashboard" : "/dashboard");

/** The person behind the token. Only the server's word that it is none ends the session: an answer may fail or be cut off. */
async function loadViewer(location: Location) {
  try {
    return await queryClient.ensureQueryData(viewerQuery);
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    intendedRoute.keep(location.href);
    forgetSession();
    throw redirect({ to: "/login" });
  }
}

function isOpenTo(router: Router, viewer: Viewer, href: string) {
  const routes = router.routesAt(new URL(href, location.origin).pathname);
  return routes.length > 0 && routes.every((route) => mayOpen(viewer, route.staticData));
}

function mayOpen(viewer: Viewer, { roles, can }: StaticDataRouteOption) {
  return (!roles || roles.includes(viewer.role as Role)) && (!can || viewer.can.includes(can));
}

// Homes are routes of their own right, but a build may not have all of them yet.
const toPath = (path: string) => redirect({ to: path as "/" });
