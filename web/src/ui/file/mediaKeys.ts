import type { KeyboardEvent } from "react";

const step = 5;
const leap = 10;

/**
 * Handles the keys of a focused video or audio player: K plays and pauses like Space, the arrows seek 5 seconds, J and
 * L 10, M mutes, F toggles full screen. Browsers differ in theirs; these work everywhere.
 */
export function onMediaKey(event: KeyboardEvent<HTMLMediaElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (act(event.currentTarget, event.key.toLowerCase())) event.preventDefault();
}

/** Applies a key. @returns false when the key has no meaning */
export function act(media: HTMLMediaElement, key: string): boolean {
  switch (key) {
    case "k":
      toggle(media);
      return true;
    case "arrowleft":
      return go(media, -step);
    case "arrowright":
      return go(media, step);
    case "j":
      return go(media, -leap);
    case "l":
      return go(media, leap);
    case "m":
      media.muted = !media.muted;
      return true;
    case "f":
      return fill(media);
    default:
      return false;
  }
}

function toggle(media: HTMLMediaElement) {
  if (!media.paused) return media.pause();
  media.play().catch((error: unknown) => console.warn("The browser did not play.", error));
}

function go(media: HTMLMediaElement, seconds: number): boolean {
  const end = Number.isFinite(media.duration) ? media.duration : Infinity;
  media.currentTime = Math.min(Math.max(0, media.currentTime + seconds), end);
  return true;
}

function fill(media: HTMLMediaElement): boolean {
  if (!document.fullscreenEnabled || !(media instanceof HTMLVideoElement)) return false;
  const change = document.fullscreenElement ? document.exitFullscreen() : media.requestFullscreen();
  change.catch((error: unknown) => console.warn("The screen could not be filled.", error));
  return true;
}
