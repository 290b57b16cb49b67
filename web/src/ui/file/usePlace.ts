import { useEffect, useRef, type RefObject } from "react";

/** Where somebody was on whatever device, in seconds, and where to tell it; 0 is the beginning. */
export type KeptPlace = { kept: number | null; keep: (seconds: number) => void };

/** Seconds: nobody needs to be led back to the very beginning or to the last words. */
const margin = 5;
/** Seconds of playing after which the place is told, beside when it is paused or the page is left. */
const toldEvery = 20;

/**
 * Keeps how far a film or a sound was played, and goes on from there: on this device under a key, and elsewhere by `place`,
 * which counts more. Without a key nothing is kept.
 */
export function usePlace(media: RefObject<HTMLMediaElement | null>, key: string | undefined, place?: KeptPlace) {
  const elsewhere = useRef(place);
  elsewhere.current = place;
  useEffect(() => {
    const element = media.current;
    if (!element || !key) return;
    const name = `place:${key}`;
    let told = elsewhere.current?.kept ?? 0;

    const restore = () => goTo(element, elsewhere.current?.kept ?? Number(localStorage.getItem(name)));
    const tell = (seconds: number) => {
      if (Math.abs(seconds - told) < 1) return;
      told = seconds;
      elsewhere.current?.keep(seconds);
    };
    const keep = (event: Event) => {
      const { currentTime, duration } = element;
      const isWithin = currentTime > margin && currentTime < duration - margin;
      if (isWithin) localStorage.setItem(name, String(currentTime));
      else if (!element.paused || element.ended) localStorage.removeItem(name);
      if (event.type !== "timeupdate" || Math.abs(currentTime - told) >= toldEvery) tell(isWithin ? currentTime : 0);
    };
    const leave = () => {
      const { currentTime, duration } = element;
      if (currentTime > margin && currentTime < duration - margin) tell(currentTime);
    };
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) restore();
    else element.addEventListener("loadedmetadata", restore, { once: true });
    const events = ["timeupdate", "pause", "ended"];
    for (const event of events) element.addEventListener(event, keep);
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", leave);
    return () => {
      leave();
      element.removeEventListener("loadedmetadata", restore);
      for (const event of events) element.removeEventListener(event, keep);
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [media, key]);
}

function goTo(element: HTMLMediaElement, place: number) {
  if (place > margin && place < element.duration - margin) element.currentTime = place;
}
