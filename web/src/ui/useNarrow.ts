import { useSyncExternalStore } from "react";

const phone = "(max-width: 639.98px)";
const small = "(min-width: 640px) and (max-width: 1279.98px)";

/** Tells whether the window is below 640 px, where tables become cards. */
export const useNarrow = () => useMedia(phone);

/** Tells whether the window is between 640 and 1280 px, where tables leave out their minor columns. */
export const useSmall = () => useMedia(small);

const useMedia = (media: string) =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(media);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(media).matches,
  );
