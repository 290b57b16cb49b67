import { createMemoryHistory, createRootRouteWithContext, createRoute, createRouter } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import "../testing/render.tsx";
import { aViewer, pretendServer } from "../testing/server.ts";
import { connectToasts } from "../ui/toast.ts";
import { goHome, requireViewer, type RoutesContext, skipWhenSignedIn } from "./guards.ts";
import { queryClient } from "./queryClient.ts";
import { removeToken } from "./scope.ts";
import { intendedRoute, postponedFactor, startSession } from "./session.ts";

const toasts: string[] = [];
connectToasts(({ text }) => toasts.push(text));

function routerAt(path: string) {
  const root = createRootRouteWithContext<RoutesContext>()();
  const login = createRoute({ getParentRoute: () => root, path: "/login", beforeLoad: skipWhenSignedIn });
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: "signed-in",
    beforeLoad: (opening): Promise<void> => requireViewer(opening),
  });
  const staff = ["super_admin", "admin", "instructor", "manager"] as const;
  const dashboard = createRoute({ getParentRoute: () => signedIn, path: "/dashboard", staticData: { roles: staff } });
  const learner = createRoute({ getParentRoute: () => signedIn, path: "/learner/dashboard" });
  const users = createRoute({
    getParentRoute: () => signedIn,
    path: "/users",
    staticData: { roles: staff, can: "user.view" },
  });
  const steps = ["/second-factor", "/terms"].map((path) => createRoute({ getParentRoute: () => signedIn, path }));
  const routeTree = root.addChildren([login, signedIn.addChildren([dashboard, learner, users, ...steps])]);
  const history = createMemoryHistory({ initialEntries: [path] });
  return createRouter({ routeTree, history, context: { addAllRoutes: async () => {} } });
}

async function open(path: string) {
  const router = routerAt(path);
  await router.load();
  return router.state.location.pathname;
}

const signedInAs = (role: string, can: string[] = []) => {
  localStorage.setItem("token", "secret");
  return pretendServer(() => ({ json: { data: { viewer: aViewer(role, can) } } }));
};

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  removeToken();
  queryClient.clear();
  toasts.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

test("a protected page without a token leads to the login and is remembered", async () => {
  expect(await open("/users?page=2")).toBe("/login");
  expect(localStorage.getItem("intendedRoute")).toBe("/users?page=2");
});

test("the login sends a signed-in learner to the learner's dashboard", async () => {
  signedInAs("learner");
  expect(await open("/login")).toBe("/learner/dashboard");
});

test.each(["super_admin", "admin", "instructor", "manager"])(
  "the login sends a signed-in %s to the dashboard",
  async (role) => {
    signedInAs(role);
    expect(await open("/login")).toBe("/dashboard");
  },
);

test("the dashboard sends a learner to their own without an error", async () => {
  signedInAs("learner");
  expect(await open("/dashboard")).toBe("/learner/dashboard");
  expect(toasts).toEqual([]);
});

test("a page that a role may not open sends the user away with a message", async () => {
  signedInAs("learner");
  expect(await open("/users")).toBe("/learner/dashboard");
  expect(toasts).toEqual(["You do not have access to that page."]);
});

test("a page needs the server's permission in addition to the role", async () => {
  signedInAs("manager", ["report.view"]);
  expect(await open("/users")).toBe("/dashboard");
  expect(toasts).toHaveLength(1);
  queryClient.clear();
  signedInAs("admin", ["user.view"]);
  expect(await open("/users")).toBe("/users");
});

test("a token that the server refuses is removed, and the page is remembered for after sign-in", async () => {
  localStorage.setItem("token", "old");
  pretendServer(() => ({
    json: { errors: [{ message: "Please sign in to continue.", extensions: { code: "UNAUTHENTICATED" } }] },
  }));
  expect(await open("/users")).toBe("/login");
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("intendedRoute")).toBe("/users");
});

test.each([
  ["a second factor", { factor_due: "code", terms_due: 3 }, "/second-factor"],
  ["terms of use", { factor_due: null, terms_due: 3 }, "/terms"],
])("a sign-in that waits for %s leads there from every page, which is remembered", async (_, due, path) => {
  localStorage.setItem("token", "secret");
  pretendServer(() => ({ json: { data: { viewer: { ...aViewer("admin", ["user.view"]), ...due } } } }));
  for (const wanted of ["/users?page=2", "/dashboard"]) {
    expect(await open(wanted)).toBe(path);
    expect(localStorage.getItem("intendedRoute")).toBe(wanted);
  }
});

test("a second factor that may be postponed is asked for once in each sign-in, and again for another last day", async () => {
  localStorage.setItem("token", "secret");
  let day = "2026-12-24";
  pretendServer(() => ({
    json: { data: { viewer: { ...aViewer("admin", ["user.view"]), factor_due: null, factor_due_on: day } } },
  }));
  expect(await open("/users?page=2")).toBe("/second-factor");
  expect(localStorage.getItem("intendedRoute")).toBe("/users?page=2");
  postponedFactor.keep(day);
  expect(await open("/users")).toBe("/users");
  day = "2026-12-10";
  queryClient.clear();
  expect(await open("/users")).toBe("/second-factor");
  postponedFactor.keep(day);
  startSession({
    token: "another",
    user: { id: 1, first_name: "A", last_name: "B", email: "a@b.test", role: "admin" },
  });
  queryClient.clear();
  expect(await open("/users")).toBe("/second-factor");
});

test("an unreachable server does not sign the user out", async () => {
  localStorage.setItem("token", "secret");
  const calls = pretendServer(() => "unreachable");
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await open("/users")).toBe("/users");
  expect(localStorage.getItem("token")).toBe("secret");
  expect(calls).toHaveLength(2);
});

test.each(["INTERNAL", "RATE_LIMITED"])("a response that failed as %s does not sign the user out", async (code) => {
  localStorage.setItem("token", "secret");
  pretendServer(() => ({ json: { errors: [{ message: "Please try again.", extensions: { code } }] } }));
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await open("/users")).toBe("/users");
  expect(await open("/login")).toBe("/login");
  expect(localStorage.getItem("token")).toBe("secret");
});

test("an interrupted response does not sign the user out", async () => {
  localStorage.setItem("token", "secret");
  vi.stubGlobal("fetch", async () => new Response('{"data":{"viewer":{"id":', { status: 200 }));
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await open("/users")).toBe("/users");
  expect(localStorage.getItem("token")).toBe("secret");
});

test("sign-in continues to the remembered page if the user may open it", async () => {
  signedInAs("admin", ["user.view"]);
  intendedRoute.keep("/users?page=2");
  const router = routerAt("/login");
  await goHome(router);
  expect(router.state.location.href).toBe("/users?page=2");
  expect(localStorage.getItem("intendedRoute")).toBeNull();
});

test.each(["/users", "/no/such/page", "//evil.example", "https://evil.example"])(
  "sign-in leads a learner home instead of to %s",
  async (wanted) => {
    signedInAs("learner");
    intendedRoute.keep(wanted);
    const router = routerAt("/login");
    await goHome(router);
    expect(router.state.location.href).toBe("/learner/dashboard");
    expect(toasts).toEqual([]);
  },
);
