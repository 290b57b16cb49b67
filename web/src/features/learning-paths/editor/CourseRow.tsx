import { useSortable } from "@dnd-kit/sortable";
import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, GripVertical, type LucideIcon, X } from "lucide-react";
import { classes } from "../../../ui/classes.ts";
import type { DraftCourse } from "./pathDraft.ts";

type Props = {
  course: DraftCourse;
  canMoveUp: boolean;
  canMoveDown: boolean;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

/** Shows a course of a section, which can be dragged, moved by buttons and removed. */
export function CourseRow({ course, canMoveUp, canMoveDown, onMove, onRemove }: Props) {
  const { t } = useLingui();
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: course.id,
  });
  const title = course.title || t`Untitled course`;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classes(
        "flex items-center rounded-ctl",
        isDragging ? "relative z-10 bg-raised shadow-float" : "hover:bg-sunken",
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t`Reorder ${title}`}
        className="grid h-11 w-8 shrink-0 cursor-grab touch-none place-items-center rounded-ctl text-muted"
      >
        <GripVertical size={16} aria-hidden />
      </button>
      <span className="min-w-0 flex-1 py-2 text-sm">
        {title}
        {!course.is_published && <span className="text-small text-muted"> · {t`Draft`}</span>}
      </span>
      <RowButton icon={ArrowUp} label={t`Move ${title} up`} disabled={!canMoveUp} onPress={() => onMove(-1)} />
      <RowButton icon={ArrowDown} label={t`Move ${title} down`} disabled={!canMoveDown} onPress={() => onMove(1)} />
      <RowButton icon={X} label={t`Remove ${title}`} onPress={onRemove} />
    </li>
  );
}

type RowButtonProps = { icon: LucideIcon; label: string; disabled?: boolean; onPress: () => void };

/** Renders a button with an icon; it stays in the tab order when it is disabled, so that the focus is not lost. */
export function RowButton({ icon: Icon, label, disabled = false, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onPress()}
      className="grid size-9 shrink-0 place-items-center rounded-ctl text-muted hover:bg-sunken hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
