import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CertificateTable } from "../../app/certificates/CertificateTable.tsx";
import { tableDate } from "../../app/dates.ts";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { useScreenExists } from "../../app/links.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { completedCoursesQuery } from "./completedCourses.ts";

/** `/learner/certificates`: what one has completed, each with its certificate to download. */
export function MyCertificatesScreen() {
  const { t } = useLingui();
  const exists = useScreenExists();
  const { data, error, refetch } = useQuery(completedCoursesQuery);

  return (
    <>
      <PageHeader title={t`My Certificates`} />
      <CertificateTable
        label={t`My Certificates`}
        courses={data}
        onExport={(format) =>
          exportTable(
            format,
            "my-certificates",
            [t`Course Name`, t`Issued At`, t`Expires At`],
            data ?? [],
            (course) => [course.title, course.completed_date, tableDate(course.expiry_date)],
          )
        }
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
