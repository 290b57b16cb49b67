import type { ViewerQuery } from "../gen/graphql.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { execute } from "./graphql.ts";
import { request } from "./http.ts";
import { forgetKept } from "./kept.ts";
import { Viewer as ViewerDocument } from "./session.documents.ts";
import { getToken, isReplaced, removeToken, setToken } from "./scope.ts";

export type Role = "super_admin" | "admin" | "instructor" | "manager" | "learner";
export type SessionUser = { id: number; first_name: string; last_name: string; email: string; role: string };

export const userKey = "user";
const viewerKey = "viewer";
const intendedKey = "intendedRoute";
const postponedKey = "secondFactorPostponed";
let onEnd: (isReplaced: boolean) => void = () => {};

/** Stores the result of a sign-in. */
export function startSession({ token, user }: { token: string; user: SessionUser }) {
  // The token is replaced, not removed first: other tabs would take that for a sign-out.
  forgetUser();
  setToken(token);
  storeUser(user);
}

/** Stores the user for display only: what they may do comes from the server. */
export const storeUser = (user: SessionUser) => localStorage.setItem(userKey, JSON.stringify(user));

/** Returns the user who signed in last in this browser. */
export function readStoredUser(): SessionUser | null {
  const text = localStorage.getItem(userKey);
  return text ? (JSON.parse(text) as SessionUser) : null;
}

/**
 * Ends the session on the server and on this device, here also when the server is unreachable. A user who signs out at
 * an identity provider as well is led there, and comes back to the login page.
 */
export async function signOut() {
  let providerUrl: string | null = null;
  try {
    const answer = await request<{ provider_url?: string | null }>("/api/logout", { method: "POST" });
    providerUrl = answer.provider_url ?? null;
  } catch (error) {
    console.warn("Sign-out could not be reported to the server.", error);
  }
  forgetSession();
  sessionStorage.clear();
  if (providerUrl) location.assign(providerUrl);
}

/** Removes the session from this device. */
export function forgetSession() {
  removeToken();
  forgetUser();
}

function forgetUser() {
  for (const key of [userKey, viewerKey, postponedKey]) localStorage.removeItem(key);
  forgetKept();
}

/**
 * Handles a session that the server no longer knows: removes it and lets the router lead to the login. The session that
 * another tab has begun stays.
 */
export function sessionEnded() {
  if (!getToken()) return;
  const isOther = isReplaced();
  if (!isOther) forgetSession();
  onEnd(isOther);
}

/** Sets what happens when a session ends by itself; `isReplaced` tells that another tab has begun another one. */
export const whenSessionEnds = (then: (isReplaced: boolean) => void) => void (onEnd = then);

let onIncomplete: () => void = () => {};
/** Handles that the user has to show a second factor, or to accept terms of use that were published meanwhile. */
export const signInIncomplete = () => onIncomplete();
/** Sets what happens when a sign-in is not complete. */
export const whenSignInIsIncomplete = (then: () => void) => void (onIncomplete = then);

/** The page a user wanted when they were sent to the login. */
export const intendedRoute = {
  keep: (href: string) => localStorage.setItem(intendedKey, href),
  take() {
    const href = localStorage.getItem(intendedKey);
    localStorage.removeItem(intendedKey);
    // Only an address of this site: '//elsewhere' would leave it.
    return href && /^\/(?![/\\])/.test(href) ? href : null;
  },
};

export type Viewer = ViewerQuery["viewer"];

/** Whether the user has postponed the set-up of a second factor in this sign-in. Only its last day comes from the server. */
export const postponedFactor = {
  keep: (day: string) => localStorage.setItem(postponedKey, day),
  includes: (day: string) => localStorage.getItem(postponedKey) === day,
};

/**
 * The signed-in user. A reload shows the screen for the user that this device knows, and asks the server again together
 * with the screen's data.
 */
export const viewerQuery = queryOptions({
  queryKey: ["viewer"],
  queryFn: async () => (await execute(ViewerDocument, {}, { canWait: readKnownViewer() !== undefined })).viewer,
  initialData: readKnownViewer,
  initialDataUpdatedAt: 0,
  staleTime: 5 * 60_000,
});

/** Stores the user on this device for the next reload, which is another user's if another tab has begun a session. */
export function keepViewer(viewer: Viewer) {
  if (!isReplaced()) localStorage.setItem(viewerKey, JSON.stringify(viewer));
}

function readKnownViewer(): Viewer | undefined {
  const text = getToken() && localStorage.getItem(viewerKey);
  return text ? (JSON.parse(text) as Viewer) : undefined;
}

/** Returns the signed-in user; only below a guarded route. `can("user.view")` checks the server's permissions. */
export function useViewer() {
  const { data } = useQuery(viewerQuery);
  if (!data) throw new Error("useViewer belongs beneath a guarded route.");
  return { ...data, can: (action: string) => data.can.includes(action) };
}
