import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { compareCourses, type Difference } from "./compareCourses.ts";
import type { CourseDraft } from "./draft.ts";
import { CategoryChoices, CourseChoices } from "./editor.documents.ts";
import { useEditor } from "./editorContext.ts";
import { withFullNames } from "./overview/categoryNames.ts";
import type { useSave } from "./useSave.ts";

const fieldNames: Record<Difference["field"], MessageDescriptor> = {
  whole: msg`Unit`,
  order: msg`Place in the course`,
  title: msg`Title`,
  description: msg`Description`,
  course_code: msg`Course code`,
  categories: msg`Categories`,
  price: msg`Price`,
  hide_from_catalog: msg`Hide from catalog`,
  capacity: msg`Capacity`,
  level: msg`Level`,
  start_date: msg`Start date`,
  start_time: msg`Start time`,
  end_date: msg`End date`,
  end_time: msg`End time`,
  completion_rules: msg`Completion rules`,
  completion_percentage: msg`Completion percentage`,
  learning_path: msg`Learning path`,
  certificate_type: msg`Certificate type`,
  thumbnail: msg`Thumbnail`,
  resources: msg`Resources`,
  content: msg`Content`,
  completion_option: msg`Completion option`,
  time_limit: msg`Time in seconds`,
  file: msg`File`,
  youtube_link: msg`YouTube link`,
  url: msg`URL`,
  scorm_id: msg`Package`,
  captions: msg`Captions`,
  questions: msg`Questions`,
  draws: msg`Drawn from the question bank`,
};

type Props = { theirs: CourseDraft; save: ReturnType<typeof useSave> };

/** The author's version beside the stored one: only where they differ. */
export function CompareDialog({ theirs, save }: Props) {
  const { t, i18n } = useLingui();
  const { state } = useEditor();
  const names = useNames();
  const differences = useMemo(() => compareCourses(state.course, theirs, names), [state.course, theirs, names]);

  return (
    <Dialog
      open
      isForm
      size="large"
      onClose={save.dismiss}
      title={t`Compare versions`}
      actions={
        <>
          <Button kind="quiet" onClick={save.dismiss}>
            {t`Back to the course`}
          </Button>
          <Button kind="quiet" onClick={() => void save.reload()}>
            {t`Reload`}
          </Button>
          <Button onClick={() => void save.overwrite()}>{t`Overwrite`}</Button>
        </>
      }
    >
      {differences.length === 0 && <p className="text-muted">{t`Both versions are the same.`}</p>}
      <div className="grid gap-5">
        {differences.map((difference) => {
          const place = difference.unit
            ? `${difference.unit.order}. ${difference.unit.title || t`Untitled Unit`}`
            : t`Course Overview`;
          return (
            <section
              key={`${place}/${difference.field}`}
              aria-label={`${place}: ${i18n._(fieldNames[difference.field])}`}
            >
              <h3 className="mb-2 text-sm font-medium break-words">
                {place} · {i18n._(fieldNames[difference.field])}
              </h3>
              <dl className="grid gap-3 sm:grid-cols-2">
                <Version name={t`Your version`} difference={difference} text={difference.mine} />
                <Version name={t`The saved version`} difference={difference} text={difference.theirs} />
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

function Version({ name, difference, text }: { name: string; difference: Difference; text: string }) {
  const { t } = useLingui();
  const isLacking = difference.field === "whole" && text === "";
  return (
    <div className="min-w-0 rounded-ctl border border-line px-4 py-3">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-1 max-h-60 overflow-y-auto text-sm break-words whitespace-pre-wrap">
        {isLacking ? t`This unit is not in it.` : text || t`Nothing`}
        {difference.mine === difference.theirs && (
          <span className="mt-1 block text-small text-muted">{t`The same words; the details differ.`}</span>
        )}
      </dd>
    </div>
  );
}

/** Names for the ids in a draft, from the lists that its fields have fetched. */
function useNames() {
  const categories = useQuery({
    queryKey: ["categoryChoices"],
    queryFn: async () => (await execute(CategoryChoices)).categories,
  });
  const courses = useQuery({
    queryKey: ["courseChoices"],
    queryFn: async () => (await execute(CourseChoices)).courses,
  });
  return useMemo(() => {
    const labels = new Map(withFullNames(categories.data ?? []).map(({ id, label }) => [id, label]));
    const titles = new Map((courses.data ?? []).map(({ id, title }) => [id, title]));
    return {
      category: (id: number) => labels.get(id) ?? `#${id}`,
      course: (id: number) => titles.get(id) ?? `#${id}`,
    };
  }, [categories.data, courses.data]);
}
