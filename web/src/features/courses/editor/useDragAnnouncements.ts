import type { Announcements } from "@dnd-kit/core";
import { useLingui } from "@lingui/react/macro";
import { getListedTitle, type ListedUnit } from "./draft.ts";

/** Returns what screen readers say while a unit is dragged. */
export function useDragAnnouncements(units: ListedUnit[]) {
  const { t } = useLingui();
  const total = units.length;
  const order = (key: unknown) => units.findIndex((unit) => unit.key === key) + 1;
  const name = (key: unknown) => {
    const unit = units[order(key) - 1];
    return unit ? getListedTitle(unit, order(key)) : "";
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => t`${name(active.id)} is picked up, at position ${order(active.id)} of ${total}.`,
    onDragOver: ({ active, over }) =>
      over ? t`${name(active.id)} is over position ${order(over.id)} of ${total}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t`${name(active.id)} is dropped at position ${order(over.id)} of ${total}.` : undefined,
    onDragCancel: ({ active }) => t`${name(active.id)} is back in its place.`,
  };
  const screenReaderInstructions = {
    draggable: t`Press space to pick the unit up, the arrow keys to move it, space to drop it, Escape to put it back.`,
  };
  return { announcements, screenReaderInstructions };
}
