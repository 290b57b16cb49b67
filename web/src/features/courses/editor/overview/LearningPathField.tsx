import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../../../app/graphql.ts";
import { MultiSelect } from "../../../../ui/MultiSelect.tsx";
import { CourseChoices } from "../editor.documents.ts";
import { useEditor } from "../editorContext.ts";
import { LoadProblem } from "./LoadProblem.tsx";
import { withUnavailable } from "./unavailableChoices.ts";

/** Edits the prerequisites of the course. */
export function LearningPathField() {
  const { t } = useLingui();
  const { state, dispatch } = useEditor();
  const courses = useQuery({
    queryKey: ["courseChoices"],
    queryFn: async () => (await execute(CourseChoices)).courses,
  });
  const others = (courses.data ?? []).filter(({ id }) => id !== state.id);
  const options = others.map(({ id, title }) => ({ id, label: title }));
  const unpublished = others.filter(
    ({ id, status }) => status !== "published" && state.course.learning_path.includes(id),
  );

  return (
    <div>
      <MultiSelect
        label={t`Courses`}
        hint={t`Learners must finish these first`}
        placeholder={t`Search courses`}
        options={courses.data ? withUnavailable(options, state.course.learning_path, t`Unavailable course`) : []}
        value={state.course.learning_path}
        onChange={(learning_path) => dispatch({ do: "changeOverview", change: { learning_path } })}
        disabled={!courses.data}
      />
      {unpublished.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm text-muted">
          {unpublished.map(({ id, title }) => (
            <li key={id}>{t`${title} is not published. Learners can start without it.`}</li>
          ))}
        </ul>
      )}
      <LoadProblem query={courses} what={t`The courses could not be loaded.`} />
    </div>
  );
}
