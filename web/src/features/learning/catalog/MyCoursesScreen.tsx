import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { MyPathList } from "../../../app/learningPaths.ts";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Select } from "../../../ui/Select.tsx";
import { MyCourses } from "../learning.documents.ts";
import { CardSkeletons } from "./CardSkeletons.tsx";
import { CourseCard, cardGrid } from "../../../app/CourseCard.tsx";
import { listCategories, listChosen, type Choice, type Order } from "./myCourseList.ts";
import { DueNote } from "../../../app/due/DueStatus.tsx";
import { formatLongDate } from "../../../ui/format.ts";

const everything: Choice = { search: "", category: "", order: "date_assigned" };

/** Renders `/learner/courses`: the courses that the learner is enrolled in. */
export function MyCoursesScreen() {
  const { t } = useLingui();
  const seesCatalogue = useViewer().can("catalogue.view");
  const [choice, setChoice] = useState(everything);
  const { data, error, refetch } = useQuery({ queryKey: ["my courses"], queryFn: () => execute(MyCourses) });
  const choose = (part: Partial<Choice>) => setChoice((now) => ({ ...now, ...part }));

  return (
    <>
      <PageHeader title={t`My Courses`} />
      {content()}
    </>
  );

  function content() {
    if (error)
      return (
        <ErrorState
          title={t`Your courses could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!data) return <CardSkeletons />;
    if (data.myCourses.length === 0)
      return (
        <Empty
          title={t`No Courses Assigned`}
          action={seesCatalogue && <ButtonLink to="/learner/course-catalog">{t`Course Catalog`}</ButtonLink>}
        />
      );
    const courses = listChosen(data.myCourses, choice);
    return (
      <>
        {data.myLearningPaths.length > 0 && (
          <Suspense fallback={null}>
            <MyPathList paths={data.myLearningPaths} />
          </Suspense>
        )}
        <div role="search" className="mb-6 grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_12rem]">
          <Field
            label={t`Search`}
            type="search"
            value={choice.search}
            onChange={(event) => choose({ search: event.target.value })}
          />
          <Select
            label={t`Category`}
            value={choice.category}
            onChange={(event) => choose({ category: event.target.value })}
            options={[
              { value: "", label: t`All Categories` },
              ...listCategories(data.myCourses).map((name) => ({ value: name, label: name })),
            ]}
          />
          <Select
            label={t`Sort by`}
            value={choice.order}
            onChange={(event) => choose({ order: event.target.value as Order })}
            options={[
              { value: "name", label: t`Name` },
              { value: "date_assigned", label: t`Date Assigned` },
              { value: "due", label: t`Due date` },
              { value: "progress", label: t`Progress` },
            ]}
          />
        </div>
        {courses.length === 0 ? (
          <Empty
            title={t`No course matches your search.`}
            action={
              <Button kind="quiet" onClick={() => setChoice(everything)}>
                {t`Show all courses`}
              </Button>
            }
          />
        ) : (
          <section aria-label={t`Courses`}>
            <h2 className="sr-only">{t`Courses`}</h2>
            <ul className={cardGrid}>
              {courses.map((course) => (
                <CourseCard
                  key={course.id}
                  course={course}
                  progress={course.progress}
                  note={t`Started: ${course.date_assigned ? formatLongDate(course.date_assigned) : t`N/A`}`}
                  {...(course.due_status && { due: <DueNote {...course} /> })}
                  from="myCourses"
                />
              ))}
            </ul>
          </section>
        )}
      </>
    );
  }
}
