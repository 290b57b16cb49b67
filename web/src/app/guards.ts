import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type AnyRouter, type ParsedLocation, redirect, type StaticDataRouteOption } from "@tanstack/react-router";
import { toast } from "../ui/toast.ts";
import { isUnauthenticated } from "./errors.ts";
import { setTimeZone } from "../ui/format.ts";
import { loadTexts, showOwnLanguage } from "./i18n.ts";
import { findRoutes } from "./links.ts";
import { queryClient } from "./queryClient.ts";
import { getToken } from "./scope.ts";
import { forgetSession, intendedRoute, postponedFactor, viewerQuery, type Role, type Viewer } from "./session.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The window's title; a screen that is named by its data sets it with `useTitle`. */
    title?: MessageDescriptor;
    /** The roles that may open the route; all signed-in users if omitted. */
    roles?: readonly Role[];
    /** A permission that is also needed. */
    can?: string;
  }
}

// Less than the router gives: its own type is made from the routes, which are made with these guards.
interface Navigation {
  location: ParsedLocation;
  matches: readonly { staticData: StaticDataRouteOption }[];
  preload: boolean;
}

/** What the router gives its routes. */
export interface RoutesContext {
  /** Makes the router know all routes; it begins with the public ones. */
  addAllRoutes: () => Promise<void>;
}

/** Lets signed-in users open what their role allows, and redirects others. */
export async function requireViewer({ location, matches, preload }: Navigation): Promise<void> {
  if (!getToken()) {
    intendedRoute.keep(location.href);
    throw redirect({ to: "/login" });
  }
  const texts = location.pathname.startsWith("/learner/course/") ? "player" : "learning";
  const [viewer] = await Promise.all([loadViewer(location), loadTexts(texts)]);
  await showOwnLanguage(viewer.language);
  const step = findStep(viewer);
  if (step !== null && location.pathname !== step) {
    if (!preload) intendedRoute.keep(location.href);
    throw redirect({ to: step });
  }
  setTimeZone(viewer.instance.time_zone);
  if (matches.every((match) => mayOpen(viewer, match.staticData))) return;
  const home = getHomePath(viewer);
  const isLearnersDashboard = viewer.role === "learner" && location.pathname === "/dashboard";
  if (!isLearnersDashboard && !preload)
    toast({ kind: "error", text: i18n._(msg`You do not have access to that page.`) });
  throw toPath(home);
}

/**
 * Returns the page of what the user has to do before anything else: the second factor first. Its set-up is also shown,
 * once in each sign-in, to users who may still postpone it.
 */
function findStep({ factor_due, factor_due_on, terms_due }: Viewer) {
  // A user whom this device knows from before has no such fields.
  if (factor_due != null) return "/second-factor";
  if (factor_due_on != null && !postponedFactor.includes(factor_due_on)) return "/second-factor";
  return terms_due != null ? "/terms" : null;
}

/**
 * Applies a change of the signed-in user to the page that is open. One that leads to what the user has to do first is
 * left like by a link, so that a form asks before what was typed is lost.
 */
export async function applyViewer(router: AnyRouter, viewer: Viewer): Promise<void> {
  const { location, matches } = router.state;
  const step = findStep(viewer);
  const isSignedIn = matches.some(({ routeId }) => String(routeId).startsWith("/signed-in"));
  if (step === null || !isSignedIn || location.pathname === step) return router.invalidate();
  intendedRoute.keep(location.href);
  await router.navigate({ to: step, replace: true });
}

/** Sends signed-in users to their home; others see the public page. */
export async function skipWhenSignedIn({ location }: { location: ParsedLocation }): Promise<void> {
  if (!getToken()) return;
  // The server decides, not what this device knows: an ended session would lead back here.
  const viewer = await loadViewer(location, { isCurrent: true }).catch(() => null);
  if (viewer) throw toPath(getHomePath(viewer));
}

/** Goes to the page the user wanted before sign-in if they may open it, else home. */
export async function goHome(router: AnyRouter) {
  queryClient.clear();
  const viewer = await queryClient.fetchQuery(viewerQuery);
  const wanted = intendedRoute.take();
  // Without them the address that is opened next says what is missing, and offers to try again.
  await (router.options.context as RoutesContext).addAllRoutes().catch(() => {});
  const href = wanted && isOpenTo(router, viewer, wanted) ? wanted : getHomePath(viewer);
  await router.navigate({ href, replace: true });
}

export const getHomePath = ({ role }: { role: string }) => (role === "learner" ? "/learner/dashboard" : "/dashboard");

/** Loads the user of the token. Only the server's refusal ends the session: a response may fail or be interrupted. */
async function loadViewer(location: ParsedLocation, { isCurrent = false } = {}) {
  try {
    return await (isCurrent ? queryClient.fetchQuery(viewerQuery) : queryClient.ensureQueryData(viewerQuery));
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    intendedRoute.keep(location.href);
    forgetSession();
    throw redirect({ to: "/login" });
  }
}

function isOpenTo(router: AnyRouter, viewer: Viewer, href: string) {
  const routes = findRoutes(router, new URL(href, location.origin).pathname);
  return routes !== null && routes.every((route) => mayOpen(viewer, route.options.staticData ?? {}));
}

function mayOpen(viewer: Viewer, { roles, can }: StaticDataRouteOption) {
  return (!roles || roles.includes(viewer.role as Role)) && (!can || viewer.can.includes(can));
}

const toPath = (href: string) => redirect({ href });
