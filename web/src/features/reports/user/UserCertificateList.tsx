import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { UserCertificatesQuery } from "../../../gen/graphql.ts";
import { downloadCertificate } from "../../../app/certificate.ts";
import { tableDate } from "../../../app/dates.ts";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useUrlTable } from "../../../app/urlTable.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage, type Column } from "../../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../exports/useExport.ts";
import { ReportFilters } from "../ReportFilters.tsx";
import { useNarrowing } from "../reportSearch.ts";
import { UserCertificates } from "../reports.documents.ts";

type Course = UserCertificatesQuery["completedCourses"][number];

/** The tab Certificates: what the person has completed, each with its certificate to download. */
export function UserCertificateList({ userId }: { userId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const { narrowing, isNarrowed } = useNarrowing();
  const days = { from: narrowing.from, to: narrowing.to };
  const { data, error, refetch } = useQuery({
    queryKey: ["userCertificates", userId, days],
    queryFn: async () =>
      (await execute(UserCertificates, { id: userId, ...days })).completedCourses.filter(
        (course) => course.is_complete,
      ),
  });
  const take = useExport();
  const table: ExportRequest = { kind: "user-certificates", user_id: userId, ...days, search: query.search };
  const page = useLocalPage(data, query, local);
  const columns: Column<Course>[] = [
    { key: "title", header: t`Course Name`, cell: (course) => course.title || t`Untitled Course`, sortable: true },
    { key: "issued", header: t`Issued At`, cell: (course) => course.completed_date ?? t`N/A`, sortable: true },
    { key: "expires", header: t`Expires At`, cell: (course) => tableDate(course.expiry_date), sortable: true },
  ];
  return (
    <>
      <ReportFilters by={[]} from={t`Completed from`} to={t`Completed to`} />
      <DataTable
        label={t`Certificates`}
        columns={columns}
        rows={page.rows}
        total={page.total}
        rowKey={(course) => course.id}
        query={query}
        onQueryChange={setQuery}
        onExport={(format) => take(table, format)}
        onPaper={() => take(table, "pdf")}
        actions={(course) => <DownloadButton course={course} userId={userId} />}
        empty={
          isNarrowed
            ? { title: t`No certificates found`, text: t`Try adjusting your search or the filters.` }
            : { title: t`No completed certificates available.` }
        }
        error={
          !data && error
            ? {
                title: t`The certificates could not be loaded.`,
                detail: messageOf(error),
                onRetry: () => void refetch(),
              }
            : null
        }
      />
    </>
  );
}

function DownloadButton({ course, userId }: { course: Course; userId: number }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      kind="ghost"
      size="small"
      busy={busy}
      aria-label={busy ? t`Downloading...` : t`Download: ${course.title}`}
      onClick={() => void download()}
    >
      {!busy && <Download size={15} aria-hidden />}
      {busy ? t`Downloading...` : t`Download`}
    </Button>
  );

  async function download() {
    setBusy(true);
    await downloadCertificate(course, userId);
    setBusy(false);
  }
}

const local = {
  text: (course: Course) => course.title,
  value: (course: Course, key: string) => {
    if (key === "issued") return course.completed_date?.split("/").toReversed().join("-") ?? "";
    return key === "expires" ? (course.expiry_date ?? "") : course.title;
  },
};
