import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { adoptToken, getToken, readStoredToken, tokenKey } from "./scope.ts";
import { intendedRoute, readStoredUser, userKey, viewerQuery, whenSessionEnds } from "./session.ts";

/**
 * Leads to the login when the session has ended by itself or was ended in another tab, and reloads the page when another user has
 * signed in in another tab: with their session, nothing of the former user may be shown or saved.
 * @returns a function that ends this
 */
export function followSession(
  router: AnyRouter,
  client: QueryClient,
  reload: () => void = () => location.reload(),
): () => void {
  const leave = () => void router.navigate({ to: "/login" });
  whenSessionEnds((isOther) => {
    // Nothing of this session may reach the one that another tab has begun.
    if (isOther) return reload();
    intendedRoute.keep(router.state.location.href);
    leave();
  });
  // Not earlier: a user who stays to copy what they typed needs the screen.
  const unsubscribe = router.subscribe("onResolved", ({ toLocation }) => {
    if (toLocation.pathname === "/login" && !getToken()) client.clear();
  });
  const notice = ({ key }: StorageEvent) => {
    if (!router.state.matches.some(({ routeId }) => String(routeId).startsWith("/signed-in"))) return;
    if ((key === tokenKey || key === null) && readStoredToken() === null) {
      adoptToken();
      return leave();
    }
    const user = key === userKey ? readStoredUser() : null;
    const shown = client.getQueryData(viewerQuery.queryKey);
    if (!user || !shown) return;
    if (user.id !== shown.id || user.email !== shown.email) return reload();
    // The same user has signed in again, and the former session may have ended.
    adoptToken();
  };
  addEventListener("storage", notice);
  return () => {
    removeEventListener("storage", notice);
    unsubscribe();
  };
}
