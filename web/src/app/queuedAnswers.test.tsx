import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useQueuedAnswers } from "./queuedAnswers.ts";
import { toAnswerKey, toPackageKey } from "./queuedKeys.ts";

const replayed = vi.hoisted(() => ({ answers: [] as unknown[][], calls: [] as unknown[][] }));
vi.mock("./session.ts", () => ({ useViewer: () => ({ id: 7 }) }));
vi.mock("../features/learning/player/replay.ts", () => ({
  replayAnswers: async (...given: unknown[]) => void replayed.answers.push(given),
}));
vi.mock("./scorm/keptCalls.ts", () => ({
  replayKeptCalls: async (...given: unknown[]) => void replayed.calls.push(given),
}));

beforeEach(() => {
  localStorage.clear();
  replayed.answers.length = replayed.calls.length = 0;
});
afterEach(cleanup);

test("useQueuedAnswers sends what waits on this device at once, without the open course, and when the network returns", async () => {
  localStorage.setItem(`${toAnswerKey(7)}4:1:9`, "{}");
  localStorage.setItem(`${toPackageKey(7)}4`, "1");
  const { unmount } = renderHook(() => useQueuedAnswers(12));
  await vi.waitFor(() => expect(replayed).toEqual({ answers: [[7, 12]], calls: [[7]] }));
  dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(replayed.calls).toHaveLength(2));
  expect(replayed.answers).toHaveLength(2);
  unmount();
  dispatchEvent(new Event("online"));
  const { unmount: end } = renderHook(() => useQueuedAnswers());
  await vi.waitFor(() => expect(replayed.calls).toHaveLength(3));
  expect(replayed.answers).toEqual([
    [7, 12],
    [7, 12],
    [7, null],
  ]);
  end();
});

test("useQueuedAnswers sends nothing of another user", async () => {
  localStorage.setItem(`${toAnswerKey(8)}4:1:9`, "{}");
  localStorage.setItem(`${toPackageKey(7)}4`, "1");
  renderHook(() => useQueuedAnswers());
  await vi.waitFor(() => expect(replayed.calls).toHaveLength(1));
  expect(replayed.answers).toEqual([]);
});
