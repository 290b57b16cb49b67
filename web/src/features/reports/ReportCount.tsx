import { classes } from "../../ui/classes.ts";

const tones = { ok: "text-ok", warn: "text-warn", danger: "text-danger" };

/** Renders a count in the colour of its status; grey for zero. */
export function ReportCount({ count, tone }: { count: number; tone: keyof typeof tones }) {
  return <span className={classes("font-medium", count > 0 ? tones[tone] : "text-muted")}>{count}</span>;
}
