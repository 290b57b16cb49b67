import { memo } from "react";
import { useScreenExists } from "../../../app/links.ts";
import { classes } from "../../../ui/classes.ts";
import { NameLink } from "../../../ui/NameLink.tsx";
import { CellContent } from "./CellContent.tsx";
import type { MatrixCourse, MatrixPerson } from "./useMatrixRows.ts";

/** A cell of the matrix. */
export type Place = { row: number; column: number };

type Props = {
  index: number;
  top: number;
  height: number;
  /** Undefined until the row is loaded. */
  person: MatrixPerson | undefined;
  courses: MatrixCourse[];
  /** The columns in sight, and where they begin. */
  columns: { index: number; start: number }[];
  nameWidth: number;
  columnWidth: number;
  /** The column of the cell that Tab reaches, if it is in this row. */
  reached: number | null;
  onFocus: (place: Place) => void;
  onOpen: (person: MatrixPerson, course: MatrixCourse) => void;
};

/** Renders a person's row of the matrix; while others scroll into sight, it is not rendered again. */
export const MatrixRow = memo(function MatrixRow(props: Props) {
  const { index, top, height, person, courses, columns, nameWidth, columnWidth, reached, onFocus, onOpen } = props;
  const exists = useScreenExists();
  const cells = new Map(person?.cells.map((cell) => [cell.courseId, cell]));
  const path = `/reports/users/${person?.id}`;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={person ? undefined : true}
      style={{ top, height }}
      className="absolute left-0 w-full"
    >
      <div
        role="rowheader"
        aria-colindex={1}
        style={{ width: nameWidth, height }}
        className="sticky left-0 z-2 flex items-center border-r border-b border-line bg-surface px-4 font-medium"
      >
        <span className="truncate" title={person?.name}>
          {person && (exists(path) ? <NameLink to={path}>{person.name}</NameLink> : person.name)}
          {!person && <span aria-hidden className="inline-block h-3 w-24 rounded bg-sunken" />}
        </span>
      </div>
      {columns.map(({ index: column, start }) => {
        const course = courses[column]!;
        const cell = cells.get(course.id);
        return (
          <div
            key={course.id}
            role="gridcell"
            aria-colindex={column + 2}
            data-place={`${index} ${column}`}
            tabIndex={reached === column ? 0 : -1}
            style={{ left: nameWidth + start, width: columnWidth, height }}
            className={classes(
              "absolute top-0 flex items-center border-b border-line px-3 outline-offset-[-2px]",
              cell && "cursor-pointer hover:bg-sunken",
            )}
            onFocus={() => onFocus({ row: index, column })}
            onClick={() => cell && person && onOpen(person, course)}
          >
            {person && <CellContent cell={cell} />}
          </div>
        );
      })}
    </div>
  );
});
