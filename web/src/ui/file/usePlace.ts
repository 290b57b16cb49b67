import { useEffect, useRef, type RefObject } from "react";

/** The last position on any device, in seconds, and a function that stores it; 0 is the start. */
export type KeptPlace = { kept: number | null; keep: (seconds: number) => void };

/** Seconds: positions near the start or the end are not worth resuming. */
const margin = 5;
/** Seconds of playing after which the position is stored, besides pausing and leaving the page. */
const storedEvery = 20;

/**
 * Stores the position of a video or audio player and resumes there: on this device under a key, and on others by
 * `place`, which has precedence. Without a key nothing is stored.
 */
export function usePlace(media: RefObject<HTMLMediaElement | null>, key: string | undefined, place?: KeptPlace) {
  const elsewhere = useRef(place);
  elsewhere.current = place;
  useEffect(() => {
    const element = media.current;
    if (!element || !key) return;
    const name = `place:${key}`;
    let stored = elsewhere.current?.kept ?? 0;
    const onDevice = createDeviceAccess();

    const restore = () =>
      goTo(element, elsewhere.current?.kept ?? Number(onDevice((storage) => storage.getItem(name))));
    const store = (seconds: number) => {
      if (Math.abs(seconds - stored) < 1) return;
      stored = seconds;
      elsewhere.current?.keep(seconds);
    };
    const keep = (event: Event) => {
      const { currentTime, duration } = element;
      // The file is being loaded, for example from a new address: it begins at 0.
      if (Number.isNaN(duration)) return;
      const isWithin = currentTime > margin && currentTime < duration - margin;
      if (isWithin) onDevice((storage) => storage.setItem(name, String(currentTime)));
      else if (!element.paused || element.ended) onDevice((storage) => storage.removeItem(name));
      if (event.type !== "timeupdate" || Math.abs(currentTime - stored) >= storedEvery)
        store(isWithin ? currentTime : 0);
    };
    const leave = () => {
      const { currentTime, duration } = element;
      if (currentTime > margin && currentTime < duration - margin) store(currentTime);
    };
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) restore();
    element.addEventListener("loadedmetadata", restore);
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

/**
 * Returns a function that uses the storage of this device, and warns once: a storage that is full or closed must not
 * keep the position from other devices.
 */
function createDeviceAccess() {
  let hasWarned = false;
  return <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(localStorage);
    } catch (error) {
      if (!hasWarned) console.warn("The position could not be kept on this device.", error);
      hasWarned = true;
      return undefined;
    }
  };
}
