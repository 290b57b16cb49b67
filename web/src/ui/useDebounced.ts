import { useEffect, useRef, useState } from "react";

/** How long a search waits after the last key. */
export const searchWait = 400;

/**
 * A text field's own value, told to `onSettled` once typing has paused. Returns the value and its setter; a value that
 * changes from outside replaces what is shown.
 */
export function useDebounced(outer: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(outer);
  const settled = useRef(onSettled);
  const told = useRef(outer);

  useEffect(() => {
    settled.current = onSettled;
  });

  useEffect(() => {
    if (outer === told.current) return;
    told.current = outer;
    setText(outer);
  }, [outer]);

  useEffect(() => {
    if (text === told.current) return;
    const timer = setTimeout(() => {
      told.current = text;
      settled.current(text);
    }, searchWait);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText];
}
