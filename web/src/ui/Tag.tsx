import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const tones = {
  neutral: "bg-sunken text-muted",
  brand: "bg-brand-soft text-brand-text",
  accent: "bg-accent-soft text-accent-text",
};

/** Renders a short highlighted text, such as a role or a status. */
export function Tag({ tone = "neutral", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span className={classes("inline-block rounded-md px-2 py-0.5 text-small font-medium", tones[tone])}>
      {children}
    </span>
  );
}
