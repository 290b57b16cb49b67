import { useState } from "react";

/** A text that is kept on this device as it is typed, under the person and the unit it is for. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const name = `assignment:${key}`;
  const [text, setText] = useState(() => localStorage.getItem(name) ?? "");
  return [
    text,
    (next) => {
      setText(next);
      try {
        if (next) localStorage.setItem(name, next);
        else localStorage.removeItem(name);
      } catch (error) {
        // A full or closed storage must not keep anybody from typing.
        console.warn("The text could not be kept on this device.", error);
      }
    },
  ];
}
