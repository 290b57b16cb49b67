import { useLingui } from "@lingui/react/macro";
import type { CourseMatrixQuery } from "../../../gen/graphql.ts";
import { useScreenExists } from "../../../app/links.ts";
import { nameUnitType } from "../../../app/unitTypeNames.ts";
import { formatPercent, formatTableDate } from "../../../ui/format.ts";
import { NameLink } from "../../../ui/NameLink.tsx";
import { ColumnHeader } from "../../../ui/table/ColumnHeader.tsx";
import type { TableQuery } from "../../../ui/table/tableQuery.ts";
import { toColumn, useReportDefinitions } from "../useReportDefinitions.tsx";
import { MatrixCell } from "./MatrixCell.tsx";

type Matrix = CourseMatrixQuery["courseReport"]["matrix"];

type Props = { label: string; matrix: Matrix; query: TableQuery; onQueryChange: (query: TableQuery) => void };

/** Renders learners as rows and units as columns. Only the table scrolls sideways; names and headings stay in sight. */
export function MatrixTable({ label, matrix, query, onQueryChange }: Props) {
  const { t } = useLingui();
  const exists = useScreenExists();
  const { data } = useReportDefinitions();
  const columns = data?.reports.find(({ kind }) => kind === "course-matrix")?.columns ?? [];
  return (
    <div
      role="region"
      aria-label={t`${label}, scrollable`}
      // Keyboard users scroll what has the focus.
      tabIndex={0}
      className="max-h-[75vh] overflow-auto print:max-h-none print:overflow-visible"
    >
      <table className="w-max min-w-full border-separate border-spacing-0 text-sm print:w-full print:**:text-[7pt]">
        <caption className="sr-only">
          {t`What each learner has done in each unit of the course, in the order of the units.`}
        </caption>
        <thead>
          <tr className="text-left text-small text-muted">
            {columns.map((column, index) => (
              <ColumnHeader
                key={column.key}
                column={toColumn(column, () => null)}
                query={query}
                onQueryChange={onQueryChange}
                className={index === 0 ? `${heading} ${firstColumn} z-3` : heading}
              />
            ))}
            {matrix.units.map((unit) => {
              const title = unit.title || nameUnitType(unit.type);
              return (
                <th key={unit.id} scope="col" title={title} className={heading}>
                  <span className="block max-w-36 truncate print:max-w-none print:whitespace-normal">{title}</span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {matrix.rows.map((row) => {
            const cells = new Map(row.cells.map((cell) => [cell.unitId, cell]));
            const path = `/reports/users/${row.id}`;
            return (
              <tr key={row.id} className="last:*:border-b-0">
                <th scope="row" className={`${cellClass} ${firstColumn} z-1 bg-surface text-left font-medium`}>
                  <span className="block truncate print:whitespace-normal" title={row.name}>
                    {exists(path) ? <NameLink to={path}>{row.name}</NameLink> : row.name}
                  </span>
                </th>
                <td className={`${cellClass} whitespace-nowrap text-muted tabular-nums`}>
                  {formatPercent(row.progress)}
                </td>
                <td className={`${cellClass} whitespace-nowrap text-muted tabular-nums`}>
                  {formatTableDate(row.completionDate)}
                </td>
                {matrix.units.map(({ id }) => (
                  <td key={id} className={cellClass}>
                    <MatrixCell cell={cells.get(id)} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const heading =
  "sticky top-0 z-2 h-10 border-b border-line bg-surface px-4 font-medium whitespace-nowrap print:static print:px-1";
const firstColumn = "sticky left-0 w-32 max-w-32 min-w-32 border-r sm:w-52 sm:max-w-52 sm:min-w-52 print:static";
const cellClass = "h-12 border-b border-line px-4 py-1.5 print:h-auto print:px-1";
