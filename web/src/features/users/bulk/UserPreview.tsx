import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { Tag } from "../../../ui/Tag.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { type Column as TableColumn, useLocalPage, useTableQuery } from "../../../ui/table/tableQuery.ts";
import type { FileRow, RowProblem } from "./userColumns.ts";

type Row = FileRow & { number: number };

const page = {
  text: ({ first_name, last_name, email, role, branch_url, group_name }: Row) =>
    [first_name, last_name, email, role, branch_url, group_name].join(" "),
  value: (row: Row, key: string) => (key === "number" ? row.number : (row[key as keyof FileRow] ?? "")),
};

/** Shows the rows of the file as they will be sent, one page at a time, so that thousands show immediately. */
export function UserPreview({ rows, problems }: { rows: FileRow[]; problems: RowProblem[] }) {
  const { t } = useLingui();
  const [query, setQuery] = useTableQuery();
  const numbered = useMemo(() => rows.map((row, index) => ({ ...row, number: index + 1 })), [rows]);
  const faulty = useMemo(() => new Set(problems.map(({ row }) => row + 1)), [problems]);
  const shown = useLocalPage<Row>(numbered, query, page);
  const column = (key: keyof FileRow, header: string): TableColumn<Row> => ({
    key,
    header,
    sortable: true,
    cell: (row) => row[key],
  });

  return (
    <section>
      <h2 className="mb-3 font-display text-title">{t`User Preview`}</h2>
      <DataTable
        label={t`User Preview`}
        columns={[
          {
            key: "number",
            header: t`User`,
            sortable: true,
            cell: ({ number }) => (
              <span className="inline-flex items-center gap-2 tabular-nums">
                {number}
                {faulty.has(number) && <Tag tone="accent">{t`Error`}</Tag>}
              </span>
            ),
          },
          { ...column("first_name", t`First Name`), isTitle: true },
          column("last_name", t`Last Name`),
          column("email", t`Email`),
          column("role", t`Role`),
          column("branch_url", t`Branch`),
          column("group_name", t`Group`),
        ]}
        rows={shown.rows}
        total={shown.total}
        rowKey={(row) => row.number}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users`}
        empty={{ title: t`No results found.` }}
      />
    </section>
  );
}
