import { useSyncExternalStore } from "react";

const phone = "(max-width: 639.98px)";

/** Tells whether the window is below 640 px, where tables become cards. */
export const useNarrow = () =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(phone);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(phone).matches,
  );
