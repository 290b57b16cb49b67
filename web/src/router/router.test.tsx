import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { createMemoryHistory } from "./history.ts";
import { Link, Outlet, RouterProvider, useBlocker, useParams, useSearch } from "./react.tsx";
import { createRootRoute, createRoute, lazyRouteComponent, notFound, redirect } from "./route.ts";
import { createRouter } from "./router.ts";

const user = userEvent.setup();
beforeEach(() => void vi.stubGlobal("scrollTo", vi.fn()));

const root = createRootRoute({
  component: () => (
    <>
      <Link to={"/people" as "/"}>People</Link>
      <Link to={"/form" as "/"}>Form</Link>
      <Link to={"/broken" as "/"}>Broken</Link>
      <Outlet />
    </>
  ),
});
const frame = createRoute({
  getParentRoute: () => root,
  id: "frame",
  component: () => (
    <main>
      <Outlet />
    </main>
  ),
});
let fails = true;
const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: "/people" as "/" });
    },
  }),
  frame.addChildren([
    createRoute({
      getParentRoute: () => frame,
      path: "/people",
      component: People,
    }),
    createRoute({
      getParentRoute: () => frame,
      path: "/people/$id",
      params: {
        parse: ({ id }: { id: string }) => {
          if (!/^\d+$/.test(id)) throw notFound();
          return { id: Number(id) };
        },
      },
      component: Person,
    }),
    createRoute({ getParentRoute: () => frame, path: "/people/new", component: () => <h1>New person</h1> }),
    createRoute({
      getParentRoute: () => frame,
      path: "/broken",
      component: lazyRouteComponent(
        () => (fails ? Promise.reject(new Error("offline")) : Promise.resolve({ Works })),
        "Works",
      ),
    }),
    createRoute({ getParentRoute: () => frame, path: "/form", component: Form }),
  ]),
]);

function People() {
  const { page = 1 }: { page?: number } = useSearch();
  return (
    <h1>
      People {page}{" "}
      <Link to="." search={(now) => ({ ...now, page: page + 1 })}>
        More
      </Link>
    </h1>
  );
}

function Person() {
  return <h1>Person {useParams("/people/$id").id}</h1>;
}

function Works() {
  return <h1>It works</h1>;
}

function Form() {
  const { isBlocked, proceed, reset } = useBlocker(true);
  return (
    <>
      <h1>Form</h1>
      {isBlocked && (
        <>
          <button onClick={proceed}>Leave</button>
          <button onClick={reset}>Stay</button>
        </>
      )}
    </>
  );
}

async function open(...addresses: string[]) {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: addresses }) });
  const fallbacks = {
    error: ({ error }: { error: Error }) => <button onClick={() => void router.load()}>Failed: {error.message}</button>,
    notFound: () => <h1>Nothing here</h1>,
  };
  render(<RouterProvider router={router} fallbacks={fallbacks} />);
  await expect.poll(() => router.state.matches).not.toEqual([]);
  return router;
}

const heading = (name: string | RegExp) => screen.findByRole("heading", { name });

test("a guard sends elsewhere, and the address it stood at is not in the history", async () => {
  const router = await open("/people/7", "/");
  await heading(/People 1/);
  router.history.go(-1);
  await heading("Person 7");
});

test("a fixed address goes before one with a parameter, and a parameter that makes no sense is no address", async () => {
  const router = await open("/people/new");
  await heading("New person");
  await router.navigate({ href: "/people/x" });
  await heading("Nothing here");
  expect(screen.getByRole("main")).toBeTruthy();
  await router.navigate({ href: "/nowhere" });
  await heading("Nothing here");
  expect(screen.queryByRole("main")).toBeNull();
});

test("a link changes the search, the way back brings the old one", async () => {
  const router = await open("/people?sort=name");
  await user.click(await screen.findByText("More"));
  await heading(/People 2/);
  expect(router.state.location.href).toBe("/people?sort=name&page=2");
  router.history.go(-1);
  await heading(/People 1/);
});

test("a screen whose code does not arrive says so in its place, and can be tried again", async () => {
  fails = true;
  await open("/people");
  await user.click(screen.getByText("Broken"));
  const again = await screen.findByRole("button", { name: "Failed: offline" });
  expect(screen.getByRole("main").contains(again)).toBe(true);
  fails = false;
  await user.click(again);
  await heading("It works");
});

test("unsaved work is left by a link or a step back only when one says so", async () => {
  const router = await open("/people/7", "/form");
  await heading("Form");
  await user.click(screen.getByText("People"));
  await user.click(await screen.findByText("Stay"));
  expect(router.history.entry().href).toBe("/form");
  router.history.go(-1);
  await screen.findByText("Leave");
  expect(router.history.entry().href).toBe("/form");
  await user.click(screen.getByText("Leave"));
  await heading("Person 7");
});

test("a link to where one is leaves no second step to take back", async () => {
  const router = await open("/people/7", "/people");
  await user.click(await screen.findByText("People"));
  await user.click(screen.getByText("People"));
  router.history.go(-1);
  await heading("Person 7");
});

test("of two addresses asked for one after the other the second is shown", async () => {
  const router = await open("/people");
  await Promise.all([router.navigate({ href: "/people/7" }), router.navigate({ href: "/people/8" })]);
  await heading("Person 8");
});

test("a search that settles while its screen is being left does not hold anybody back", async () => {
  const router = await open("/people");
  await Promise.all([
    router.navigate({ href: "/people/7" }),
    router.navigate({ to: ".", search: { search: "Grace" }, replace: true }),
  ]);
  await heading("Person 7");
  expect(router.history.entry().href).toBe("/people/7");
});
