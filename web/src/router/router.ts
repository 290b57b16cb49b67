import type { ComponentType } from "react";
import { exactness, fillPath, matchPath, parseSearch, stringifySearch } from "./address.ts";
import { browserHistory, type Entry, type RouterHistory } from "./history.ts";
import {
  type AnyRoute,
  type HistoryState,
  type Location,
  type Match,
  NotFoundAddress,
  type PathsOf,
  Redirect,
} from "./route.ts";

/** The application says here which addresses it has: `{ routes: typeof routeTree }`. */
export interface Register {}
export type Path = Register extends { routes: infer Tree } ? PathsOf<Tree> : string;

export interface NavigateOptions {
  /** A path of the routes, its parameters apart; '.' is where one is. */
  to?: Path | ".";
  /** A whole address of this site, instead of `to`. */
  href?: string;
  params?: Record<string, string | number | undefined>;
  /** Empty unless given; a function is told what it is now. */
  search?: object | ((now: Record<string, unknown>) => object);
  state?: HistoryState;
  /** Takes the place of the present address in the history. */
  replace?: boolean;
  /** Whether the window goes to its top (usually it does). */
  resetScroll?: boolean;
  /** Leaves without asking. */
  ignoreBlocker?: boolean;
}

export interface RouterState {
  location: Location;
  /** From the outside in; a frame without a component shows what is within it. */
  matches: (Match & { component: ComponentType | undefined })[];
  params: Record<string, number | undefined>;
  search: Record<string, unknown>;
  /** What stands in place of the match of this depth. */
  problem: { depth: number; error: unknown } | null;
}

/** Asked before an address is left; `proceed` leaves after all. Returns whether one has to stay. */
export type Blocker = (proceed: () => void) => boolean;

/** One address at a time, its guards, and what is to be shown for it. */
export class Router {
  readonly history: RouterHistory;
  readonly #root: AnyRoute;
  readonly #routes: AnyRoute[];
  readonly #listeners = new Set<() => void>();
  readonly #blockers = new Set<Blocker>();
  readonly #scrolled = new Map<string, number>();
  #state: RouterState;
  #entry: Entry;
  #turn = 0;
  #stepsToIgnore = 0;
  #mayLeave = false;
  #scrollTo: number | null = null;

  constructor({ routeTree, history }: { routeTree: AnyRoute; history?: RouterHistory }) {
    this.history = history ?? browserHistory();
    this.#root = routeTree;
    this.#routes = withAddress(routeTree).sort((a, b) => exactness(b.id) - exactness(a.id));
    this.#entry = this.history.entry();
    this.#state = { location: locationOf(this.#entry), matches: [], params: {}, search: {}, problem: null };
  }

  /** What is shown; the same object until that changes. */
  get state(): RouterState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The routes that an address leads through, outermost first; none for an address that leads nowhere. */
  routesAt(pathname: string): AnyRoute[] {
    return this.#find(pathname)?.route.chain() ?? [];
  }

  /** Whether there is a screen at an address or path. */
  has(pathname: string): boolean {
    return this.routesAt(pathname).length > 0;
  }

