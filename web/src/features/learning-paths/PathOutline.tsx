import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { LearningPathQuery } from "../../gen/graphql.ts";
import { useRuleText } from "./ruleTexts.ts";

/** Shows the sections of a path with their rules and courses, in short. */
export function PathOutline({ path }: { path: LearningPathQuery["learningPath"] }) {
  const { t } = useLingui();
  const ruleText = useRuleText();
  const { sections, is_sequential, due_days } = path;
  return (
    <section aria-labelledby="path-courses" className="rounded-card border border-line bg-surface p-6 wrap-anywhere">
      <h2 id="path-courses" className="text-large font-semibold">{t`Courses`}</h2>
      <p className="mt-1 text-small text-muted">
        {is_sequential ? t`The sections open one after the other.` : t`All sections are open from the start.`}{" "}
        {due_days != null &&
          t`${plural(due_days, { one: "Due # day after the assignment.", other: "Due # days after the assignment." })}`}
      </p>
      {sections.length === 0 && <p className="mt-4 text-muted">{t`This learning path has no courses yet.`}</p>}
      <ol className="mt-4 grid gap-5">
        {sections.map(({ title, needed, in_order, courses }, index) => (
          <li key={index}>
            <h3 className="font-semibold">{title || t`Section ${index + 1}`}</h3>
            <p className="text-small text-muted">
              {ruleText({ needed: needed ?? null, in_order, courses: courses.length })}
            </p>
            <ol className="mt-2 grid gap-1.5 border-l-2 border-line pl-4">
              {courses.map((course) => (
                <li key={course.id}>
                  {course.title || t`Untitled course`}
                  {!course.is_published && <span className="text-small text-muted"> · {t`Draft`}</span>}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </section>
  );
}
