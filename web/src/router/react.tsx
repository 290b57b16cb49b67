import {
  Component,
  type ComponentProps,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  Suspense,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ParamsOf } from "./address.ts";
import { NotFoundAddress } from "./route.ts";
import type { NavigateOptions, Router, RouterState } from "./router.ts";

export interface ErrorComponentProps {
  error: Error;
  reset: () => void;
}

/** What stands where a screen would, when it fails and when there is none. */
export interface Fallbacks {
  error: ComponentType<ErrorComponentProps>;
  notFound: ComponentType;
}

const RouterContext = createContext<{ router: Router; fallbacks: Partial<Fallbacks> } | null>(null);
const StateContext = createContext<RouterState | null>(null);
const DepthContext = createContext(0);

/** Shows the screen of the router's address. */
export function RouterProvider({ router, fallbacks = {} }: { router: Router; fallbacks?: Partial<Fallbacks> }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    const stopListening = router.subscribe(() => startTransition(() => setState(router.state)));
    const stop = router.start();
    if (router.state.matches.length === 0) void router.load();
    else setState(router.state);
    return () => {
      stop();
      stopListening();
    };
  }, [router]);
  useLayoutEffect(() => router.shown(), [router, state]);
  return (
    <RouterContext value={{ router, fallbacks }}>
      <StateContext value={state}>
        <DepthContext value={0}>
          <Outlet />
        </DepthContext>
      </StateContext>
    </RouterContext>
  );
}

/** The place in a route's component for what is within it. */
export function Outlet() {
  const { fallbacks } = useContextOf(RouterContext);
  const { matches, problem, location } = useContextOf(StateContext);
  const depth = use(DepthContext);
  const NotFound = fallbacks.notFound;
  const Failure = fallbacks.error;
  if (problem?.depth === depth) {
    if (problem.error instanceof NotFoundAddress) return NotFound && <NotFound />;
    return Failure && <Failure error={problem.error as Error} reset={() => {}} />;
  }
  const match = matches[depth];
  if (!match) return null;
  const { component: Screen, routeId } = match;
  return (
    <DepthContext value={depth + 1}>
      <Suspense>
        {Screen ? (
          <Boundary key={routeId} at={location.href} fallback={Failure}>
            <Screen />
          </Boundary>
        ) : (
          <Outlet />
        )}
      </Suspense>
    </DepthContext>
  );
}

type BoundaryProps = { at: string; fallback: Fallbacks["error"] | undefined; children: ReactNode };

/** Catches what a screen throws while it is drawn, until one goes elsewhere. */
class Boundary extends Component<BoundaryProps, { error: Error | null; at: string }> {
  override state = { error: null as Error | null, at: this.props.at };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, state: { at: string }) {
    return at === state.at ? null : { error: null, at };
  }

  override render() {
    const { fallback: Fallback, children } = this.props;
    const { error } = this.state;
    if (!error) return children;
    if (!Fallback) throw error;
    return <Fallback error={error} reset={() => this.setState({ error: null })} />;
  }
}

export const useRouter = (): Router => useContextOf(RouterContext).router;

/** What `select` takes of what is shown. */
export const useRouterState = <Part,>({ select }: { select: (state: RouterState) => Part }): Part =>
  select(useContextOf(StateContext));

export function useNavigate(): (options: NavigateOptions) => Promise<void> {
  const router = useRouter();
  return useCallback((options: NavigateOptions) => router.navigate(options), [router]);
}

/** The parameters of the address; `from` is the path of the route, whose they are. */
export function useParams<const Path extends string>(from: Path): ParamsOf<Path> {
  const { params, matches } = useContextOf(StateContext);
  if (matches.at(-1)?.routeId !== from) throw new Error(`This screen belongs at ${from}.`);
  return params as ParamsOf<Path>;
}

/** The parameter `id` of the address, for what is shown at several. */
export const useIdInPath = (): number | undefined => useContextOf(StateContext).params["id"];

/** The search of the address as its route has read it. */
export const useSearch = <Search extends object>(): Search => useContextOf(StateContext).search as Search;

/** Goes elsewhere as soon as it is drawn. */
export function Navigate(options: NavigateOptions): null {
  const navigate = useNavigate();
  const latest = useRef(options);
  useEffect(() => void navigate(latest.current), [navigate]);
  return null;
}

type LinkProps = Pick<NavigateOptions, "to" | "params" | "search" | "state" | "replace" | "resetScroll">;

/** A component that draws a link, made one that takes the router's `to`, `params` and `search`. */
export function createLink<Props extends ComponentProps<"a">>(Anchor: ComponentType<Props>) {
  return function RouterLink(props: Omit<Props, keyof LinkProps | "href"> & LinkProps) {
    const { to, params, search, state, replace, resetScroll, ...rest } = props as LinkProps & ComponentProps<"a">;
    const router = useRouter();
    // What '.' and a function mean follows the address.
    useContextOf(StateContext);
    const href = router.hrefOf({ to, params, search } as NavigateOptions);
    const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
    const stopWaiting = () => clearTimeout(waiting.current);
    useEffect(() => stopWaiting, []);
    // Who rests on a link is likely to follow it.
    const prepare = () => {
      stopWaiting();
      waiting.current = setTimeout(() => void router.preload(href), 50);
    };
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      rest.onClick?.(event);
      const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (event.defaultPrevented || elsewhere || (rest.target && rest.target !== "_self")) return;
      event.preventDefault();
      void router.navigate({ href, state, replace, resetScroll } as NavigateOptions);
    };
    const handlers = { onClick: follow, onMouseEnter: prepare, onFocus: prepare, onMouseLeave: stopWaiting };
    return <Anchor {...(rest as unknown as Props)} {...handlers} href={href} />;
  };
}

/** A link within the application. */
export const Link = createLink((props: ComponentProps<"a">) => <a {...props} />);

/** Asks before the address is left while `unsaved`; the browser asks in its own words when the tab is closed. */
export function useBlocker(unsaved: boolean): { isBlocked: boolean; proceed: () => void; reset: () => void } {
  const router = useRouter();
  const [leave, setLeave] = useState<{ now: () => void } | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    const unblock = router.block((now) => {
      setLeave({ now });
      return true;
    });
    return () => {
      window.removeEventListener("beforeunload", ask);
      unblock();
    };
  }, [router, unsaved]);
  const reset = () => setLeave(null);
  const proceed = () => {
    reset();
    leave?.now();
  };
  return { isBlocked: leave !== null, proceed, reset };
}

function useContextOf<Value>(context: React.Context<Value | null>): Value {
  const value = use(context);
  if (value === null) throw new Error("This belongs within a RouterProvider.");
  return value;
}
