import { useLingui } from "@lingui/react/macro";
import { Card } from "../../../../ui/Card.tsx";
import { Field } from "../../../../ui/Field.tsx";
import type { CourseDraft } from "../draft.ts";
import { findDatesProblem } from "../publishRules.ts";

type Props = { course: CourseDraft; onChange: (change: Partial<CourseDraft>) => void };

/** Edits when a course can be taken. */
export function TimeCard({ course, onChange }: Props) {
  const { t } = useLingui();
  return (
    <Card title={t`Time`}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t`Start date`}
          type="date"
          value={course.start_date}
          onChange={(event) => onChange({ start_date: event.target.value })}
        />
        <Field
          label={t`Start time`}
          type="time"
          value={course.start_time}
          onChange={(event) => onChange({ start_time: event.target.value })}
        />
        <Field
          label={t`End date`}
          type="date"
          value={course.end_date}
          error={findDatesProblem(course) ?? undefined}
          onChange={(event) => onChange({ end_date: event.target.value })}
        />
        <Field
          label={t`End time`}
          type="time"
          value={course.end_time}
          onChange={(event) => onChange({ end_time: event.target.value })}
        />
      </div>
    </Card>
  );
}
