import { classes } from "./classes.ts";

/** Renders a grey placeholder in the size of the content; set the size with `className`. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes("animate-pulse rounded-ctl bg-sunken", className)} />;
}
