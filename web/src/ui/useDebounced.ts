import { useEffect, useRef, useState } from "react";

/** Milliseconds that a search waits after the last key. */
export const searchWait = 400;

/**
 * Holds a text field's value and reports it to `onSettled` after typing has paused. Returns the value and its setter; a
 * value that changes from outside replaces what is shown.
 */
export function useDebounced(outer: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(outer);
  const settled = useRef(onSettled);
  const reported = useRef(outer);

  useEffect(() => {
    settled.current = onSettled;
  });

  useEffect(() => {
    if (outer === reported.current) return;
    reported.current = outer;
    setText(outer);
  }, [outer]);

  useEffect(() => {
    if (text === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text;
      settled.current(text);
    }, searchWait);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText];
}
