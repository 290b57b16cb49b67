import { beforeEach, expect, test } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { hasQueuedTime, toAnswerKey, toTimeKey } from "./queuedKeys.ts";

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
});

test("time waits for the course whose unit it was spent in, and for no other", () => {
  localStorage.setItem(`${toTimeKey(5)}8:1:30`, "{}");
  localStorage.setItem(`${toAnswerKey(5)}9:1:30`, "{}");
  expect([8, 9, 1, 30].map(hasQueuedTime)).toEqual([true, false, false, false]);
});
