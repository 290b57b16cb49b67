// The part of a router that the product needs, in the words of TanStack Router; decision 024 says why it is here.
export { createMemoryHistory, type RouterHistory } from "./history.ts";
export {
  createLink,
  type ErrorComponentProps,
  Link,
  Navigate,
  Outlet,
  RouterProvider,
  useBlocker,
  useIdInPath,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
} from "./react.tsx";
export {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type Location,
  notFound,
  type Opening,
  redirect,
  type RouteOptions,
  type StaticDataRouteOption,
} from "./route.ts";
export { createRouter, type Router } from "./router.ts";
