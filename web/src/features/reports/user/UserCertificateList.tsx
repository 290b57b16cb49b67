import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CertificateTable } from "../../../app/certificates/CertificateTable.tsx";
import { getMessage } from "../../../app/errors.ts";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import { execute } from "../../../app/graphql.ts";
import { useExport, type ExportRequest } from "../../../app/useExport.ts";
import { ReportFilters } from "../ReportFilters.tsx";
import { useReportFilters } from "../reportSearch.ts";
import { UserCertificates } from "../reports.documents.ts";

/** Renders the Certificates tab: certificates of completed courses and learning paths, to download. */
export function UserCertificateList({ userId }: { userId: number }) {
  const { t } = useLingui();
  const { reportFilters } = useReportFilters();
  const days = { from: reportFilters.from, to: reportFilters.to };
  const { data, error, refetch } = useQuery({
    queryKey: ["userCertificates", userId, days],
    queryFn: async () => (await execute(UserCertificates, { id: userId, ...days })).certificatesOfUser,
  });
  const exportTable = useExport();
  const [query] = useUrlTable();
  const table: ExportRequest = { kind: "user-certificates", user_id: userId, ...days, sort: sortArgument(query) };
  return (
    <>
      <ReportFilters by={[]} from={t`Completed from`} to={t`Completed to`} />
      <CertificateTable
        label={t`Certificates`}
        certificates={data}
        userId={userId}
        onExport={(format) => exportTable(table, format)}
        empty={{
          title: t`No completed certificates available.`,
          noMatch: { title: t`No certificates found`, text: t`Try adjusting your search or the filters.` },
        }}
        error={
          !data && error
            ? {
                title: t`The certificates could not be loaded.`,
                detail: getMessage(error),
                onRetry: () => void refetch(),
              }
            : null
        }
      />
    </>
  );
}
