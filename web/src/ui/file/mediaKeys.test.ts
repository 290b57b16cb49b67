import { expect, test, vi } from "vitest";
import { act } from "./mediaKeys.ts";

function film(currentTime: number, duration = 60) {
  const video = document.createElement("video");
  Object.defineProperty(video, "duration", { value: duration });
  // The browser of these tests plays nothing: the position is an ordinary value.
  Object.defineProperty(video, "currentTime", { value: currentTime, writable: true });
  return video;
}

test.each([
  ["arrowright", 20, 25],
  ["arrowleft", 20, 15],
  ["l", 20, 30],
  ["j", 20, 10],
  ["arrowleft", 3, 0],
  ["l", 55, 60],
])("the key %s at second %d seeks to second %d", (key, from, to) => {
  const video = film(from);
  expect(act(video, key)).toBe(true);
  expect(video.currentTime).toBe(to);
});

test("K plays and pauses, M mutes and unmutes", () => {
  const video = film(0);
  const play = vi.spyOn(video, "play").mockResolvedValue();
  act(video, "k");
  expect(play).toHaveBeenCalledOnce();
  act(video, "m");
  expect(video.muted).toBe(true);
  act(video, "m");
  expect(video.muted).toBe(false);
});

test("other keys are left to the page", () => {
  expect(act(film(0), "tab")).toBe(false);
});
