import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useIdInPath } from "../../../router/index.ts";
import { execute } from "../../../app/graphql.ts";
import { useTitle } from "../../../app/title.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { PackageCourse } from "./packages.documents.ts";
import { PackageQuestionResults } from "./PackageQuestionResults.tsx";
import { PackageResults } from "./PackageResults.tsx";

/** `/courses/{id}/packages`: what a course's packages have reported, for those who write courses and read no reports. */
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
