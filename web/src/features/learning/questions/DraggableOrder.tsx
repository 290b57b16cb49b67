import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useLingui } from "@lingui/react/macro";
import { GripVertical } from "lucide-react";
import type { OrderListProps } from "./order.ts";
import { OrderRow } from "./OrderRow.tsx";

/** Shows a list that is sorted by pointer, touch or keyboard. */
export default function DraggableOrder({ rows, onMove }: OrderListProps) {
  const { t } = useLingui();
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const findPlace = (id: UniqueIdentifier) => rows.findIndex((row) => row.key === id);
  const total = rows.length;
  const place = (id: UniqueIdentifier | undefined) => (id === undefined ? 0 : findPlace(id) + 1);
  const announcements: Announcements = {
    onDragStart: ({ active }) => t`Picked up. It is ${place(active.id)} of ${total}.`,
    onDragOver: ({ over }) => (over ? t`It would be ${place(over.id)} of ${total}.` : undefined),
    onDragEnd: ({ over }) => t`Put down at ${place(over?.id)} of ${total}.`,
    onDragCancel: () => t`Put back.`,
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: t`Press space to pick up, the arrow keys to move, space to put down, Escape to put back.`,
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over && active.id !== over.id) onMove(findPlace(active.id), findPlace(over.id));
      }}
    >
      <SortableContext items={rows.map((row) => row.key)} strategy={verticalListSortingStrategy}>
        <ol className="grid gap-2">
          {rows.map((row, at) => (
            <DraggableRow
              key={row.key}
              id={row.key}
              text={row.text}
              picture={row.picture}
              at={at}
              total={total}
              onMove={(to) => onMove(at, to)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

type RowProps = {
  id: string;
  text: string;
  picture: OrderListProps["rows"][number]["picture"];
  at: number;
  total: number;
  onMove: (to: number) => void;
};

function DraggableRow({ id, text, ...row }: RowProps) {
  const { t } = useLingui();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const style = transform
    ? { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition }
    : { transition };
  return (
    <OrderRow
      {...row}
      text={text}
      ref={setNodeRef}
      style={style}
      className={isDragging ? "relative z-10 shadow-float" : undefined}
      handle={
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t`Drag ${text}`}
          className="-ml-1.5 grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-ctl text-muted hover:bg-sunken active:cursor-grabbing"
        >
          <GripVertical size={16} aria-hidden />
        </button>
      }
    />
  );
}
