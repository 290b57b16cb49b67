import type { ComponentType } from "react";
import type { NavigateOptions } from "./router.ts";

/** What a router knows of an address. */
export interface Location {
  pathname: string;
  search: Record<string, unknown>;
  /** With '#', or empty. */
  hash: string;
  /** Path, search and hash. */
  href: string;
  /** What was given to `navigate` as `state`. */
  state: HistoryState;
}

/** What `navigate` may carry along without showing it in the address. Screens add what is theirs. */
export interface HistoryState {
  [name: string]: unknown;
}

/** What guards and the window's title read of a route. The application says what there is. */
export interface StaticDataRouteOption {}

export interface Match {
  routeId: string;
  staticData: StaticDataRouteOption;
}

/** What a guard is told: where one is going, through which routes, and whether only to prepare for it. */
export interface Opening {
  location: Location;
  matches: Match[];
  preload: boolean;
}

export interface RouteOptions<Path extends string> {
  getParentRoute: () => AnyRoute;
  /** From the root, whatever the parents are; a route without one is a frame for its children and has an id. */
  path?: Path;
  id?: string;
  staticData?: StaticDataRouteOption;
  /** Makes the parameters of the address what they are; throws `notFound()` for an address that is none. */
  params?: { parse: (params: never) => Record<string, number | undefined> };
  /** Takes what makes sense of the search. */
  validateSearch?: (raw: Record<string, unknown>) => object;
  /** Runs before the route is shown, parents first; throws `redirect()` to send elsewhere. */
  beforeLoad?: (opening: Opening) => void | Promise<void>;
  component?: ComponentType | LazyComponent;
}

/** A component of a module that is loaded when it is first wanted. */
export class LazyComponent {
  loaded: ComponentType | undefined;
  readonly #load: () => Promise<ComponentType>;

  constructor(load: () => Promise<ComponentType>) {
    this.#load = load;
  }

  async load(): Promise<void> {
    this.loaded ??= await this.#load();
  }
}

export function lazyRouteComponent<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): LazyComponent {
  return new LazyComponent(async () => (await load())[name] as ComponentType);
}

export class Route<Path extends string> {
  readonly id: string;
  readonly options: Partial<RouteOptions<Path>>;
  children: readonly AnyRoute[] = [];

  constructor(options: Partial<RouteOptions<Path>>) {
    this.id = options.path ?? options.id ?? "root";
    this.options = options;
  }

  addChildren<const Children extends readonly AnyRoute[]>(children: Children): Route<Path | PathsOf<Children[number]>> {
    this.children = children;
    return this as never;
  }

  /** This route and those around it, outermost first. */
  chain(): AnyRoute[] {
    return [...(this.options.getParentRoute?.().chain() ?? []), this as AnyRoute];
  }

  get staticData(): StaticDataRouteOption {
    return this.options.staticData ?? {};
  }

  component(): ComponentType | undefined {
    const { component } = this.options;
    return component instanceof LazyComponent ? component.loaded : component;
  }

  async loadComponent(): Promise<void> {
    const { component } = this.options;
    if (component instanceof LazyComponent) await component.load();
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRoute = Route<any>;
/** The addresses of a route and of all within it. */
export type PathsOf<Tree> = Tree extends Route<infer Path> ? Path : never;

export const createRootRoute = (options: { component?: ComponentType } = {}) => new Route<never>(options);
export const createRoute = <const Path extends string = never>(options: RouteOptions<Path>) => new Route<Path>(options);

/** Thrown by a guard: go there instead. */
export class Redirect {
  readonly options: NavigateOptions;
  constructor(options: NavigateOptions) {
    this.options = options;
  }
}
export const redirect = (options: NavigateOptions) => new Redirect(options);

/** Thrown where an address turns out to lead nowhere. */
export class NotFoundAddress {}
export const notFound = () => new NotFoundAddress();
