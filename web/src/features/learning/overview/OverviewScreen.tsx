import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { ApiError, getMessage } from "../../../app/errors.ts";
import { useTitle } from "../../../app/title.ts";
import { useViewer } from "../../../app/session.ts";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { lazyPart } from "../../../ui/lazyPart.tsx";
import { CourseFacts } from "./CourseFacts.tsx";
import { CourseHeader } from "./CourseHeader.tsx";
import { Outline } from "./Outline.tsx";
import { OverviewSkeleton } from "./OverviewSkeleton.tsx";
import { overviewQuery } from "./overviewQuery.ts";
import { Prerequisites } from "./Prerequisites.tsx";
import { Resources } from "./Resources.tsx";

// Few learners have earlier attempts.
const EarlierAttempts = lazyPart(() => import("./EarlierAttempts.tsx"));

/** Renders ViewCourse, `/learner/catalog/course/{id}`: the course, the learner's progress, and the button that opens the player. */
export function OverviewScreen() {
  const { t } = useLingui();
  const seesCatalogue = useViewer().can("catalogue.view");
  const { id } = useParams({ from: "/signed-in/shell/learner/catalog/course/$id" });
  const {
    from,
    error: message,
    completed = false,
  } = useSearch({ from: "/signed-in/shell/learner/catalog/course/$id" });
  const { data: course, error, refetch } = useQuery(overviewQuery(id));
  useTitle(course?.title);

  return (
    <div className="mx-auto max-w-[66rem] pb-10">
      <Link
        to={from === "myCourses" || !seesCatalogue ? "/learner/courses" : "/learner/course-catalog"}
        className="mb-4 -ml-2 inline-flex h-9 items-center gap-2 rounded-ctl px-2 text-sm font-medium text-muted hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden />
        {t`Back`}
      </Link>
      {content()}
    </div>
  );

  function content() {
    if (course === null || (error instanceof ApiError && error.code === "NOT_FOUND"))
      return <Empty isPage title={t`There is no course at this address.`} />;
    if (error)
      return (
        <ErrorState
          isPage
          title={t`The course could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!course) return <OverviewSkeleton />;
    return (
      <>
        <CourseHeader key={course.id} course={course} message={message} isNew={completed} />
        <div className="mt-8 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 gap-5">
            <Prerequisites courses={course.prerequisites} />
            <Outline course={course} />
            <Resources resources={course.resources} />
            {course.attempt > 1 && (
              <Suspense>
                <EarlierAttempts courseId={course.id} />
              </Suspense>
            )}
          </div>
          <CourseFacts course={course} />
        </div>
      </>
    );
  }
}
