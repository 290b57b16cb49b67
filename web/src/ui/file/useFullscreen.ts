import { useEffect, useState, type RefObject } from "react";

/** Shows an element in full screen. `toggle` is missing where the browser cannot; Escape leaves. */
export function useFullscreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(element.current !== null && document.fullscreenElement === element.current);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, [element]);

  useEffect(() => {
    if (!isFull) return;
    // Not every browser leaves by itself, and the same key must not close the dialog around the element.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      void document.exitFullscreen();
    };
    addEventListener("keydown", leave, { capture: true });
    return () => removeEventListener("keydown", leave, { capture: true });
  }, [isFull]);

  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : element.current?.requestFullscreen();
    // A browser may refuse; the page then stays unchanged.
    change?.catch((error: unknown) => console.warn("The screen could not be filled.", error));
  };
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
}
