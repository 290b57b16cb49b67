import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CertificateTable } from "../../../app/certificates/CertificateTable.tsx";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useExport, type ExportRequest } from "../exports/useExport.ts";
import { ReportFilters } from "../ReportFilters.tsx";
import { useNarrowing } from "../reportSearch.ts";
import { UserCertificates } from "../reports.documents.ts";

/** The tab Certificates: what the person has completed, each with its certificate to download. */
export function UserCertificateList({ userId }: { userId: number }) {
  const { t } = useLingui();
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
  const table: ExportRequest = { kind: "user-certificates", user_id: userId, ...days };
  return (
    <>
      <ReportFilters by={[]} from={t`Completed from`} to={t`Completed to`} />
      <CertificateTable
        label={t`Certificates`}
        courses={data}
        userId={userId}
        onExport={(format) => take(table, format)}
        onPaper={() => take(table, "pdf")}
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
