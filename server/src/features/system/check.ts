import type { Message } from "../../i18n/message.ts";

/** The parts of an installation that are inspected, in the order in which they are shown. */
export const CHECKED = [
  "settings",
  "database",
  "schema",
  "connections",
  "clock",
  "jobs",
  "storage",
  "disk",
  "mail",
  "backup",
  "office",
  "host",
] as const;

export type Checked = (typeof CHECKED)[number];

/** `unknown`: the server cannot find it out. */
export type CheckState = "ok" | "warning" | "failure" | "unknown";

/** What was found out about one part of an installation. */
export interface Check {
  part: Checked;
  state: CheckState;
  detail: Message;
  /** What to do about it; null if nothing has to be done. */
  remedy: Message | null;
}

/** Creates the result of a check of one part. */
export function report(part: Checked, state: CheckState, detail: Message, remedy: Message | null = null): Check {
  return { part, state, detail, remedy };
}
