import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import type { Doomed } from "./DeletePartDialog.tsx";
import { PartTable } from "./PartTable.tsx";
import { InstanceCourses } from "./platform.documents.ts";
import { SiteActions } from "./SiteActions.tsx";
import { siteAddress } from "./siteAddress.ts";

type Props = { instance: { id: number; domain: string }; onDelete: (doomed: Doomed) => void };

/** Renders the courses of an instance. */
export function CoursesTab({ instance: { id, domain }, onDelete }: Props) {
  const { t } = useLingui();
  return (
    <PartTable
      label={t`Courses`}
      queryKey={["instanceCourses", id]}
      fetchPage={async (part) => (await execute(InstanceCourses, { id, ...part })).lmsInstance.coursesPage}
      columns={[
        { key: "name", header: t`Title`, sortable: true, cell: (course) => course.title || t`Untitled course` },
      ]}
      actions={(course) => (
        <SiteActions
          name={course.title}
          view={siteAddress(domain, `/learner/catalog/course/${course.id}`)}
          edit={siteAddress(domain, `/courses/${course.id}/edit`)}
          onDelete={() => onDelete({ type: "course", id: course.id, name: course.title })}
        />
      )}
      searchLabel={t`Search courses`}
      empty={t`No courses found.`}
      error={t`The courses could not be loaded.`}
      export={{ kind: "instance-courses", instance_id: id }}
    />
  );
}
