/** What every call carries: whose it is, and the branch it is about. Kept apart from the session so that the transport knows no screens. */

const tokenKey = "token";

export const getToken = () => localStorage.getItem(tokenKey);
export const setToken = (token: string) => localStorage.setItem(tokenKey, token);
export const removeToken = () => localStorage.removeItem(tokenKey);

let branch: string | null = null;

/** The current branch's url; null on the instance's main site. */
export const branchUrl = () => branch;
export const setBranchUrl = (url: string | null) => void (branch = url);
