import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, getMessage } from "../../app/errors.ts";
import { useTitle } from "../../app/title.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

type PageProps = {
  title: string;
  error: unknown;
  texts: { missing: string; failed: string };
  onRetry: () => void;
  /** What was loaded; null before that. */
  children: ReactNode;
};

/** Shows work that waits for a review or a mark on a page of its own: what was loaded, or why it is not there. */
export function ReviewPage({ title, error, texts, onRetry, children }: PageProps) {
  const { t } = useLingui();
  useTitle(title);
  return (
    <>
      <BackLink to="/submissions">{t`Back to submissions`}</BackLink>
      {children ??
        (error instanceof ApiError && error.code === "NOT_FOUND" ? (
          <Empty isPage title={texts.missing} />
        ) : error ? (
          <ErrorState isPage title={texts.failed} detail={getMessage(error)} onRetry={onRetry} />
        ) : (
          <>
            <PageHeader
              title={
                <>
                  <span className="sr-only">{title}</span>
                  <Skeleton className="h-10 w-72 max-w-full" />
                </>
              }
            />
            <Skeleton className="h-72 rounded-card" />
          </>
        ))}
    </>
  );
}

type WorkProps = {
  title: string;
  user_name: string;
  course_title: string;
  /** The links to the waiting work before and after this, with the label of both. */
  neighbours: { label: string; links: ReactNode };
  /** What is decided, beside the work. */
  side: ReactNode;
  children: ReactNode;
};

/** Shows whose work it is, the way to the next one, the work, and beside it what is decided. */
export function ReviewedWork({ title, user_name, course_title, neighbours, side, children }: WorkProps) {
  return (
    <>
      <PageHeader title={title} text={`${user_name} · ${course_title}`}>
        <nav aria-label={neighbours.label} className="flex gap-2">
          {neighbours.links}
        </nav>
      </PageHeader>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6">{children}</div>
        <div className="grid min-w-0 gap-6">{side}</div>
      </div>
    </>
  );
}

export function PreviousWaiting() {
  const { t } = useLingui();
  return (
    <>
      <ChevronLeft size={16} aria-hidden />
      {t`Previous waiting`}
    </>
  );
}

export function NextWaiting() {
  const { t } = useLingui();
  return (
    <>
      {t`Next waiting`}
      <ChevronRight size={16} aria-hidden />
    </>
  );
}
