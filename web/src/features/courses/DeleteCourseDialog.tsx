import { useLingui } from "@lingui/react/macro";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { execute } from "../../app/graphql.ts";
import { DeleteCourse } from "./courses.documents.ts";

type CourseToDelete = { id: number; title: string };

/** Asks before a course is deleted, and deletes it; open while there is a course. */
export function DeleteCourseDialog({ course, onClose }: { course: CourseToDelete | null; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <DeletionDialog
      item={course && { id: course.id, name: course.title || t`Untitled course` }}
      kind="course"
      remove={(id) => execute(DeleteCourse, { id })}
      question={t`Are you sure you want to delete this course?`}
      onClose={onClose}
    />
  );
}
