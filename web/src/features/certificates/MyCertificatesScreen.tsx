import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CertificateTable } from "../../app/certificates/CertificateTable.tsx";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { useScreenExists } from "../../app/links.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { linkTo } from "../../ui/linkTo.ts";
import { myCertificatesQuery } from "./myCertificates.ts";

/** Renders `/learner/certificates`: the learner's certificates of completed courses and learning paths, to download. */
export function MyCertificatesScreen() {
  const { t } = useLingui();
  const exists = useScreenExists();
  const { data, error, refetch } = useQuery(myCertificatesQuery);
  const exportTable = useExport();
  const [query] = useUrlTable();

  return (
    <>
      <PageHeader title={t`My Certificates`} />
      <CertificateTable
        label={t`My Certificates`}
        certificates={data}
        onExport={(format) => exportTable({ kind: "my-certificates", sort: sortArgument(query) }, format)}
        empty={{
          title: t`No Completed Courses`,
          text: t`You haven't completed any courses yet.`,
          action: exists("/learner/courses") && (
            <ButtonLink {...linkTo("/learner/courses")}>{t`My Courses`}</ButtonLink>
          ),
        }}
        error={
          !data && error
            ? {
                title: t`Your certificates could not be loaded.`,
                detail: getMessage(error),
                onRetry: () => void refetch(),
              }
            : null
        }
      />
    </>
  );
}
