import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { type CommonFieldName, compareCourses, type Difference } from "./compareCourses.ts";
import { type CourseFieldName, courseFields } from "./courseFields.ts";
import type { CourseDraft } from "./draft.ts";
import { CategoryChoices, CourseChoices } from "./editor.documents.ts";
import { useEditor } from "./editorContext.ts";
import { listFullNames } from "./overview/categoryNames.ts";
import { type OwnFieldName, ownFields } from "./units/unitTypes.ts";
import type { useSave } from "./useSave.ts";

const unitLabels: Record<CommonFieldName | "whole", MessageDescriptor> = {
  whole: msg`Unit`,
  order: msg`Place in the course`,
  title: msg`Title`,
  content: msg`Content`,
  completion_option: msg`Completion option`,
  time_limit: msg`Time in seconds`,
  file: msg`File`,
  questions: msg`Questions`,
};

/** Returns the label of a field of the course or of a unit. */
function getLabel(field: Difference["field"]): MessageDescriptor {
  if (field in courseFields) return courseFields[field as CourseFieldName].label;
  if (field in ownFields) return ownFields[field as OwnFieldName].label;
  return unitLabels[field as CommonFieldName];
}

type Props = { theirs: CourseDraft; save: ReturnType<typeof useSave> };

/** Shows where the author's version differs from the stored one. */
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
              aria-label={`${place}: ${i18n._(getLabel(difference.field))}`}
            >
              <h3 className="mb-2 text-sm font-medium">
                {place} · {i18n._(getLabel(difference.field))}
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
      <dd className="mt-1 max-h-60 overflow-y-auto text-sm whitespace-pre-wrap">
        {isLacking ? t`This unit is not in it.` : text || t`Nothing`}
        {difference.mine === difference.theirs && (
          <span className="mt-1 block text-small text-muted">{t`The same words; the details differ.`}</span>
        )}
      </dd>
    </div>
  );
}

/** Returns names for the ids in a draft, from the lists that the form has fetched. */
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
    const labels = new Map(listFullNames(categories.data ?? []).map(({ id, label }) => [id, label]));
    const titles = new Map((courses.data ?? []).map(({ id, title }) => [id, title]));
    return {
      category: (id: number) => labels.get(id) ?? `#${id}`,
      course: (id: number) => titles.get(id) ?? `#${id}`,
    };
  }, [categories.data, courses.data]);
}
