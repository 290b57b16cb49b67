import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";
import { useLingui } from "@lingui/react/macro";
import { type DraftSection, findCourse } from "./pathDraft.ts";

/** Returns what screen readers say while a course is dragged. */
export function useCourseAnnouncements(sections: readonly DraftSection[]) {
  const { t } = useLingui();
  const name = (id: UniqueIdentifier) => {
    const place = findCourse(sections, Number(id));
    return place ? sections[place.section]!.courses[place.index]!.title || t`Untitled course` : "";
  };
  const where = (id: UniqueIdentifier) => {
    const place = findCourse(sections, Number(id));
    if (place) return t`position ${place.index + 1} of section ${place.section + 1}`;
    return t`section ${sections.findIndex(({ key }) => key === id) + 1}`;
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => t`${name(active.id)} is picked up, at ${where(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? t`${name(active.id)} is over ${where(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? t`${name(active.id)} is dropped at ${where(over.id)}.` : undefined),
    onDragCancel: ({ active }) => t`${name(active.id)} is back in its place.`,
  };
  const screenReaderInstructions = {
    draggable: t`Press space to pick the course up, the arrow keys to move it, space to drop it, Escape to put it back.`,
  };
  return { announcements, screenReaderInstructions };
}
