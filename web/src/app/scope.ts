/**
 * What every call carries: the token and the current branch. Separate from the session, so that the transport knows no
 * screens.
 */

export const tokenKey = "token";
/** Returns the token that this or another tab stored last. */
export const readStoredToken = () => localStorage.getItem(tokenKey);

/** The token that this page began with. Another tab may sign in as another user, for whom this page must not act. */
let own: string | null = null;

/** Returns the token of this page. A page without one takes that of another tab. */
export const getToken = () => (own ??= readStoredToken());

/** Stores the token of a sign-in. */
export function setToken(token: string) {
  own = token;
  localStorage.setItem(tokenKey, token);
}

/** Removes the token of this page. One that another tab has stored meanwhile stays, and this page does not take it. */
export function removeToken() {
  if (isReplaced()) return;
  own = null;
  localStorage.removeItem(tokenKey);
}

/** Takes the token that another tab has stored, which may be none. */
export const adoptToken = () => void (own = readStoredToken());

/** Tells whether another tab has begun another session. */
export function isReplaced() {
  const stored = readStoredToken();
  return own !== null && stored !== null && stored !== own;
}

let branch: string | null = null;

/** Returns the current branch's url; null on the instance's main site. */
export const branchUrl = () => branch;
export const setBranchUrl = (url: string | null) => void (branch = url);
