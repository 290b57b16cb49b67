import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { CourseTable } from "../../app/membership/CourseTable.tsx";
import { Button } from "../../ui/Button.tsx";
import { formatTableDate } from "../../ui/format.ts";
import { DueRuleDialog } from "./DueRuleDialog.tsx";
import { AddCoursesToGroup, CoursesForGroup, GroupCourses, RemoveCourseFromGroup } from "./groups.documents.ts";
import { KeepNote } from "./KeepNote.tsx";

type DueRule = { on?: string | null; days?: number | null };
type CourseOfGroup = { id: number; title: string; due: DueRule | undefined };

/** The Courses tab of a group. */
export function CoursesTab({ groupId }: { groupId: number }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState<CourseOfGroup | null>(null);
  return (
    <>
      <CourseTable<CourseOfGroup>
        owner={{ group_id: groupId }}
        kind="group-courses"
        title={t`Courses in Group`}
        empty={t`No courses assigned to this group.`}
        list={async (page) => {
          const { coursesPage, dueRules } = (await execute(GroupCourses, { id: groupId, ...page })).group;
          const findDue = (id: number) => dueRules.find(({ course_id }) => course_id === id);
          return { total: coursesPage.total, rows: coursesPage.rows.map((row) => ({ ...row, due: findDue(row.id) })) };
        }}
        find={async (search) => (await execute(CoursesForGroup, { id: groupId, search })).group.coursesToAdd}
        add={(course_ids) => execute(AddCoursesToGroup, { group_id: groupId, course_ids })}
        remove={({ id }) => execute(RemoveCourseFromGroup, { group_id: groupId, course_id: id })}
        more={[
          {
            key: "due",
            header: t`Due`,
            cell: (course) => {
              const rule = describe(course.due);
              return (
                <Button
                  kind="ghost"
                  size="small"
                  aria-label={t`${rule}: change the due date of ${course.title}`}
                  onClick={() => setChanging(course)}
                >
                  {rule}
                </Button>
              );
            },
          },
        ]}
        confirmation={(course) => (
          <>
            {t`Are you sure you want to remove this course from the group? This will also unassign this course from all users within this group.`}
            {course && <KeepNote groupId={groupId} courseId={course.id} />}
          </>
        )}
      />
      {changing && <DueRuleDialog groupId={groupId} course={changing} onClose={() => setChanging(null)} />}
    </>
  );

  function describe(due: DueRule | undefined): string {
    if (due?.on) return formatTableDate(due.on);
    if (due?.days == null) return t`No rule`;
    return t`${plural(due.days, { one: "# day after joining", other: "# days after joining" })}`;
  }
}
