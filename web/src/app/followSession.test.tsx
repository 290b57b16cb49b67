import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { aViewer, pretendServer } from "../testing/server.ts";
import { setBoot } from "./boot.ts";
import { applyViewer } from "./guards.ts";
import { followSession } from "./followSession.ts";
import { queryClient } from "./queryClient.ts";
import { createAppRouter, Screens } from "./Router.tsx";
import { adoptToken, getToken } from "./scope.ts";
import { viewerQuery } from "./session.ts";
import { watchViewer } from "./watchViewer.ts";

let stop = () => {};
beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "secret");
  adoptToken();
  queryClient.clear();
  setBoot({ instance: { id: 1, name: "Northgate Trust", domain: "demo" } } as never);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** Opens the form of a new user. */
async function openForm() {
  const server = { isEnded: false, terms_due: null as number | null };
  pretendServer(({ body: { query = "" } }) => {
    if (server.isEnded)
      return {
        json: { data: null, errors: [{ message: "Please sign in.", extensions: { code: "UNAUTHENTICATED" } }] },
      };
    if (query.includes("viewer"))
      return {
        json: {
          data: {
            viewer: {
              ...aViewer("admin", ["user.create"]),
              gives_roles: ["learner", "admin"],
              terms_due: server.terms_due,
            },
          },
        },
      };
    return { json: { data: { userFields: [], menuCounts: { unread_notifications: 0, waiting_submissions: 0 } } } };
  });
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/adduser"] }));
  const reload = vi.fn();
  stop = followSession(router, queryClient, reload);
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: /First Name/ });
  return { router, reload, server, name };
}

const inAnotherTab = (change: () => void) => {
  change();
  for (const key of ["token", "user"])
    window.dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
};
// The token of this page is not that of the browser's storage, which another tab changes.
const signInAs = (id: number, email: string) => {
  localStorage.setItem("token", "other");
  localStorage.setItem("user", JSON.stringify({ id, email, first_name: "B", last_name: "C", role: "admin" }));
};

test("keeps what was typed for a user who stays on the form after the session has ended", async () => {
  const { router, server, name } = await openForm();
  await userEvent.type(name, "Ada");
  server.isEnded = true;
  await queryClient.invalidateQueries({ queryKey: ["menuCounts"] });
  const dialog = within(await screen.findByRole("alertdialog", { name: "Leave without saving?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Stay" }));
  await userEvent.type(name, "s");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /First Name/ }).value).toBe("Adas");

  void router.navigate({ to: "/login" });
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Leave" }));
  await screen.findByRole("heading", { name: "Log in to your account" });
  await expect.poll(() => queryClient.getQueryData(viewerQuery.queryKey)).toBeUndefined();
});

test("asks before new terms of use replace a form in which something was typed", async () => {
  const { router, server, name } = await openForm();
  const unwatch = watchViewer(queryClient, (viewer) => void applyViewer(router, viewer));
  await userEvent.type(name, "Ada");
  server.terms_due = 2;
  await queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  const dialog = within(await screen.findByRole("alertdialog", { name: "Leave without saving?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Stay" }));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /First Name/ }).value).toBe("Ada");
  expect(router.state.location.pathname).toBe("/adduser");

  void router.navigate({ to: "/users" });
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Leave" }));
  await expect.poll(() => router.state.location.pathname).toBe("/terms");
  unwatch();
});

describe("another tab", () => {
  test("that signs out leads this one to the login and empties its cache", async () => {
    const { router, reload } = await openForm();
    inAnotherTab(() => localStorage.clear());
    await screen.findByRole("heading", { name: "Log in to your account" });
    await waitFor(() => expect(queryClient.getQueryData(viewerQuery.queryKey)).toBeUndefined());
    expect(router.state.location.pathname).toBe("/login");
    expect(localStorage.getItem("intendedRoute")).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  test("in which another user signs in reloads this one", async () => {
    const { reload } = await openForm();
    inAnotherTab(() => signInAs(2, "b@demo.test"));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(getToken()).toBe("secret");
  });

  test("in which another user has signed in unheard reloads this one when its session ends", async () => {
    const { reload, server, router } = await openForm();
    signInAs(2, "b@demo.test");
    server.isEnded = true;
    await queryClient.invalidateQueries({ queryKey: ["menuCounts"] });
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(router.state.location.pathname).toBe("/adduser");
  });

  test("in which the same user signs in again gives this one the new session", async () => {
    const { router, reload } = await openForm();
    inAnotherTab(() => signInAs(1, "amara@demo.test"));
    expect(reload).not.toHaveBeenCalled();
    expect(getToken()).toBe("other");
    expect(router.state.location.pathname).toBe("/adduser");
  });
});
