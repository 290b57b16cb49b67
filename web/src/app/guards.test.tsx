import { createMemoryHistory, createRootRoute, createRoute, createRouter } from "../router/index.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import "../testing/render.tsx";
import { aViewer, pretendServer } from "../testing/server.ts";
import { connectToasts } from "../ui/toast.ts";
import { goHome, requireViewer, skipWhenSignedIn } from "./guards.ts";
import { queryClient } from "./queryClient.ts";
import { intendedRoute } from "./session.ts";

const toasts: string[] = [];
connectToasts(({ text }) => toasts.push(text));

function routerAt(path: string) {
  const root = createRootRoute();
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
  const routeTree = root.addChildren([login, signedIn.addChildren([dashboard, learner, users])]);
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
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
  queryClient.clear();
  toasts.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

test("without a token a protected page leads to the login, and is remembered", async () => {
  expect(await open("/users?page=2")).toBe("/login");
  expect(localStorage.getItem("intendedRoute")).toBe("/users?page=2");
});

test("the login sends a learner to the learner's dashboard", async () => {
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

test("a learner who opens the dashboard gets their own, without a reproach", async () => {
  signedInAs("learner");
  expect(await open("/dashboard")).toBe("/learner/dashboard");
  expect(toasts).toEqual([]);
});

test("somebody whose role may not open a page is sent away and told", async () => {
  signedInAs("learner");
  expect(await open("/users")).toBe("/learner/dashboard");
  expect(toasts).toEqual(["You do not have access to that page."]);
});

test("the server's permission decides where the role alone would do", async () => {
  signedInAs("manager", ["report.view"]);
  expect(await open("/users")).toBe("/dashboard");
  expect(toasts).toHaveLength(1);
  queryClient.clear();
  signedInAs("admin", ["user.view"]);
  expect(await open("/users")).toBe("/users");
});

test("a token that the server refuses is removed, and the page is remembered for after the login", async () => {
  localStorage.setItem("token", "old");
  pretendServer(() => ({
    json: { errors: [{ message: "Please sign in to continue.", extensions: { code: "UNAUTHENTICATED" } }] },
  }));
  expect(await open("/users")).toBe("/login");
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("intendedRoute")).toBe("/users");
});

test("a server out of reach does not sign anybody out", async () => {
  localStorage.setItem("token", "secret");
  const calls = pretendServer(() => "unreachable");
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await open("/users")).toBe("/users");
  expect(localStorage.getItem("token")).toBe("secret");
  expect(calls).toHaveLength(2);
});

test.each(["INTERNAL", "RATE_LIMITED"])(
  "an answer of the server that failed as %s does not sign anybody out",
  async (code) => {
    localStorage.setItem("token", "secret");
    pretendServer(() => ({ json: { errors: [{ message: "Please try again.", extensions: { code } }] } }));
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await open("/users")).toBe("/users");
    expect(await open("/login")).toBe("/login");
    expect(localStorage.getItem("token")).toBe("secret");
  },
);

test("an answer that is cut off on its way does not sign anybody out", async () => {
  localStorage.setItem("token", "secret");
  vi.stubGlobal("fetch", async () => new Response('{"data":{"viewer":{"id":', { status: 200 }));
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await open("/users")).toBe("/users");
  expect(localStorage.getItem("token")).toBe("secret");
});

test("after signing in people go where they were going, if they may", async () => {
  signedInAs("admin", ["user.view"]);
  intendedRoute.keep("/users?page=2");
  const router = routerAt("/login");
  await goHome(router);
  expect(router.state.location.href).toBe("/users?page=2");
  expect(localStorage.getItem("intendedRoute")).toBeNull();
});

test.each(["/users", "/no/such/page", "//evil.example", "https://evil.example"])(
  "after signing in a learner goes home and not to %s",
  async (wanted) => {
    signedInAs("learner");
    intendedRoute.keep(wanted);
    const router = routerAt("/login");
    await goHome(router);
    expect(router.state.location.href).toBe("/learner/dashboard");
    expect(toasts).toEqual([]);
  },
);
