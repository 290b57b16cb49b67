import {
  createRouter,
  parseSearchWith,
  type RouterHistory,
  RouterProvider,
  stringifySearchWith,
} from "@tanstack/react-router";
import { NotFoundScreen } from "./NotFoundScreen.tsx";
import { RouteError } from "./RouteError.tsx";
import { routeTree } from "./routes.ts";
import { parseSearchValue } from "./searchValue.ts";

/** Creates the product's router, on the browser's address by default. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch: parseSearchWith(parseSearchValue),
    stringifySearch: stringifySearchWith(JSON.stringify, parseSearchValue),
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundScreen,
  });

/** Renders the screens of the product. */
export const Screens = ({ router }: { router: ReturnType<typeof createAppRouter> }) => (
  <RouterProvider router={router} />
);

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
