import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aViewer } from "../testing/server.ts";
import { request } from "./http.ts";
import { getToken, removeToken, setToken } from "./scope.ts";
import { forgetSession, keepViewer, sessionEnded, type Viewer, whenSessionEnds } from "./session.ts";

beforeEach(() => {
  localStorage.clear();
  removeToken();
});
afterEach(() => void vi.unstubAllGlobals());

/** Signs in as another user in another tab, which shares the storage of the browser. */
const signInElsewhere = () => localStorage.setItem("token", "theirs");

test("a page sends its own token after another user has signed in in another tab", async () => {
  const sent: Record<string, string>[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    sent.push(headers as Record<string, string>);
    return new Response("{}");
  });
  setToken("mine");
  signInElsewhere();
  await request("/graphql", { method: "POST", body: "{}" });
  expect(sent).toMatchObject([{ authorization: "Bearer mine" }]);
});

test("a page keeps the token that it began with, and without one takes that of another tab", () => {
  expect(getToken()).toBeNull();
  localStorage.setItem("token", "mine");
  expect(getToken()).toBe("mine");
  signInElsewhere();
  expect(getToken()).toBe("mine");
});

test("the end of a session leaves the session of another tab, and reports that there is one", () => {
  const ended = vi.fn();
  whenSessionEnds(ended);
  setToken("mine");
  signInElsewhere();
  sessionEnded();
  expect(ended.mock.calls).toEqual([[true]]);
  forgetSession();
  expect(localStorage.getItem("token")).toBe("theirs");
  expect(getToken()).toBe("mine");
});

test("the end of a session that was ended in another tab leads to the login", () => {
  const ended = vi.fn();
  whenSessionEnds(ended);
  setToken("mine");
  localStorage.removeItem("token");
  sessionEnded();
  expect(ended.mock.calls).toEqual([[false]]);
  expect(getToken()).toBeNull();
});

test("a page does not store its user for the session of another tab", () => {
  setToken("mine");
  const viewer = aViewer("admin") as unknown as Viewer;
  keepViewer(viewer);
  localStorage.setItem("viewer", "theirs");
  signInElsewhere();
  keepViewer(viewer);
  expect(localStorage.getItem("viewer")).toBe("theirs");
});
