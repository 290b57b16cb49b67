import {
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  type RouterHistory,
  RouterProvider,
  stringifySearchWith,
} from "@tanstack/react-router";
import { loadScreen } from "../ui/newVersion.ts";
import { NotFoundScreen } from "./NotFoundScreen.tsx";
import { RouteError } from "./RouteError.tsx";
import type { createRouteTree } from "./routes.ts";
import { open, rootFrame } from "./routes/frames.ts";
import { account } from "./routes/open.ts";
import { parseSearchValue } from "./searchValue.ts";

/**
 * Creates the product's router, on the browser's address by default. It begins with the public screens, so that
 * visitors load no others; the first other address, such as the dashboard after a sign-in, adds all routes.
 */
export function createAppRouter(history?: RouterHistory) {
  const elsewhere = createRoute({
    ...open,
    path: "$",
    beforeLoad: async ({ location }): Promise<void> => {
      await addAllRoutes();
      throw redirect({ href: location.href, replace: true });
    },
  });
  const addAllRoutes = async () => {
    const { createRouteTree } = await loadScreen(() => import("./routes.ts"));
    createRouteTree();
    // The root is the same and has other children, which the router does not notice by itself.
    router.setRoutes(router.buildRouteTree());
  };
  const router = createRouter({
    // For its type this is the whole tree, which it becomes.
    routeTree: rootFrame.addChildren([...account, elsewhere]) as unknown as ReturnType<typeof createRouteTree>,
    context: { addAllRoutes },
    ...(history && { history }),
    parseSearch: parseSearchWith(parseSearchValue),
    stringifySearch: stringifySearchWith(JSON.stringify, parseSearchValue),
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundScreen,
  });
  return router;
}

/** Renders the screens of the product. */
export const Screens = ({ router }: { router: ReturnType<typeof createAppRouter> }) => (
  <RouterProvider router={router} />
);

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
