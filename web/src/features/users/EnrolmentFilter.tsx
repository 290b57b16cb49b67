import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { SearchSelect } from "../../ui/SearchSelect.tsx";
import { Select } from "../../ui/Select.tsx";
import { useDebounced } from "../../ui/useDebounced.ts";
import { CourseTitle } from "./filters.documents.ts";
import { CoursesToAdd } from "./users.documents.ts";
import type { UserSearch } from "./userSearch.ts";

type Chosen = Pick<UserSearch, "enrolment" | "course">;
type Props = Chosen & { onChange: (chosen: Chosen) => void };

/** Limits the users list to those who are, or are not, enrolled in a course. */
export function EnrolmentFilter({ enrolment, course, onChange }: Props) {
  const { t } = useLingui();
  return (
    <>
      <Select
        compact
        label={t`Enrolment`}
        className="max-w-44"
        value={enrolment ?? ""}
        onChange={({ target: { value } }) =>
          onChange(
            value === "in" || value === "not_in" ? { enrolment: value } : { enrolment: undefined, course: undefined },
          )
        }
        options={[
          { value: "", label: t`Any enrolment` },
          { value: "in", label: t`Enrolled in` },
          { value: "not_in", label: t`Not enrolled in` },
        ]}
      />
      {enrolment && <CourseChoice course={course} onChange={(next) => onChange({ course: next })} />}
    </>
  );
}

type CourseProps = { course: number | undefined; onChange: (course: number | undefined) => void };

function CourseChoice({ course, onChange }: CourseProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const [text, setText] = useDebounced(search, setSearch);
  const courses = useQuery({
    queryKey: ["coursesPage", "toFilterUsers", search],
    queryFn: async () =>
      (await execute(CoursesToAdd, { search })).coursesPage.rows.map(({ id, title }) => ({ id, label: title })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const chosen = useQuery({
    queryKey: ["course", "title", course],
    queryFn: async () => (await execute(CourseTitle, { id: course! })).course?.title ?? null,
    enabled: course !== undefined,
  });
  return (
    <SearchSelect
      label={t`Course`}
      placeholder={t`Choose a course...`}
      className="max-w-52"
      value={
        course === undefined ? null : { id: course, label: chosen.data ?? (chosen.isPending ? "…" : t`Unknown course`) }
      }
      onChange={onChange}
      search={text}
      onSearch={setText}
      options={courses.data}
      problem={courses.isError ? t`The courses could not be loaded.` : undefined}
    />
  );
}
