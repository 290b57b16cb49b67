import { useEffect, type RefObject } from "react";

/** Seconds: nobody needs to be led back to the very beginning or to the last words. */
const margin = 5;

/** Keeps on this device how far a film or a sound was played, and goes on from there. Without a key nothing is kept. */
export function usePlace(media: RefObject<HTMLMediaElement | null>, key: string | undefined) {
  useEffect(() => {
    const element = media.current;
    if (!element || !key) return;
    const name = `place:${key}`;

    const restore = () => goTo(element, Number(localStorage.getItem(name)));
    const keep = () => {
      const { currentTime, duration } = element;
      if (currentTime > margin && currentTime < duration - margin) localStorage.setItem(name, String(currentTime));
      else if (!element.paused || element.ended) localStorage.removeItem(name);
    };
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) restore();
    else element.addEventListener("loadedmetadata", restore, { once: true });
    const events = ["timeupdate", "pause", "ended", "seeked"];
    for (const event of events) element.addEventListener(event, keep);
    return () => {
      element.removeEventListener("loadedmetadata", restore);
      for (const event of events) element.removeEventListener(event, keep);
    };
  }, [media, key]);
}

function goTo(element: HTMLMediaElement, place: number) {
  if (place > margin && place < element.duration - margin) element.currentTime = place;
}
