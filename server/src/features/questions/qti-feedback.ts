import { t } from "../../i18n/message.ts";
import { listNamed } from "./qti-names.ts";
import { readText } from "./qti-text.ts";
import type { Item } from "./qti-item.ts";

export interface Feedback {
  /** Returns the feedback on a choice or an accepted answer. */
  of: (value: string) => string | undefined;
  /** Returns the feedback that is always shown. */
  general: () => string;
}

/** Reads the feedback of an item. Notes feedback that depends on something else than one answer, which is left out. */
export function readFeedback({ root, scoring, note }: Item): Feedback {
  const byValue = new Map<string, string>();
  const general: string[] = [];
  let isLeftOut = false;
  for (const element of listNamed(root, "modalFeedback")) {
    const { outcomeIdentifier: outcome = "", identifier = "", showHide = "show" } = element.attributes;
    const text = readText(element.content);
    if (text === "") continue;
    const shown = scoring.shown.get(`${outcome} ${identifier}`);
    const value = scoring.copies.has(outcome) ? identifier : shown?.value;
    if (showHide === "show" && shown === null) general.push(text);
    else if (showHide === "show" && typeof value === "string" && !byValue.has(value)) byValue.set(value, text);
    else isLeftOut = true;
  }
  if (isLeftOut) note(t`Feedback that depends on whether the answer is right is left out.`);
  return { of: (value) => byValue.get(value), general: () => general.join("\n") };
}
