import { useSortable } from "@dnd-kit/sortable";
import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import { ArrowDown, ArrowUp, Copy, FolderOutput, GripVertical, Trash2, type LucideIcon } from "lucide-react";
import { classes } from "../../../ui/classes.ts";
import { getListedTitle, type ListedUnit } from "./draft.ts";
import { useEditorTools, useUpload } from "./editorContext.ts";
import { getUnitType } from "./units/unitTypes.ts";
import { formatPercent } from "../../../ui/format.ts";

type Props = { unit: ListedUnit; order: number; count: number; isSelected: boolean } & UnitActions;

export type UnitActions = { onDelete: (key: string) => void; onCopy: (key: string) => void };

/** Shows a unit in the list; the selected one has buttons below it. */
export const UnitRow = memo(function UnitRow({ unit, order, count, isSelected, onDelete, onCopy }: Props) {
  const { t, i18n } = useLingui();
  const { dispatch } = useEditorTools();
  const upload = useUpload(unit.key);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: unit.key,
  });
  const title = getListedTitle(unit, order);
  const move = (to: number) => dispatch({ do: "moveUnit", key: unit.key, to });
  const sentPart = upload?.status === "sending" ? formatPercent(100 * upload.part) : null;

  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classes(
        "rounded-ctl",
        isDragging ? "relative z-10 bg-raised shadow-float" : isSelected ? "bg-brand-soft" : "hover:bg-sunken",
      )}
    >
      <div className="flex items-center">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t`Reorder ${title}`}
          className="grid h-12 w-8 shrink-0 cursor-grab touch-none place-items-center rounded-ctl text-muted"
        >
          <GripVertical size={16} aria-hidden />
        </button>
        <button
          type="button"
          aria-current={isSelected ? "true" : undefined}
          onClick={() => dispatch({ do: "select", key: unit.key })}
          className="min-w-0 flex-1 rounded-ctl py-2 pr-3 text-left text-sm"
        >
          <span className={classes("block truncate", isSelected && "font-semibold text-brand-text")} title={title}>
            {order}. {title}
          </span>
          <span className={classes("text-small", isSelected ? "text-brand-text" : "text-muted")}>
            {i18n._(getUnitType(unit.type).name)}
            {sentPart && <span className="tabular-nums"> · {t`Uploading ${sentPart}`}</span>}
          </span>
        </button>
      </div>
      {isSelected && !isDragging && (
        <div className="flex gap-1 pb-1.5 pl-7">
          <RowAction icon={ArrowUp} label={t`Move up`} disabled={order === 1} onPress={() => move(order - 2)} />
          <RowAction icon={ArrowDown} label={t`Move down`} disabled={order === count} onPress={() => move(order)} />
          {/* A package records its results for one unit. */}
          {unit.type !== "Scorm" && (
            <RowAction
              icon={Copy}
              label={t`Duplicate unit`}
              onPress={() => dispatch({ do: "duplicateUnit", key: unit.key })}
            />
          )}
          <RowAction icon={FolderOutput} label={t`Copy or move to another course`} onPress={() => onCopy(unit.key)} />
          <RowAction icon={Trash2} label={t`Delete unit`} onPress={() => onDelete(unit.key)} />
        </div>
      )}
    </li>
  );
});

type ActionProps = { icon: LucideIcon; label: string; disabled?: boolean; onPress: () => void };

/** Stays in the tab order when it is disabled, so that keyboard users do not lose the focus. */
function RowAction({ icon: Icon, label, disabled = false, onPress }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onPress()}
      className="grid size-8 place-items-center rounded-ctl text-brand-text hover:bg-surface aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
