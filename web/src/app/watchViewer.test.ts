import { beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { aViewer, pretendServer } from "../testing/server.ts";
import { queryClient } from "./queryClient.ts";
import { forgetSession, startSession, viewerQuery } from "./session.ts";
import { watchViewer } from "./watchViewer.ts";

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  queryClient.clear();
  localStorage.setItem("token", "secret");
});

const answerAs = (role: string) => pretendServer(() => ({ json: { data: { viewer: aViewer(role) } } }));

test("the user of the last visit is known before the server answers, and the answer replaces it", async () => {
  const changed = vi.fn();
  const stop = watchViewer(queryClient, changed);
  answerAs("manager");
  await queryClient.fetchQuery(viewerQuery);
  expect(changed).not.toHaveBeenCalled();

  queryClient.clear();
  const calls = answerAs("learner");
  expect(await queryClient.ensureQueryData(viewerQuery)).toMatchObject({ role: "manager" });
  expect(calls).toEqual([]);
  await queryClient.fetchQuery(viewerQuery);
  expect(queryClient.getQueryData(viewerQuery.queryKey)).toMatchObject({ role: "learner" });
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
});

test("the user of the last visit is forgotten when the session ends and when another user signs in", async () => {
  const stop = watchViewer(queryClient, () => {});
  answerAs("manager");
  for (const leave of [
    forgetSession,
    () =>
      startSession({
        token: "other",
        user: { id: 2, first_name: "B", last_name: "C", email: "b@c.test", role: "learner" },
      }),
  ]) {
    localStorage.setItem("token", "secret");
    await queryClient.fetchQuery(viewerQuery);
    expect(localStorage.getItem("viewer")).not.toBeNull();
    leave();
    queryClient.clear();
    expect(localStorage.getItem("viewer")).toBeNull();
  }
  stop();
});
