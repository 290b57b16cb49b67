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
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Confirm } from "../../../ui/Confirm.tsx";
import { listedTitle, type Unit } from "./draft.ts";
import { useEditor } from "./editorContext.ts";
import { UnitRow } from "./UnitRow.tsx";
import { useDragWords } from "./useDragWords.ts";

/** The units, to be chosen, dragged, moved by buttons and deleted. */
export function UnitList() {
  const { t } = useLingui();
  const { state, dispatch, uploads } = useEditor();
  const { units } = state.course;
  const [doomed, setDoomed] = useState<Unit | null>(null);
  const accessibility = useDragWords(units);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
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
        <SortableContext items={units.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <ol className="grid gap-0.5">
            {units.map((unit, index) => (
              <UnitRow
                key={unit.key}
                unit={unit}
                order={index + 1}
                count={units.length}
                isSelected={unit.key === state.selected}
                onDelete={() => setDoomed(unit)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <Confirm
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed) {
            uploads.cancel(doomed.key);
            dispatch({ do: "deleteUnit", key: doomed.key });
          }
          setDoomed(null);
        }}
        title={t`Confirm Deletion`}
        confirm={t`Delete`}
      >
        {doomed && (
          <strong className="block pb-1 font-medium text-ink">{listedTitle(doomed, position(doomed.key) + 1)}</strong>
        )}
        {t`Are you sure you want to delete this unit? It is gone for learners once the course is saved.`}
      </Confirm>
    </>
  );
}
