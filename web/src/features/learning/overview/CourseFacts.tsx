import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { DueNote } from "../../../app/due/DueStatus.tsx";
import { Cover } from "../../../ui/Cover.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { categoryPath } from "../categoryPath.ts";
import type { Overview } from "./overviewQuery.ts";
import { formatLongDate, formatPercent } from "../../../ui/format.ts";

/** Shows the picture, the progress and the categories of the course. */
export function CourseFacts({ course }: { course: Overview }) {
  const { t } = useLingui();
  const categories = course.categories.map(categoryPath).join(", ");
  const progress = formatPercent(course.progress);
  const completed = course.completed_date && formatLongDate(course.completed_date);

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
        <p className="mt-2 text-sm text-muted tabular-nums">{t`${progress} Complete`}</p>
        <dl className="mt-5 grid gap-4 border-t border-line pt-5 text-sm">
          {course.due_status && (
            <Fact label={t`Due date`}>
              <DueNote {...course} />
            </Fact>
          )}
          <Fact label={t`Category`}>{categories || t`No Category`}</Fact>
          {course.level && <Fact label={t`Level`}>{course.level}</Fact>}
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
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
