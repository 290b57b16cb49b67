import { useLingui } from "@lingui/react/macro";
import { Card } from "../../../../ui/Card.tsx";
import { Field } from "../../../../ui/Field.tsx";
import type { CourseDraft } from "../draft.ts";
import { findDatesProblem } from "../publishRules.ts";

type Props = { course: CourseDraft; onChange: (change: Partial<CourseDraft>) => void };

/** Edits when a course can be taken, and by when it is due. */
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
        <Field
          label={t`Due days after enrolment`}
          type="number"
          min={0}
          max={3650}
          hint={t`For people who enrol from now on. Leave blank for no due date.`}
          value={course.due_days}
          onChange={(event) => onChange({ due_days: event.target.value })}
        />
        <Field
          label={t`Starts again before the certificate expires, in days`}
          type="number"
          min={1}
          max={364}
          hint={t`For everybody who completed it. Due on the last day of the certificate, which stays valid until then. Leave blank for never.`}
          value={course.recertify_days}
          onChange={(event) => onChange({ recertify_days: event.target.value })}
        />
      </div>
    </Card>
  );
}
