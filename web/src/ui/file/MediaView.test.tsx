import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { render } from "../../testing/render.tsx";
import { MediaView } from "./MediaView.tsx";

beforeEach(() => localStorage.clear());

/** A recording of a hundred seconds, as jsdom plays none. */
function show(placeKey?: string) {
  const { unmount } = render(<MediaView kind="audio" src="/a.mp3" title="Talk" {...(placeKey && { placeKey })} />);
  const audio = screen.getByLabelText<HTMLAudioElement>("Talk");
  Object.defineProperty(audio, "duration", { value: 100 });
  return { audio, unmount };
}

function playTo(audio: HTMLAudioElement, place: number) {
  audio.currentTime = place;
  fireEvent.timeUpdate(audio);
}

test("a recording goes on where it was left", () => {
  const first = show("1:7");
  playTo(first.audio, 42);
  first.unmount();
  const { audio } = show("1:7");
  fireEvent.loadedMetadata(audio);
  expect(audio.currentTime).toBe(42);
});

test("one that was heard to its end begins anew, and so does another person's", () => {
  const first = show("1:7");
  playTo(first.audio, 42);
  Object.defineProperty(first.audio, "ended", { value: true });
  playTo(first.audio, 100);
  first.unmount();
  const second = show("1:7");
  fireEvent.loadedMetadata(second.audio);
  expect(second.audio.currentTime).toBe(0);

  playTo(second.audio, 42);
  second.unmount();
  const { audio } = show("2:7");
  fireEvent.loadedMetadata(audio);
  expect(audio.currentTime).toBe(0);
});

test("the place known elsewhere counts more than that of this device, and is told when one pauses", () => {
  const first = show("1:7");
  playTo(first.audio, 42);
  first.unmount();
  const told: number[] = [];
  const place = { kept: 70, keep: (seconds: number) => void told.push(seconds) };
  render(<MediaView kind="audio" src="/a.mp3" title="Talk" placeKey="1:7" place={place} />);
  const audio = screen.getByLabelText<HTMLAudioElement>("Talk");
  Object.defineProperty(audio, "duration", { value: 100 });
  fireEvent.loadedMetadata(audio);
  expect(audio.currentTime).toBe(70);
  playTo(audio, 71);
  expect(told).toEqual([]);
  audio.currentTime = 80;
  fireEvent.pause(audio);
  expect(told).toEqual([80]);
});

test("the speed is chosen once for all recordings", async () => {
  const first = show();
  await userEvent.selectOptions(screen.getByLabelText("Playback speed"), "1.5");
  expect(first.audio.playbackRate).toBe(1.5);
  first.unmount();
  expect(show().audio.playbackRate).toBe(1.5);
});

test("a file that the browser cannot play says so", () => {
  fireEvent.error(show().audio);
  expect(screen.getByRole("alert").textContent).toBe("This file cannot be played in this browser.");
});
