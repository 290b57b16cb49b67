import { useLingui } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNarrow } from "../../../ui/useNarrow.ts";
import { MatrixRow, type Place } from "./MatrixRow.tsx";
import { formatShare } from "./states.ts";
import type { MatrixCourse, MatrixPerson } from "./useMatrixRows.ts";

const rowHeight = 52;
const columnWidth = 176;

type Props = {
  label: string;
  courses: MatrixCourse[];
  total: number;
  findRow: (index: number) => MatrixPerson | undefined;
  /** Reports the first and the last row in sight. */
  onSight: (first: number, last: number) => void;
  onOpen: (person: MatrixPerson, course: MatrixCourse) => void;
};

/**
 * Renders people as rows and courses as columns, of which only those in sight are in the page. Names and headings stay in
 * sight. One cell has the focus; arrow keys move it.
 */
export function MatrixGrid({ label, courses, total, findRow, onSight, onOpen }: Props) {
  const { t } = useLingui();
  const nameWidth = useNarrow() ? 132 : 220;
  const frame = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const moved = useRef(false);
  // oxlint-disable-next-line react/incompatible-library -- The rows and columns in sight are read anew by each render.
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: headHeight,
    overscan: 6,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: courses.length,
    getScrollElement: () => frame.current,
    estimateSize: () => columnWidth,
    scrollPaddingStart: nameWidth,
    overscan: 2,
  });
  const shownRows = rows.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  // The cell that Tab reaches: the last one with the focus, or one in sight when that is scrolled away.
  const isShown =
    shownRows.some(({ index }) => index === place.row) && shownColumns.some(({ index }) => index === place.column);
  const reached = isShown ? place : { row: shownRows[0]?.index ?? 0, column: shownColumns[0]?.index ?? 0 };
  const [first, last] = [shownRows[0]?.index ?? 0, shownRows.at(-1)?.index ?? 0];
  useEffect(() => onSight(first, last), [first, last, onSight]);
  useEffect(() => {
    if (!moved.current) return;
    const cell = frame.current?.querySelector<HTMLElement>(`[data-place="${place.row} ${place.column}"]`);
    // Once: a later render must not take the focus from what the user went to.
    if (cell) moved.current = false;
    cell?.focus();
  });

  return (
    <div
      ref={frame}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={courses.length + 1}
      onKeyDown={move}
      className="relative max-h-[72vh] overflow-auto text-sm outline-offset-[-2px]"
    >
      <div
        role="presentation"
        style={{ height: headHeight + rows.getTotalSize(), width: nameWidth + columns.getTotalSize() }}
        className="relative min-w-full"
      >
        <div role="row" aria-rowindex={1} style={{ height: headHeight }} className="sticky top-0 z-3 bg-surface">
          <div
            role="columnheader"
            aria-colindex={1}
            style={{ width: nameWidth, height: headHeight }}
            className="sticky left-0 z-3 flex items-end border-r border-b border-line bg-surface px-4 pb-2 text-small font-medium text-muted"
          >
            {t`Name`}
          </div>
          {shownColumns.map(({ index, start }) => {
            const course = courses[index]!;
            return (
              <div
                key={course.id}
                role="columnheader"
                aria-colindex={index + 2}
                style={{ left: nameWidth + start, width: columnWidth, height: headHeight }}
                className="absolute top-0 flex flex-col justify-end gap-0.5 border-b border-line bg-surface px-3 pb-2"
              >
                <span className="line-clamp-2 font-medium" title={course.name}>
                  {course.name || t`Untitled Course`}
                </span>
                <span className="text-small text-muted tabular-nums">{t`${formatShare(course.counts)} compliant`}</span>
              </div>
            );
          })}
        </div>
        {shownRows.map(({ index, start }) => (
          <MatrixRow
            key={index}
            index={index}
            top={headHeight + start}
            height={rowHeight}
            person={findRow(index)}
            courses={courses}
            columns={shownColumns}
            nameWidth={nameWidth}
            columnWidth={columnWidth}
            reached={reached.row === index ? reached.column : null}
            onFocus={setPlace}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  );

  function move(event: KeyboardEvent) {
    const { row, column } = place;
    const page = Math.max(1, shownRows.length - 8);
    const steps: Record<string, Place> = {
      ArrowDown: { row: row + 1, column },
      ArrowUp: { row: row - 1, column },
      ArrowRight: { row, column: column + 1 },
      ArrowLeft: { row, column: column - 1 },
      PageDown: { row: row + page, column },
      PageUp: { row: row - page, column },
      Home: { row: event.ctrlKey ? 0 : row, column: 0 },
      End: { row: event.ctrlKey ? total - 1 : row, column: courses.length - 1 },
    };
    if (!(event.target as HTMLElement).matches('[role="gridcell"]')) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      (event.target as HTMLElement).click();
      return;
    }
    const next = steps[event.key];
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    const to = {
      row: Math.min(Math.max(next.row, 0), total - 1),
      column: Math.min(Math.max(next.column, 0), courses.length - 1),
    };
    rows.scrollToIndex(to.row);
    columns.scrollToIndex(to.column);
    setPlace(to);
  }
}

const headHeight = 84;
