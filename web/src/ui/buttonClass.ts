import { classes } from "./classes.ts";

export type ButtonLook = {
  kind?: "primary" | "quiet" | "ghost" | "danger";
  /** Heights: small 32 px (table rows), medium 40, large 48; icon is a square of 32 px for a picture alone. */
  size?: "small" | "medium" | "large" | "icon";
};

/** The look of a button, for whatever element behaves like one. */
export function buttonClass({ kind = "primary", size = "medium" }: ButtonLook, extra?: string) {
  return classes(base, sizes[size], kinds[kind], extra);
}

const base =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-ctl font-semibold whitespace-nowrap transition-colors " +
  "disabled:pointer-events-none disabled:opacity-55 data-disabled:pointer-events-none data-disabled:opacity-55";

const sizes = {
  small: "h-8 px-3 text-small",
  medium: "h-10 px-4 text-sm",
  large: "h-12 px-6 text-base",
  icon: "size-8",
};

const kinds = {
  primary: "bg-brand text-on-brand hover:bg-brand-hover",
  quiet: "border border-line-strong bg-surface text-ink hover:bg-sunken",
  ghost: "text-ink hover:bg-sunken",
  danger: "bg-[var(--danger-fill)] text-white hover:bg-[var(--danger-fill-hover)]",
};
