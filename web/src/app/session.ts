import type { ViewerQuery } from "../gen/graphql.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { execute } from "./graphql.ts";
import { request } from "./http.ts";
import { Viewer as ViewerDocument } from "./session.documents.ts";
import { getToken, removeToken, setToken } from "./scope.ts";

export type Role = "super_admin" | "admin" | "instructor" | "manager" | "learner";
export type SessionUser = { id: number; first_name: string; last_name: string; email: string; role: string };

const userKey = "user";
const intendedKey = "intendedRoute";
let onEnd: () => void = () => {};

/** Keeps what a sign-in returned. */
export function startSession({ token, user }: { token: string; user: SessionUser }) {
  setToken(token);
  storeUser(user);
}

/** The person as last known, for display only: what they may do comes from the server. */
export const storeUser = (user: SessionUser) => localStorage.setItem(userKey, JSON.stringify(user));

/** Ends the session on the server and here. A server that cannot be reached does not keep anybody signed in on this device. */
export async function signOut() {
  try {
    await request("/api/logout", { method: "POST" });
  } catch (error) {
    console.warn("Signing out could not be told to the server.", error);
  }
  forgetSession();
  sessionStorage.clear();
}

/** Removes the session from this device. */
export function forgetSession() {
  removeToken();
  localStorage.removeItem(userKey);
}

/** The server no longer knows the session: forget it, and let the router lead to the login. */
export function sessionEnded() {
  if (!getToken()) return;
  forgetSession();
  onEnd();
}

/** Says what happens when a session ends by itself. */
export const whenSessionEnds = (then: () => void) => void (onEnd = then);

/** Where somebody was going when they were sent to the login. */
export const intendedRoute = {
  keep: (href: string) => localStorage.setItem(intendedKey, href),
  take() {
    const href = localStorage.getItem(intendedKey);
    localStorage.removeItem(intendedKey);
    // An address of this site only: '//elsewhere' would leave it.
    return href && /^\/(?![/\\])/.test(href) ? href : null;
  },
};

export const viewerQuery = queryOptions({
  queryKey: ["viewer"],
  queryFn: async () => (await execute(ViewerDocument)).viewer,
  staleTime: 5 * 60_000,
});

export type Viewer = ViewerQuery["viewer"];

/** The person signed in; use it beneath a guarded route, where they are known. `can("user.view")` asks the server's table. */
export function useViewer() {
  const { data } = useQuery(viewerQuery);
  if (!data) throw new Error("useViewer belongs beneath a guarded route.");
  return { ...data, can: (action: string) => data.can.includes(action) };
}
