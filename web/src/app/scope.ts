/**
 * What every call carries: the token and the current branch. Separate from the session, so that the transport knows no
 * screens.
 */

export const tokenKey = "token";

export const getToken = () => localStorage.getItem(tokenKey);
export const setToken = (token: string) => localStorage.setItem(tokenKey, token);
export const removeToken = () => localStorage.removeItem(tokenKey);

let branch: string | null = null;

/** Returns the current branch's url; null on the instance's main site. */
export const branchUrl = () => branch;
export const setBranchUrl = (url: string | null) => void (branch = url);
