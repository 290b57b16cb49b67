import { classes } from "./classes.ts";

const tones = { ok: "bg-ok", warn: "bg-warn", rest: "bg-rest", danger: "bg-danger" };

/** Renders a coloured dot with its meaning as text beside it (with `hideLabel`, for screen readers and on hover only). */
export function StatusDot({
  tone,
  label,
  hideLabel = false,
}: {
  tone: keyof typeof tones;
  label: string;
  hideLabel?: boolean;
}) {
  return (
    <span className="inline-flex items-center gap-2" title={hideLabel ? label : undefined}>
      <span aria-hidden className={classes("size-2.5 shrink-0 rounded-full", tones[tone])} />
      <span className={hideLabel ? "sr-only" : undefined}>{label}</span>
    </span>
  );
}
