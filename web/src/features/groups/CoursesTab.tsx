import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import { CourseTable } from "../../app/membership/CourseTable.tsx";
import { AddCoursesToGroup, CoursesForGroup, GroupCourses, RemoveCourseFromGroup } from "./groups.documents.ts";
import { KeepNote } from "./KeepNote.tsx";

/** The Courses tab of a group. */
export function CoursesTab({ groupId }: { groupId: number }) {
  const { t } = useLingui();
  return (
    <CourseTable
      owner={{ group_id: groupId }}
      kind="group-courses"
      title={t`Courses in Group`}
      empty={t`No courses assigned to this group.`}
      list={async (page) => (await execute(GroupCourses, { id: groupId, ...page })).group.coursesPage}
      find={async (search) => (await execute(CoursesForGroup, { id: groupId, search })).group.coursesToAdd}
      add={(course_ids) => execute(AddCoursesToGroup, { group_id: groupId, course_ids })}
      remove={({ id }) => execute(RemoveCourseFromGroup, { group_id: groupId, course_id: id })}
      confirmation={(course) => (
        <>
          {t`Are you sure you want to remove this course from the group? This will also unassign this course from all users within this group.`}
          {course && <KeepNote groupId={groupId} courseId={course.id} />}
        </>
      )}
    />
  );
}
