import { classes } from "./classes.ts";

export type ButtonLook = {
  kind?: "primary" | "quiet" | "ghost" | "danger";
  /** Heights: small 32 px (table rows), medium 40, large 48; icon is a square of 32 px for an icon only. */
  size?: "small" | "medium" | "large" | "icon";
};

/** Returns the classes of a button, for any element that acts as one. */
export function buttonClass({ kind = "primary", size = "medium" }: ButtonLook, extra?: string) {
  return classes(base, sizes[size], kinds[kind], extra);
}

const base =
  "inline-flex shrink-0 items-center justify-center gap-2 [&>svg]:shrink-0 rounded-ctl font-semibold transition-colors " +
  "disabled:pointer-events-none disabled:opacity-55 data-disabled:pointer-events-none data-disabled:opacity-55 " +
  "aria-disabled:pointer-events-none aria-disabled:opacity-55";

const sizes = {
  small: "h-8 px-3 text-small whitespace-nowrap",
  medium: "h-10 px-4 text-sm whitespace-nowrap",
  // Wraps, because its text may be longer than a phone is wide.
  large: "min-h-12 max-w-full px-6 py-2 text-base wrap-anywhere",
  icon: "size-8",
};

const kinds = {
  primary: "bg-brand text-on-brand hover:bg-brand-hover",
  quiet: "border border-line-strong bg-surface text-ink hover:bg-sunken",
  ghost: "text-ink hover:bg-sunken",
  danger: "bg-[var(--danger-fill)] text-white hover:bg-[var(--danger-fill-hover)]",
};
