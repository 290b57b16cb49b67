import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { render } from "../../testing/render.tsx";
import { MediaView } from "./MediaView.tsx";

beforeEach(() => localStorage.clear());

/** Renders an audio player of a hundred seconds, because jsdom plays nothing. */
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

test("MediaView resumes where playback stopped", () => {
  const first = show("1:7");
  playTo(first.audio, 42);
  first.unmount();
  const { audio } = show("1:7");
  fireEvent.loadedMetadata(audio);
  expect(audio.currentTime).toBe(42);
});

test("MediaView starts again after the end, and at the start for another user", () => {
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

test("MediaView prefers the position of other devices to that of this device, and reports a pause", () => {
  const first = show("1:7");
  playTo(first.audio, 42);
  first.unmount();
  const stored: number[] = [];
  const place = { kept: 70, keep: (seconds: number) => void stored.push(seconds) };
  render(<MediaView kind="audio" src="/a.mp3" title="Talk" placeKey="1:7" place={place} />);
  const audio = screen.getByLabelText<HTMLAudioElement>("Talk");
  Object.defineProperty(audio, "duration", { value: 100 });
  fireEvent.loadedMetadata(audio);
  expect(audio.currentTime).toBe(70);
  playTo(audio, 71);
  expect(stored).toEqual([]);
  audio.currentTime = 80;
  fireEvent.pause(audio);
  expect(stored).toEqual([80]);
});

test("MediaView goes on where it was when its file gets a new address", () => {
  const stored: number[] = [];
  const place = {
    kept: 70,
    keep(seconds: number) {
      stored.push(seconds);
      place.kept = seconds;
    },
  };
  const view = (src: string) => <MediaView kind="audio" src={src} title="Talk" placeKey="1:7" place={{ ...place }} />;
  const { rerender } = render(view("/a.mp3?e=1"));
  const audio = screen.getByLabelText<HTMLAudioElement>("Talk");
  const setDuration = (value: number) => Object.defineProperty(audio, "duration", { value, configurable: true });
  setDuration(100);
  fireEvent.loadedMetadata(audio);
  audio.currentTime = 80;
  fireEvent.pause(audio);
  rerender(view("/a.mp3?e=2"));
  // As browsers do when the address of a file changes.
  setDuration(Number.NaN);
  playTo(audio, 0);
  setDuration(100);
  fireEvent.loadedMetadata(audio);
  expect([audio.currentTime, stored]).toEqual([80, [80]]);
});

test("MediaView reports the position, and warns once, when the storage of the device is full", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  const stored: number[] = [];
  const place = { kept: null, keep: (seconds: number) => void stored.push(seconds) };
  render(<MediaView kind="audio" src="/a.mp3" title="Talk" placeKey="1:7" place={place} />);
  const audio = screen.getByLabelText<HTMLAudioElement>("Talk");
  Object.defineProperty(audio, "duration", { value: 100 });
  for (const place of [42, 43, 44]) playTo(audio, place);
  full.mockRestore();
  expect(stored).toEqual([42]);
  expect(warn.mock.calls.map(([text]) => text)).toEqual(["The position could not be kept on this device."]);
});

test("MediaView keeps the speed for all media", async () => {
  const first = show();
  await userEvent.selectOptions(screen.getByLabelText("Playback speed"), "1.5");
  expect(first.audio.playbackRate).toBe(1.5);
  first.unmount();
  expect(show().audio.playbackRate).toBe(1.5);
});

test("MediaView reports a file that the browser cannot play", () => {
  fireEvent.error(show().audio);
  expect(screen.getByRole("alert").textContent).toBe("This file cannot be played in this browser.");
});
