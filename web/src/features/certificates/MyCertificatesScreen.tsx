import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../app/errors.ts";
import { useScreenExists } from "../../app/links.ts";
import { useUrlTable } from "../../app/urlTable.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../ui/table/tableQuery.ts";
import { certificateText, certificateValue, exportCertificates, useCertificateColumns } from "./certificatesTable.ts";
import { completedCoursesQuery } from "./completedCourses.ts";
import { DownloadButton } from "./DownloadButton.tsx";

/** `/learner/certificates`: what one has completed, each with its certificate to download. */
export function MyCertificatesScreen() {
  const { t } = useLingui();
  const exists = useScreenExists();
  const [query, setQuery] = useUrlTable();
  const columns = useCertificateColumns();
  const { data, error, refetch } = useQuery(completedCoursesQuery);
  const page = useLocalPage(data, query, local);

  return (
    <>
      <PageHeader title={t`My Certificates`} />
      <DataTable
        label={t`My Certificates`}
        columns={columns}
        rows={page.rows}
        total={page.total}
        rowKey={(course) => course.id}
        query={query}
        onQueryChange={setQuery}
        onExport={(format) => exportCertificates(format, page.found ?? [])}
        actions={(course) => <DownloadButton course={course} />}
        empty={{
          title: t`No Completed Courses`,
          text: t`You haven't completed any courses yet.`,
          action: exists("/learner/courses") && <ButtonLink to={"/learner/courses" as "/"}>{t`My Courses`}</ButtonLink>,
        }}
        error={
          !data && error
            ? {
                title: t`Your certificates could not be loaded.`,
                detail: messageOf(error),
                onRetry: () => void refetch(),
              }
            : null
        }
      />
    </>
  );
}

const local = { text: certificateText, value: certificateValue };
