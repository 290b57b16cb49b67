import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Cover } from "../ui/Cover.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { formatPercent } from "../ui/format.ts";

type Props = {
  course: { id: number; title: string; thumbnail?: string | null };
  /** Percent; no bar is shown without it. */
  progress?: number;
  /** The text below the title. */
  note: ReactNode;
  /** By when the learner completes it. */
  due?: ReactNode;
  from?: "myCourses";
};

/** Shows a course in a list: its picture and its title. The whole card opens its page. */
export function CourseCard({ course, progress, note, due, from }: Props) {
  const { t } = useLingui();
  const title = course.title || t`Untitled Course`;
  return (
    <li className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong">
      {course.thumbnail ? (
        <img src={course.thumbnail} alt="" loading="lazy" className="aspect-[320/168] w-full object-cover" />
      ) : (
        <Cover seed={course.id} className="aspect-[320/168] w-full" />
      )}
      <div className="flex flex-1 flex-col p-5">
        {progress !== undefined && (
          <div className="mb-3.5 flex items-center gap-3">
            <ProgressBar thin value={progress} label={t`Progress of ${title}`} />
            <span className="text-small text-muted tabular-nums">{formatPercent(progress)}</span>
          </div>
        )}
        <h3 className="font-display text-title leading-snug text-balance">{title}</h3>
        <div className="mt-1 mb-5 text-small text-muted">
          <p>{note}</p>
          {due && <p className="mt-1 text-ink">{due}</p>}
        </div>
        <ButtonLink
          kind="quiet"
          to="/learner/catalog/course/$id"
          params={{ id: course.id }}
          search={from ? { from } : {}}
          aria-label={t`View Course: ${title}`}
          className="mt-auto self-start after:absolute after:inset-0 after:rounded-card"
        >
          {t`View Course`}
        </ButtonLink>
      </div>
    </li>
  );
}

/** Shows the shape of a card while the courses are loading. */
export function CourseCardSkeleton() {
  return (
    <li aria-hidden className="overflow-hidden rounded-card border border-line bg-surface">
      <Skeleton className="aspect-[320/168] w-full rounded-none" />
      <div className="p-5">
        <Skeleton className="h-6 w-44 max-w-full" />
        <Skeleton className="mt-2 h-4 w-36" />
        <Skeleton className="mt-6 h-10 w-32" />
      </div>
    </li>
  );
}

export const cardGrid = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";
