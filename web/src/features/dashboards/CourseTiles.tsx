import { useId, type ComponentProps } from "react";
import { CourseTile, CourseTileSkeleton } from "./CourseTile.tsx";

type Props = {
  title: string;
  /** Undefined while they are on their way. */
  courses: ComponentProps<typeof CourseTile>["course"][] | undefined;
  empty: string;
};

/** A row of course tiles under a heading. */
export function CourseTiles({ title, courses, empty }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-10">
      <h2 id={id} className="mb-4 text-large font-semibold">
        {title}
      </h2>
      {courses?.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong px-6 py-10 text-center text-muted">
          {empty}
        </p>
      ) : (
        <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          {courses
            ? courses.map((course) => (
                <li key={course.id}>
                  <CourseTile course={course} />
                </li>
              ))
            : [1, 2, 3].map((i) => (
                <li key={i}>
                  <CourseTileSkeleton />
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}
