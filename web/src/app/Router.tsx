import { createRouter, type RouterHistory, RouterProvider } from "../router/index.ts";
import { NotFoundScreen } from "./NotFoundScreen.tsx";
import { RouteError } from "./RouteError.tsx";
import { routeTree } from "./routes.ts";

/** The product's router, on the browser's address unless told otherwise. */
export const createAppRouter = (history?: RouterHistory) => createRouter({ routeTree, ...(history && { history }) });

const fallbacks = { error: RouteError, notFound: NotFoundScreen };

/** The screens of the product. */
export const Screens = ({ router }: { router: ReturnType<typeof createAppRouter> }) => (
  <RouterProvider router={router} fallbacks={fallbacks} />
);
