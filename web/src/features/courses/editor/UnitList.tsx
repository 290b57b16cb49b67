import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { memo, Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazyPart.tsx";
import { DeleteUnitDialog } from "./DeleteUnitDialog.tsx";
import { getListedTitle, type ListedUnit } from "./draft.ts";
import { useEditor, useEditorTools } from "./editorContext.ts";
import { UnitRow } from "./UnitRow.tsx";
import { useDragAnnouncements } from "./useDragAnnouncements.ts";

const CopyUnitsDialog = lazyPart(() => import("./CopyUnitsDialog.tsx"));

// The same objects each time: other objects would render every row again.
const byPointer = { activationConstraint: { distance: 4 } };
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates };

/** Lists the units, to select, drag, move by buttons and delete them. */
export function UnitList() {
  const { state } = useEditor();
  return <SortableUnits units={useListed(state.course.units)} selected={state.selected} />;
}

/** Renders only when the list itself changes: there may be hundreds of units, and every keystroke makes a new course. */
const SortableUnits = memo(function SortableUnits({ units, selected }: { units: ListedUnit[]; selected: string }) {
  const { dispatch } = useEditorTools();
  const [keyToDelete, setToDelete] = useState<string | null>(null);
  const [keyToCopy, setToCopy] = useState<string | null>(null);
  const toDelete = units.find(({ key }) => key === keyToDelete) ?? null;
  const keys = useSame(units.map(({ key }) => key));
  const accessibility = useDragAnnouncements(units);
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeyboard));
  const position = (key: unknown) => units.findIndex((unit) => unit.key === key);

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={accessibility}
        onDragEnd={({ active, over }: DragEndEvent) => {
          if (over && active.id !== over.id)
            dispatch({ do: "moveUnit", key: String(active.id), to: position(over.id) });
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol className="grid gap-0.5">
            {units.map((unit, index) => (
              <UnitRow
                key={unit.key}
                unit={unit}
                order={index + 1}
                count={units.length}
                isSelected={unit.key === selected}
                onDelete={setToDelete}
                onCopy={setToCopy}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <DeleteUnitDialog
        unit={toDelete && { key: toDelete.key, title: getListedTitle(toDelete, position(toDelete.key) + 1) }}
        onClose={() => setToDelete(null)}
      />
      {keyToCopy !== null && (
        <Suspense>
          <CopyUnitsDialog unitKey={keyToCopy} onClose={() => setToCopy(null)} />
        </Suspense>
      )}
    </>
  );
});

/** Returns what the list shows of the units: the same objects while nothing of that changes. */
function useListed(units: readonly ListedUnit[]): ListedUnit[] {
  const [last, setLast] = useState<ListedUnit[]>([]);
  const known = new Map(last.map((unit) => [unit.key, unit]));
  const listed = units.map(({ key, type, title }) => {
    const before = known.get(key);
    return before?.type === type && before.title === title ? before : { key, type, title };
  });
  const isSame = listed.length === last.length && listed.every((unit, index) => unit === last[index]);
  if (!isSame) setLast(listed);
  return isSame ? last : listed;
}

/** Returns the first list as long as the entries are the same. */
function useSame(list: string[]): string[] {
  const [last, setLast] = useState(list);
  const isSame = list.length === last.length && list.every((entry, index) => entry === last[index]);
  if (!isSame) setLast(list);
  return isSame ? last : list;
}
