import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { pretendServer } from "../../../testing/server.ts";
import { unitQuery } from "./courseQuery.ts";

beforeEach(() => {
  pretendBrowser();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a unit is read again before the addresses of its files expire, when the window is shown again", async () => {
  let readings = 0;
  pretendServer(() => {
    readings += 1;
    return { json: { data: { course: { openedUnit: { unit: { title: `Reading ${readings}` } } } } } };
  });
  const Title = () => createElement("p", {}, useQuery(unitQuery(4, 9)).data?.unit.title);
  render(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Title)));
  const findTitle = () => screen.queryByText(/Reading/)?.textContent;
  await expect.poll(findTitle).toBe("Reading 1");
  const comeBackAfter = async (hours: number) => {
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await act(async () => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  };
  await comeBackAfter(10);
  expect(readings).toBe(1);
  await comeBackAfter(2);
  await expect.poll(findTitle).toBe("Reading 2");
});
