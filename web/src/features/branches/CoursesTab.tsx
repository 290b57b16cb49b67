import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import { CourseTable } from "../../app/membership/CourseTable.tsx";
import {
  AssignCoursesToBranch,
  BranchCourses,
  CoursesForBranch,
  RemoveCourseFromBranch,
} from "./branches.documents.ts";

/** Renders the Courses tab of a branch. */
export function CoursesTab({ branchId }: { branchId: number }) {
  const { t } = useLingui();
  return (
    <CourseTable
      owner={{ branch_id: branchId }}
      kind="branch-courses"
      title={t`Courses in Branch`}
      empty={t`No courses assigned to this branch.`}
      list={async (page) => (await execute(BranchCourses, { id: branchId, ...page })).branch!.coursesPage}
      find={async (search) => (await execute(CoursesForBranch, { id: branchId, search })).branch!.coursesToAdd}
      add={(course_ids) => execute(AssignCoursesToBranch, { branchCoursesInput: { branch_id: branchId, course_ids } })}
      remove={({ id }) => execute(RemoveCourseFromBranch, { branch_id: branchId, course_id: id })}
      confirmation={() => t`Are you sure you want to remove this course from the branch?`}
    />
  );
}
