import type { CourseDraft } from "./draft.ts";

/** What the server found in a course, told with the unit that it is about; each once. */
export function refusalsOf(validation: Record<string, string[]>, course: CourseDraft): string[] {
  const messages = Object.entries(validation).flatMap(([field, texts]) => {
    const unit = unitOf(field, course);
    return texts.map((text) => (unit ? `${unit}: ${text}` : text));
  });
  return [...new Set(messages)];
}

function unitOf(field: string, { units }: CourseDraft): string | null {
  const index = /^units\.(\d+)\./.exec(field)?.[1];
  const unit = index && units[Number(index)];
  return unit ? `${unit.type} Unit ${Number(index) + 1}` : null;
}
