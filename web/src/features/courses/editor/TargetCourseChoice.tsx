import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { RadioGroup } from "../../../ui/RadioGroup.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useDebounced } from "../../../ui/useDebounced.ts";
import { CoursesToCopyTo } from "./copyUnits.documents.ts";

export type TargetCourse = { id: number; title: string; status: string };

/** One more is requested, because the course itself may be among them. */
const MOST_SHOWN = 20;

type Props = {
  /** The course that is left out. */
  courseId: number;
  chosen: TargetCourse | null;
  onChange: (course: TargetCourse) => void;
};

/** Renders a search for one of the courses that the viewer may change. */
export function TargetCourseChoice({ courseId, chosen, onChange }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const [text, setText] = useDebounced(search, setSearch);
  const courses = useQuery({
    queryKey: ["coursesPage", "toCopyTo", search],
    queryFn: async () => (await execute(CoursesToCopyTo, { search })).coursesPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <div>
      <label className="mb-3 flex h-11 items-center gap-2 rounded-ctl border border-line-strong px-3 focus-within:border-brand-text focus-within:ring-3 focus-within:ring-brand-soft">
        <Search size={17} aria-hidden className="shrink-0 text-muted" />
        <span className="sr-only">{t`Search courses`}</span>
        <input
          type="search"
          placeholder={t`Search courses`}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          className="h-full w-full bg-transparent outline-none placeholder:text-muted"
        />
      </label>
      <div className="min-h-40" aria-live="polite">
        {list()}
      </div>
    </div>
  );

  function list() {
    if (courses.isError)
      return (
        <ErrorState
          title={t`The courses could not be loaded.`}
          detail={getMessage(courses.error)}
          onRetry={() => void courses.refetch()}
        />
      );
    if (!courses.data) return [0, 1, 2].map((row) => <Skeleton key={row} className="my-3 h-5 w-3/4" />);
    const others = courses.data.rows.filter(({ id }) => id !== courseId).slice(0, MOST_SHOWN);
    if (others.length === 0)
      return (
        <p className="py-8 text-center text-sm text-muted">
          {search ? t`No course matches this search.` : t`There is no other course that you may change.`}
        </p>
      );
    return (
      <>
        <RadioGroup
          label={t`Other course`}
          options={others.map(({ id, title, status }) => ({
            value: String(id),
            label: title || t`Untitled course`,
            hint: status === "published" ? t`Published` : t`Draft`,
          }))}
          value={chosen && String(chosen.id)}
          onChange={(value) => onChange(others.find(({ id }) => String(id) === value)!)}
        />
        {courses.data.rows.length > MOST_SHOWN && (
          <p className="mt-3 text-small text-muted">{t`There are more courses. Search to find them.`}</p>
        )}
      </>
    );
  }
}