  /** The address that these options lead to. */
  hrefOf({ to = ".", href, params, search = {} }: NavigateOptions): string {
    if (href !== undefined) return href;
    const { location } = this.#state;
    const path = to === "." ? location.pathname : fillPath(to, params);
    return path + stringifySearch(typeof search === "function" ? search(this.#state.search) : search);
  }

  /** Resolves when the address, or the one it redirects to, is loaded. */
  async navigate(options: NavigateOptions): Promise<void> {
    // A screen that is being left has no say any more, as when its search settles after a click on a row.
    if (isHere(options) && locationOf(this.#entry).pathname !== this.#state.location.pathname) return;
    const href = this.hrefOf(options);
    if (!options.ignoreBlocker && this.#isBlocked(() => this.navigate({ ...options, href, ignoreBlocker: true })))
      return;
    this.#keepScroll();
    // To go where one is leaves no second step behind.
    if (options.replace || href === this.#entry.href) this.history.replace(href, options.state);
    else this.history.push(href, options.state);
    await this.#load(options.resetScroll === false ? null : 0);
  }

  /** Loads the present address, as at the start and after a failure. */
  async load(): Promise<void> {
    await this.#load(null);
  }

  /** Gets ready what an address will need. A failure shows when one really goes there. */
  async preload(href: string): Promise<void> {
    const location = locationOf({ href, state: this.#entry.state });
    await this.#resolve(location, true).catch(() => {});
  }

  /** Hears of the browser's own steps until stopped. */
  start(): () => void {
    return this.history.listen(() => this.#stepped());
  }

  block(blocker: Blocker): () => void {
    this.#blockers.add(blocker);
    return () => void this.#blockers.delete(blocker);
  }

  /** Called when the new screen is drawn. */
  shown(): void {
    if (this.#scrollTo !== null) window.scrollTo(0, this.#scrollTo);
    this.#scrollTo = null;
  }

  #stepped(): void {
    if (this.#stepsToIgnore > 0) return void this.#stepsToIgnore--;
    const entry = this.history.entry();
    const steps = entry.state.index - this.#entry.state.index;
    // A jump within the page is the browser's own affair.
    if (withoutHash(entry.href) === withoutHash(this.#entry.href)) return void (this.#entry = entry);
    const proceed = () => {
      this.#mayLeave = true;
      this.history.go(steps);
    };
    const mayLeave = this.#mayLeave || steps === 0;
    this.#mayLeave = false;
    if (!mayLeave && this.#isBlocked(proceed)) {
      this.#stepsToIgnore++;
      return this.history.go(-steps);
    }
    this.#keepScroll();
    void this.#load(this.#scrolled.get(this.history.entry().state.key) ?? 0);
  }

  #isBlocked(proceed: () => void): boolean {
    return Array.from(this.#blockers).some((blocker) => blocker(proceed));
  }

  #keepScroll(): void {
    this.#scrolled.set(this.#entry.state.key, window.scrollY);
  }

  async #load(scrollTo: number | null): Promise<void> {
    const turn = ++this.#turn;
    this.#entry = this.history.entry();
    const resolved = await this.#resolve(locationOf(this.#entry), false);
    // Somebody has gone elsewhere in the meantime.
    if (turn !== this.#turn) return;
    if (resolved instanceof Redirect) return this.navigate({ ...resolved.options, replace: true, ignoreBlocker: true });
    this.#scrollTo = scrollTo;
    this.#state = { ...resolved, search: sameOr(this.#state.search, resolved.search) };
    for (const listener of this.#listeners) listener();
  }

  async #resolve(location: Location, preload: boolean): Promise<RouterState | Redirect> {
    const found = this.#find(location.pathname);
    const { chain, params, error } = found ? read(found) : nowhere(this.#root);
    // While the guards ask the server, the code of the screens is on its way.
    const loading = Promise.allSettled(chain.map((route) => route.loadComponent()));
    let problem: RouterState["problem"] = error === null ? null : { depth: found ? chain.length - 1 : 1, error };
    const matches = chain.map(({ id, staticData }) => ({ routeId: id, staticData }));
    for (const [depth, route] of chain.entries()) {
      try {
        await route.options.beforeLoad?.({ location, matches, preload });
      } catch (thrown) {
        if (thrown instanceof Redirect) return thrown;
        problem = { depth, error: thrown };
        break;
      }
    }
    const failed = (await loading).findIndex(({ status }) => status === "rejected");
    if (failed !== -1 && failed < (problem?.depth ?? Infinity))
      problem = { depth: failed, error: ((await loading)[failed] as PromiseRejectedResult).reason };
    const search = found?.route.options.validateSearch?.(location.search) ?? location.search;
    return {
      location,
      matches: matches.map((match, depth) => ({ ...match, component: chain[depth]!.component() })),
      params,
      search: search as Record<string, unknown>,
      problem,
    };
  }

  #find(pathname: string): Found | null {
    for (const route of this.#routes) {
      const raw = matchPath(route.id, pathname);
      if (raw) return { route, raw };
    }
    return null;
  }
}

interface Found {
  route: AnyRoute;
  raw: Record<string, string>;
}

function read({ route, raw }: Found) {
  const chain = route.chain();
  try {
    return { chain, params: route.options.params?.parse(raw as never) ?? {}, error: null };
  } catch (error) {
    return { chain, params: {}, error };
  }
}

const nowhere = (root: AnyRoute) => ({ chain: [root], params: {}, error: new NotFoundAddress() as unknown });

const withAddress = (route: AnyRoute): AnyRoute[] => [
  ...(route.options.path === undefined ? [] : [route]),
  ...route.children.flatMap(withAddress),
];

function locationOf({ href, state }: Entry): Location {
  const [, pathname = "/", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  return { pathname: pathname || "/", search: parseSearch(search), hash, href, state };
}

const isHere = ({ to = ".", href }: NavigateOptions) => to === "." && href === undefined;

const withoutHash = (href: string) => href.split("#")[0];

/** What is equal stays the same object, so that nothing is drawn or asked again for it. */
const sameOr = <Value>(old: Value, next: Value): Value => (JSON.stringify(old) === JSON.stringify(next) ? old : next);

export const createRouter = (options: ConstructorParameters<typeof Router>[0]) => new Router(options);
