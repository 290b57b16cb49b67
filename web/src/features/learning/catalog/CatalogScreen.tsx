import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { CourseCatalog } from "../learning.documents.ts";
import { CardSkeletons } from "./CardSkeletons.tsx";
import { CategoryTile } from "./CategoryTile.tsx";
import { levelOf } from "./categoryWalk.ts";
import { CourseCard, cardGrid } from "./CourseCard.tsx";
import { priceText } from "./price.ts";

/** `/learner/course-catalog`: a walk through the categories, with the courses of each. */
export function CatalogScreen() {
  const { t } = useLingui();
  const { category } = useSearch({ from: "/signed-in/shell/learner/course-catalog" });
  const { currency } = useViewer().instance;
  const { data, error, refetch } = useQuery({ queryKey: ["catalog"], queryFn: () => execute(CourseCatalog) });
  const level = data && levelOf(data.categories, data.courses, category ?? null);

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
      {content()}
    </>
  );

  function content() {
    if (error)
      return (
        <ErrorState
          title={t`The catalogue could not be loaded.`}
          detail={messageOf(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!level) return <CardSkeletons />;
    if (level.categories.length === 0 && level.courses.length === 0) return <Empty title={t`No Courses Available`} />;
    return (
      <div className="grid gap-10">
        {level.categories.length > 0 && (
          <section aria-label={t`Categories`}>
            <h2 className="sr-only">{t`Categories`}</h2>
            <ul className={cardGrid}>
              {level.categories.map((each) => (
                <CategoryTile key={each.id} category={each} />
              ))}
            </ul>
          </section>
        )}
        {level.courses.length > 0 && (
          <section aria-label={t`Courses`}>
            <h2 className="sr-only">{t`Courses`}</h2>
            <ul className={cardGrid}>
              {level.courses.map((course) => (
                <CourseCard key={course.id} course={course} note={priceText(course.price, currency)} />
              ))}
            </ul>
          </section>
        )}
      </div>
    );
  }
}
