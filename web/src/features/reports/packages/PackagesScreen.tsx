import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useIdInPath } from "../../../app/useIdInPath.ts";
import { execute } from "../../../app/graphql.ts";
import { useTitle } from "../../../app/title.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { PackageCourse } from "./packages.documents.ts";
import { PackageQuestionResults } from "./PackageQuestionResults.tsx";
import { PackageResults } from "./PackageResults.tsx";

/** Renders `/courses/{id}/packages`: what the packages of a course have reported, for authors without reports. */
export function PackagesScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const courseId = Number(id);
  const { data } = useQuery({
    queryKey: ["packageCourse", courseId],
    queryFn: async () => (await execute(PackageCourse, { id: courseId })).course ?? null,
  });
  const title = data?.title ?? t`Results of packages`;
  useTitle(title);
  return (
    <>
      <BackLink to="/courses">{t`Back to courses`}</BackLink>
      <PageHeader title={title} />
      <PackageResults courseId={courseId} />
      <PackageQuestionResults courseId={courseId} />
    </>
  );
}
