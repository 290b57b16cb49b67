import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams, useRouterState } from "@tanstack/react-router";
import { getMessage } from "../../../app/errors.ts";
import { useTitle } from "../../../app/title.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { CourseEditor } from "./CourseEditor.tsx";
import { overview, type EditorState } from "./draftReducer.ts";
import { openCourse } from "./saveCourse.ts";
import { UsableCourse } from "./UsableCourse.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The unit that was selected when a new course got its address; 0 is the overview. */
    unitOrder?: number;
  }
}

/** Shows `/courses/{id}/edit`. */
export function EditCourseScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/signed-in/shell/back-office/courses/$id/edit" });
  const unitOrder = useRouterState({ select: ({ location }) => location.state.unitOrder ?? 0 });
  // The course must not change while the author edits it: it is read once for each visit.
  const course = useQuery({
    queryKey: ["courseToEdit", id],
    queryFn: () => openCourse(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useTitle(course.data?.state.course.title);

  if (course.isPending) return <EditorSkeleton />;
  if (!course.data) {
    return (
      <ErrorState
        title={t`The course could not be loaded.`}
        detail={course.error ? getMessage(course.error) : t`Course data not found in the response`}
        onRetry={() => void course.refetch()}
      />
    );
  }
  if (!course.data.mayEdit) return <UsableCourse id={id} opened={course.data} />;
  return <CourseEditor key={id} initial={startingAt(course.data.state, unitOrder)} />;
}

const startingAt = (state: EditorState, unitOrder: number): EditorState => ({
  ...state,
  selected: state.course.units[unitOrder - 1]?.key ?? overview,
});

function EditorSkeleton() {
  const { t } = useLingui();
  return (
    <div className="grid gap-8 lg:grid-cols-[280px_minmax(0,1fr)]">
      <span role="status" className="sr-only">
        {t`Loading`}
      </span>
      <div className="grid content-start gap-3">
        <Skeleton className="mb-3 h-9 w-40" />
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
      <div className="grid content-start gap-5 rounded-card border border-line bg-surface p-6">
        <Skeleton className="h-11" />
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}
