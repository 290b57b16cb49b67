import { useLingui } from "@lingui/react/macro";
import { useUrlTable } from "../urlTable.ts";
import { DataTable, type DataTableProps } from "../../ui/table/DataTable.tsx";
import { useLocalPage, type Column } from "../../ui/table/tableQuery.ts";
import { DownloadButton } from "./DownloadButton.tsx";
import { formatTableDate } from "../../ui/format.ts";

type Certificate = {
  course_id?: number | null;
  path_id?: number | null;
  title: string;
  completed_date?: string | null;
  expiry_date?: string | null;
};

type Props = Pick<DataTableProps<Certificate>, "label" | "onExport" | "empty" | "error"> & {
  certificates: Certificate[] | undefined;
  /** Their owner, if it is not the current user. */
  userId?: number;
};

/** Lists the certificates of completed courses and learning paths, to download. */
export function CertificateTable({ certificates, userId, ...rest }: Props) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const page = useLocalPage(certificates, query, local);
  const columns: Column<Certificate>[] = [
    {
      key: "title",
      header: t`Course Name`,
      cell: ({ title, path_id }) => (
        <>
          {title || t`Untitled Course`}
          {path_id != null && <span className="block text-small text-muted">{t`Learning path`}</span>}
        </>
      ),
      sortable: true,
    },
    { key: "issued", header: t`Issued At`, cell: (row) => row.completed_date ?? t`N/A`, sortable: true },
    { key: "expires", header: t`Expires At`, cell: (row) => formatTableDate(row.expiry_date), sortable: true },
  ];
  return (
    <DataTable
      {...rest}
      columns={columns}
      rows={page.rows}
      total={page.total}
      rowKey={({ course_id, path_id }) => (path_id == null ? `course ${course_id}` : `path ${path_id}`)}
      query={query}
      onQueryChange={setQuery}
      actions={(row) => <DownloadButton of={row} userId={userId} />}
    />
  );
}

const local = {
  text: ({ title }: Certificate) => title,
  value: (row: Certificate, key: string) => {
    if (key === "issued") return row.completed_date?.split("/").toReversed().join("-") ?? "";
    return key === "expires" ? (row.expiry_date ?? "") : row.title;
  },
};
