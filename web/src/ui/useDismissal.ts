import { useEffect, useRef } from "react";

/** The press that opens the panel must not count as one outside of it. */
const listenAfter = 50;

/** Handles a panel that slides in: focuses it when it opens; Escape and a press outside of it call `onClose`. */
export function useDismissal(panel: React.RefObject<HTMLElement | null>, open: boolean, onClose: () => void) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open) return;
    panel.current?.querySelector<HTMLElement>("a, button")?.focus();
    const onPress = (event: MouseEvent) => {
      if (!panel.current?.contains(event.target as Node)) close.current();
    };
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close.current();
    const timer = setTimeout(() => document.addEventListener("click", onPress), listenAfter);
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, [open, panel]);
}
