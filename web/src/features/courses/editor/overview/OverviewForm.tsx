import { useLingui } from "@lingui/react/macro";
import { Card } from "../../../../ui/Card.tsx";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { RequiredNote } from "../../../../ui/RequiredNote.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";
import { useEditor } from "../editorContext.ts";
import { CategoriesField } from "./CategoriesField.tsx";
import { CompletionCard } from "./CompletionCard.tsx";
import { LearningPathField } from "./LearningPathField.tsx";
import { ResourcesCard } from "./ResourcesCard.tsx";
import { ThumbnailField } from "./ThumbnailField.tsx";
import { TimeCard } from "./TimeCard.tsx";

/** Edits everything about a course except its units. */
export function OverviewForm() {
  const { t } = useLingui();
  const { state, dispatch } = useEditor();
  const { course } = state;
  const change = (part: Partial<typeof course>) => dispatch({ do: "changeOverview", change: part });

  return (
    <>
      <h2 className="sr-only">{t`Course Overview`}</h2>
      <Card>
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_240px]">
          <div className="grid content-start gap-5">
            <RequiredNote />
            <Field
              label={t`Title`}
              required
              value={course.title}
              maxLength={200}
              onChange={(event) => change({ title: event.target.value })}
            />
            <TextArea
              label={t`Description`}
              required
              rows={5}
              value={course.description}
              maxLength={20_000}
              onChange={(event) => change({ description: event.target.value })}
            />
          </div>
          <ThumbnailField />
        </div>
      </Card>
      <Card title={t`Catalog`}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t`Course code`}
            value={course.course_code}
            maxLength={100}
            onChange={(event) => change({ course_code: event.target.value })}
          />
          <Field
            label={t`Price`}
            type="number"
            inputMode="decimal"
            min={0}
            step="0.01"
            placeholder={t`Free`}
            value={course.price}
            onChange={(event) => change({ price: event.target.value })}
          />
          <CategoriesField className="sm:col-span-2" />
          <Checkbox
            className="sm:col-span-2"
            label={t`Hide from catalog`}
            hint={t`Only people who are assigned to the course will find it.`}
            checked={course.hide_from_catalog}
            onChange={(event) => change({ hide_from_catalog: event.target.checked })}
          />
        </div>
      </Card>
      <Card title={t`Access`}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t`Capacity`}
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            placeholder={t`Unlimited`}
            hint={t`How many learners may be enrolled.`}
            value={course.capacity}
            onChange={(event) => change({ capacity: event.target.value })}
          />
          <Field
            label={t`Level`}
            value={course.level}
            maxLength={100}
            onChange={(event) => change({ level: event.target.value })}
          />
        </div>
      </Card>
      <TimeCard course={course} onChange={change} />
      <CompletionCard course={course} onChange={change} />
      <Card title={t`Learning path`}>
        <LearningPathField />
      </Card>
      <ResourcesCard />
    </>
  );
}
