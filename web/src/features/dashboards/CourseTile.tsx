import { useLingui } from "@lingui/react/macro";
import { Link } from "../../router/index.ts";
import { longDate } from "../../app/dates.ts";
import { useScreenExists } from "../../app/links.ts";
import { Cover } from "../../ui/Cover.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

type Props = {
  course: {
    id: number;
    title: string;
    thumbnail?: string | null;
    enrolledDate?: string | null;
    /** Missing for a course of the catalogue. */
    completionPercentage?: number;
  };
};

/** A course as the dashboard shows it; all of it leads to the course. */
export function CourseTile({ course }: Props) {
  const { t, i18n } = useLingui();
  const exists = useScreenExists();
  const { id, thumbnail, completionPercentage: percent } = course;
  const title = course.title || t`Untitled Course`;
  const started = course.enrolledDate ? longDate(course.enrolledDate) : t`N/A`;
  const overview = `/learner/catalog/course/${id}`;

  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong">
      {thumbnail ? (
        <img src={thumbnail} alt="" loading="lazy" className="h-32 w-full object-cover" />
      ) : (
        <Cover seed={id} className="h-32 w-full" />
      )}
      <div className="flex flex-1 flex-col p-5">
        <h3 className="font-display text-title leading-snug break-words">{title}</h3>
        <p className="mt-1 text-small text-muted">{t`Started: ${started}`}</p>
        {percent !== undefined && (
          <div className="mt-4 flex items-center gap-3">
            <ProgressBar thin value={percent} label={t`Progress of ${title}`} />
            <span className="text-small font-semibold tabular-nums">
              {i18n.number(percent / 100, { style: "percent" })}
            </span>
          </div>
        )}
        {exists(overview) && (
          <Link
            to={overview as "/"}
            aria-label={t`View Course: ${title}`}
            className="mt-auto self-start pt-4 text-sm font-semibold text-brand-text underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline"
          >
            {t`View Course`}
          </Link>
        )}
      </div>
    </article>
  );
}

export function CourseTileSkeleton() {
  return (
    <div aria-hidden className="overflow-hidden rounded-card border border-line bg-surface">
      <Skeleton className="h-32 w-full rounded-none" />
      <div className="p-5">
        <Skeleton className="h-6 w-44 max-w-full" />
        <Skeleton className="mt-2 h-4 w-36" />
        <Skeleton className="mt-5 h-1.5 w-full" />
        <Skeleton className="mt-6 h-4 w-24" />
      </div>
    </div>
  );
}
