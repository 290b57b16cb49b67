import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aViewer } from "../testing/server.ts";
import type { TypedDocumentString } from "../gen/graphql.ts";
import { execute, graphql } from "./graphql.ts";
import { request } from "./http.ts";
import { queryClient } from "./queryClient.ts";
import { keep, readKept } from "./kept.ts";
import { getToken, removeToken, setToken } from "./scope.ts";
import { forgetSession, keepViewer, sessionEnded, type Viewer, whenSessionEnds } from "./session.ts";

const QUERY = graphql("query A { a }" as never) as unknown as TypedDocumentString<unknown, Record<string, never>>;

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

test.each([
  ["GraphQL", 200, { data: null, errors: [{ message: "Please sign in.", extensions: { code: "UNAUTHENTICATED" } }] }],
  ["another route", 401, { error: "Please sign in." }],
])("a late refusal of a former session by %s keeps the session that began meanwhile", async (_, status, answer) => {
  vi.stubGlobal("fetch", async () => {
    setToken("new");
    return Response.json(answer, { status });
  });
  const ended = vi.fn();
  whenSessionEnds(ended);
  setToken("former");
  const queryFn = () => (status === 200 ? execute(QUERY) : request("/api/x"));
  const query = queryClient.fetchQuery({ queryKey: ["late", status], queryFn });
  await expect(query).rejects.toThrow();
  expect(ended).not.toHaveBeenCalled();
  expect(getToken()).toBe("new");
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

test("a page keeps no answer for the session of another tab", () => {
  setToken("mine");
  signInElsewhere();
  keep("dashboard", { courses: [] });
  expect(readKept("dashboard")).toBeUndefined();
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
