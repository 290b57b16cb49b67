import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { longDate } from "../../../app/dates.ts";
import { Cover } from "../../../ui/Cover.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { categoryPath } from "../categoryPath.ts";
import type { Overview } from "./overviewQuery.ts";

/** The picture of the course, how far one is, and what it is filed under. */
export function CourseFacts({ course }: { course: Overview }) {
  const { t } = useLingui();
  const categories = course.categories.map(categoryPath).join(", ");
  const completed = course.completed_date && longDate(course.completed_date);

  return (
    <aside
      aria-label={t`About this course`}
      className="overflow-hidden rounded-card border border-line bg-surface max-lg:order-first"
    >
      {course.thumbnail ? (
        <img src={course.thumbnail} alt="" className="aspect-[320/168] w-full object-cover" />
      ) : (
        <Cover seed={course.id} className="aspect-[320/168] w-full" />
      )}
      <div className="p-6">
        <ProgressBar value={course.progress} label={t`Course progress`} />
        <p className="mt-2 text-sm text-muted tabular-nums">{t`${course.progress}% Complete`}</p>
        <dl className="mt-5 grid gap-4 border-t border-line pt-5 text-sm">
          <Fact label={t`Category`}>{categories || t`No Category`}</Fact>
          <Fact label={t`Course code`}>{course.course_code || t`No Course Code`}</Fact>
          {completed && <Fact label={t`Completed`}>{completed}</Fact>}
        </dl>
      </div>
    </aside>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}
