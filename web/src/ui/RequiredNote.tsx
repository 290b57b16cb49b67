import { useLingui } from "@lingui/react/macro";
import { classes } from "./classes.ts";

/** Explains the mark of required fields. */
export function RequiredNote({ className }: { className?: string }) {
  const { t } = useLingui();
  return <p className={classes("text-small text-muted", className)}>{t`Fields marked * are required.`}</p>;
}
