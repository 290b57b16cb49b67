import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { CourseCard, CourseCardSkeleton, cardGrid } from "../../app/CourseCard.tsx";
import { DueNote } from "../../app/due/DueStatus.tsx";
import { formatLongDate } from "../../ui/format.ts";

type Course = {
  id: number;
  title: string;
  thumbnail?: string | null;
  enrolledDate?: string | null;
  /** Missing for a course of the catalog. */
  completionPercentage?: number;
  due_on?: string | null;
  due_status?: string | null;
};

type Props = {
  title: string;
  /** Undefined while loading. */
  courses: Course[] | undefined;
  empty: string;
};

/** Renders a row of course cards below a heading. */
export function CourseTiles({ title, courses, empty }: Props) {
  const { t } = useLingui();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-10">
      <h2 id={id} className="mb-4 text-large font-semibold">
        {title}
      </h2>
      {courses?.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong px-6 py-10 text-center text-muted">
          {empty}
        </p>
      ) : (
        <ul className={cardGrid}>
          {courses
            ? courses.map(({ completionPercentage, enrolledDate, ...course }) => (
                <CourseCard
                  key={course.id}
                  course={course}
                  note={t`Started: ${enrolledDate ? formatLongDate(enrolledDate) : t`N/A`}`}
                  {...(course.due_status && { due: <DueNote {...course} /> })}
                  {...(completionPercentage !== undefined && { progress: completionPercentage })}
                />
              ))
            : [1, 2, 3].map((i) => <CourseCardSkeleton key={i} />)}
        </ul>
      )}
    </section>
  );
}
