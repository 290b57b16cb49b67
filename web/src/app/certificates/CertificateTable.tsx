import { useLingui } from "@lingui/react/macro";
import { useUrlTable } from "../urlTable.ts";
import { DataTable, type DataTableProps } from "../../ui/table/DataTable.tsx";
import { useLocalPage, type Column } from "../../ui/table/tableQuery.ts";
import { DownloadButton } from "./DownloadButton.tsx";
import { formatTableDate } from "../../ui/format.ts";

type Course = { id: number; title: string; completed_date?: string | null; expiry_date?: string | null };

type Props = Pick<DataTableProps<Course>, "label" | "onExport" | "empty" | "error"> & {
  courses: Course[] | undefined;
  /** Their owner, if it is not the current user. */
  userId?: number;
};

/** Lists completed courses, each with its certificate to download. */
export function CertificateTable({ courses, userId, ...rest }: Props) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const page = useLocalPage(courses, query, local);
  const columns: Column<Course>[] = [
    { key: "title", header: t`Course Name`, cell: (course) => course.title || t`Untitled Course`, sortable: true },
    { key: "issued", header: t`Issued At`, cell: (course) => course.completed_date ?? t`N/A`, sortable: true },
    { key: "expires", header: t`Expires At`, cell: (course) => formatTableDate(course.expiry_date), sortable: true },
  ];
  return (
    <DataTable
      {...rest}
      columns={columns}
      rows={page.rows}
      total={page.total}
      rowKey={(course) => course.id}
      query={query}
      onQueryChange={setQuery}
      actions={(course) => <DownloadButton course={course} userId={userId} />}
    />
  );
}

const local = {
  text: (course: Course) => course.title,
  value: (course: Course, key: string) => {
    if (key === "issued") return course.completed_date?.split("/").toReversed().join("-") ?? "";
    return key === "expires" ? (course.expiry_date ?? "") : course.title;
  },
};
