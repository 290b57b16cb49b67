import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Cover } from "../../../ui/Cover.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";

type Props = {
  course: { id: number; title: string; thumbnail?: string | null };
  /** Percent; without it there is no bar. */
  progress?: number;
  /** A line below the title. */
  note: ReactNode;
  from?: "myCourses";
};

/** A course among others: picture, title, and the way to its page. */
export function CourseCard({ course, progress, note, from }: Props) {
  const { t } = useLingui();
  const title = course.title || t`Untitled Course`;
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      {course.thumbnail ? (
        <img src={course.thumbnail} alt="" loading="lazy" className="aspect-[320/168] w-full object-cover" />
      ) : (
        <Cover seed={course.id} className="aspect-[320/168] w-full" />
      )}
      <div className="flex flex-1 flex-col p-5">
        {progress !== undefined && (
          <div className="mb-3.5 flex items-center gap-3">
            <ProgressBar thin value={progress} label={t`Progress of ${title}`} />
            <span className="text-small text-muted tabular-nums">{t`${progress}%`}</span>
          </div>
        )}
        <h3 className="font-display text-title leading-snug text-balance break-words">{title}</h3>
        <p className="mt-1 mb-5 text-small text-muted">{note}</p>
        <ButtonLink
          kind="quiet"
          to="/learner/catalog/course/$id"
          params={{ id: course.id }}
          search={from ? { from } : {}}
          className="mt-auto self-start"
        >
          {t`View Course`}
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      </div>
    </li>
  );
}

export const cardGrid = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";
