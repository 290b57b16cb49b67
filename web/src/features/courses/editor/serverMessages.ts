import { t } from "@lingui/core/macro";
import type { CourseDraft } from "./draft.ts";
import { nameUnit } from "./unitNames.ts";

/** Lists the server's messages about a course with the unit that they are about, each once. */
export function listServerMessages(validation: Record<string, string[]>, course: CourseDraft): string[] {
  const messages = Object.entries(validation).flatMap(([field, texts]) => {
    const unit = findUnit(field, course);
    return texts.map((text) => (unit ? t`${unit}: ${text}` : text));
  });
  return [...new Set(messages)];
}

function findUnit(field: string, { units }: CourseDraft): string | null {
  const index = /^units\.(\d+)\./.exec(field)?.[1];
  const unit = index && units[Number(index)];
  return unit ? nameUnit(unit, Number(index) + 1) : null;
}
