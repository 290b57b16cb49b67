import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { OfferedPathList } from "../../../app/learningPaths.ts";
import { getMessage } from "../../../app/errors.ts";
import { useViewer } from "../../../app/session.ts";
import { useIsLeaving } from "../../../app/useIsLeaving.ts";
import { Button } from "../../../ui/Button.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { CardSkeletons } from "./CardSkeletons.tsx";
import { CataloguePages } from "./CataloguePages.tsx";
import { type CatalogueChange, CatalogueFilters } from "./CatalogueFilters.tsx";
import { catalogueQuery } from "./catalogueQuery.ts";
import { CategoryTile } from "./CategoryTile.tsx";
import { CourseCard, cardGrid } from "../../../app/CourseCard.tsx";
import { priceText } from "./price.ts";

/** Renders `/learner/course-catalog`: browses categories and their courses, or searches them. */
export function CatalogScreen() {
  const { t } = useLingui();
  const choice = useSearch({ from: "/signed-in/shell/learner/course-catalog" });
  const navigate = useNavigate({ from: "/learner/course-catalog" });
  const isLeaving = useIsLeaving();
  const { currency } = useViewer().instance;
  const { data: level, error, refetch, isPlaceholderData } = useQuery(catalogueQuery(choice));
  const change: CatalogueChange = (part) => {
    if (!isLeaving()) void navigate({ search: (now) => ({ ...now, page: undefined, ...part }), replace: true });
  };
  const newest = level?.newest ?? [];
  const isChosen = Boolean(choice.search || choice.price || choice.notStarted);

  return (
    <>
      {level?.current && (
        <Link
          to="/learner/course-catalog"
          search={level.parent ? { category: level.parent.id } : {}}
          className="mb-3 -ml-2 inline-flex h-9 items-center gap-2 rounded-ctl px-2 text-sm font-medium text-muted hover:bg-sunken hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          {t`Back to ${level.parent?.name ?? t`All Categories`}`}
        </Link>
      )}
      <PageHeader title={level?.current?.name ?? t`Course Catalog`} />
      {level && (level.choices.length > 0 || level.rows.length > 0 || isChosen) && (
        <CatalogueFilters choice={choice} sort={level.sort} categories={level.choices} onChange={change} />
      )}
      {content()}
    </>
  );

  function content() {
    if (error && !level)
      return (
        <ErrorState
          title={t`The catalogue could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!level) return <CardSkeletons />;
    if (level.rows.length === 0 && level.paths.length === 0 && isChosen && !isPlaceholderData)
      return (
        <Empty
          title={t`No course matches your search.`}
          action={
            <Button kind="quiet" onClick={() => void navigate({ search: {} })}>
              {t`Show all courses`}
            </Button>
          }
        />
      );
    if (level.categories.length === 0 && level.rows.length === 0 && newest.length === 0 && level.paths.length === 0)
      return <Empty title={t`No Courses Available`} />;
    return (
      <div className={`grid gap-10 ${isPlaceholderData ? "opacity-60" : ""}`} aria-busy={isPlaceholderData}>
        <p role="status" className={isChosen ? "-mb-4 text-sm text-muted tabular-nums" : "sr-only"}>
          <Plural value={level.total} one="# course" other="# courses" />
        </p>
        {level.paths.length > 0 && (
          <Suspense fallback={null}>
            <OfferedPathList paths={level.paths} />
          </Suspense>
        )}
        {level.categories.length > 0 && (
          <section aria-label={t`Categories`}>
            <h2 className="sr-only">{t`Categories`}</h2>
            <ul className="flex flex-wrap gap-3 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:pb-1">
              {level.categories.map((each) => (
                <CategoryTile key={each.id} category={each} />
              ))}
            </ul>
          </section>
        )}
        {newest.length > 0 && (
          <section aria-label={t`Newest courses`}>
            <h2 className="mb-4 text-large font-semibold">{t`Newest courses`}</h2>
            <ul className={cardGrid}>
              {newest.map((course) => (
                <CourseCard key={course.id} course={course} note={priceText(course.price, currency)} />
              ))}
            </ul>
          </section>
        )}
        {level.rows.length > 0 && (
          <section aria-label={t`Courses`}>
            <h2 className="sr-only">{t`Courses`}</h2>
            <ul className={cardGrid}>
              {level.rows.map((course) => (
                <CourseCard key={course.id} course={course} note={priceText(course.price, currency)} />
              ))}
            </ul>
            <CataloguePages page={choice.page ?? 1} total={level.total} />
          </section>
        )}
      </div>
    );
  }
}
