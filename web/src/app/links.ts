import { type AnyRoute, type AnyRouter, useRouter } from "@tanstack/react-router";
import { useViewer } from "./session.ts";

/** A link that is shown to users with a permission. */
export type GuardedLink = { to: string; can: string };

/** Returns the routes of an address from the outermost to its screen; null if it has no screen. */
export function findRoutes(router: AnyRouter, path: string): readonly AnyRoute[] | null {
  const [routes, params, found] = router.getMatchedRoutes(path);
  // The router also finds a route that is only the beginning of an address; the rest is "**".
  return found && !("**" in params) ? routes : null;
}

/** Tells whether an address has a screen; other links are not shown. */
export function useScreenExists(): (path: string) => boolean {
  const router = useRouter();
  return (path) => findRoutes(router, path) !== null;
}

/** Filters links to those that the user may follow and that have a screen. */
export function useOpenLinks<Link extends GuardedLink>(links: readonly Link[]): Link[] {
  const viewer = useViewer();
  const exists = useScreenExists();
  return links.filter(({ to, can }) => viewer.can(can) && exists(to));
}
