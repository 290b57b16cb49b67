import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetSession } from "../../app/session.ts";
import { speakEnglish } from "../../testing/english.ts";
import { pretendServer } from "../../testing/server.ts";
import { useReportTitle } from "./useReportDefinitions.tsx";

beforeEach(speakEnglish);
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const list = (version: string, title: string) => ({
  version,
  reports: [{ kind: "users", title, filters: [], is_scheduled: true, has_general_screen: false, columns: [] }],
  explanations: [],
});

/** Opens a screen in a page that was just loaded. `answer` is what the server has. */
function load(answer: ReturnType<typeof list>) {
  const calls = pretendServer(({ body }) => ({
    json: { data: { reportDefinitions: body.variables?.["known"] === answer.version ? null : answer } },
  }));
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </I18nProvider>
  );
  const { result } = renderHook(() => useReportTitle(), { wrapper });
  return { title: () => result.current("users"), asked: () => calls.map(({ body }) => body.variables?.["known"]) };
}

test("definitions are kept for the next reload, which asks only whether they have changed", async () => {
  const first = load(list("1", "Users"));
  expect(first.title()).toBe("users");
  await waitFor(() => expect(first.title()).toBe("Users"));
  const second = load(list("1", "Users"));
  expect(second.title()).toBe("Users");
  await waitFor(() => expect(second.asked()).toEqual(["1"]));
  expect(second.title()).toBe("Users");
});

test("definitions that have changed on the server replace those that were kept", async () => {
  const first = load(list("1", "Users"));
  await waitFor(() => expect(first.title()).toBe("Users"));
  const second = load(list("2", "People"));
  expect(second.title()).toBe("Users");
  await waitFor(() => expect(second.title()).toBe("People"));
  expect(load(list("2", "People")).title()).toBe("People");
});

test("definitions are no longer kept when the session ends", async () => {
  const first = load(list("1", "Users"));
  await waitFor(() => expect(first.title()).toBe("Users"));
  forgetSession();
  expect(load(list("1", "Users")).title()).toBe("users");
});
