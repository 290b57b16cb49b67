import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { askServerState, reloadOnce } from "../ui/newVersion.ts";
import { RouteError } from "./RouteError.tsx";
import { lazyScreen } from "./routes/lazyScreen.ts";

// What Chrome reports; the router by itself would reload the page.
const NOT_LOADED = "Failed to fetch dynamically imported module: /assets/x.js";

function open(load: () => Promise<{ Works: () => React.ReactNode }>) {
  pretendBrowser();
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const root = createRootRoute({
    component: () => (
      <main>
        <Outlet />
      </main>
    ),
  });
  const screenRoute = createRoute({ getParentRoute: () => root, path: "/", component: lazyScreen(load, "Works") });
  const router = createRouter({
    routeTree: root.addChildren([screenRoute]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
    defaultErrorComponent: RouteError,
  });
  render(<RouterProvider router={router as never} />);
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

test("replaces a screen whose code does not arrive, within its frame, until it is tried again", async () => {
  let fails = true;
  open(() => (fails ? Promise.reject(new TypeError(NOT_LOADED)) : Promise.resolve({ Works: () => <h1>It works</h1> })));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The server could not be reached.");
  expect(screen.getByRole("main").contains(alert)).toBe(true);
  // The router notes there that it reloads the page.
  expect(sessionStorage).toHaveLength(0);
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "It works" });
});

test("offers a reload when the server has a new version and reloading did not help", async () => {
  const script = document.createElement("script");
  script.type = "module";
  script.setAttribute("src", "/assets/old.js");
  document.head.append(script);
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/new.js"></script>'));
  sessionStorage.setItem("reloadedFor", location.href);
  open(() => Promise.reject(new TypeError(NOT_LOADED)));
  expect(await screen.findByText("A new version is available.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
});

test("offers a reload, and another try, when a server of the same version answers and reloading did not help", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/own.js"></script>';
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/own.js"></script>'));
  sessionStorage.setItem("reloadedFor", location.href);
  open(() => Promise.reject(new TypeError(NOT_LOADED)));
  expect(await screen.findByText("Reload the page to continue.")).toBeDefined();
  expect(screen.getByText("This page could not be shown.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

test("does not reload a page that the user leaves while its screen loads, which would stop the next page", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/own.js"></script>';
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/own.js"></script>'));
  const loading = Promise.withResolvers<never>();
  const load = vi.fn(() => loading.promise);
  open(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  dispatchEvent(new Event("beforeunload"));
  loading.reject(new TypeError(NOT_LOADED));
  expect(await screen.findByText("Reload the page to continue.")).toBeDefined();
  expect(sessionStorage.getItem("reloadedFor")).toBeNull();
});

test("does not reload a page that the user leaves while it asks for the server's version", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/own.js"></script>';
  const answering = Promise.withResolvers<Response>();
  const ask = vi.fn(() => answering.promise);
  vi.stubGlobal("fetch", ask);
  open(() => Promise.reject(new TypeError(NOT_LOADED)));
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  dispatchEvent(new Event("beforeunload"));
  answering.resolve(new Response('<script type="module" src="/assets/own.js"></script>'));
  expect(await screen.findByText("Reload the page to continue.")).toBeDefined();
  expect(sessionStorage.getItem("reloadedFor")).toBeNull();
});

test("reloads the page once for an address", () => {
  const reload = vi.fn();
  expect(reloadOnce(reload)).toBe(true);
  expect(reloadOnce(reload)).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

test("knows the version of the server by the page's own script, and none without a network", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/own.js"></script>';
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/own.js"></script>'));
  expect(await askServerState()).toBe("current");
  vi.stubGlobal("fetch", async () => new Response("<p>Another page</p>"));
  expect(await askServerState()).toBe("outdated");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await askServerState()).toBe("unreachable");
});
