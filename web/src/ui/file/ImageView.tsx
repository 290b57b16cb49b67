import { useRef } from "react";
import { classes } from "../classes.ts";
import { FullscreenButton } from "./FullscreenButton.tsx";
import { useFullscreen } from "./useFullscreen.ts";

/** Shows an image as large as fits, with full screen. */
export function ImageView({ src, name }: { src: string; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const full = useFullscreen(frame);
  return (
    <div ref={frame} className={classes("flex flex-col gap-3", full.isFull && "bg-raised")}>
      <div className={classes("flex justify-end", full.isFull && "p-3")}>
        <FullscreenButton {...full} />
      </div>
      <img
        src={src}
        alt={name}
        className={classes(
          "mx-auto max-w-full rounded-ctl object-contain",
          full.isFull ? "min-h-0 flex-1" : "max-h-[70dvh]",
        )}
      />
    </div>
  );
}
