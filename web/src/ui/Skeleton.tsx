import { classes } from "./classes.ts";

/** A grey stand-in of the size of what is coming; give it that size by `className`. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes("animate-pulse rounded-ctl bg-sunken", className)} />;
}
