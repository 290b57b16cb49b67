import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders when learners are reminded of due dates, and whether managers get a digest. */
export function NotificationSettings({ settings: { version, notifications } }: { settings: Settings }) {
  const { t } = useLingui();
  const { due_reminders_before, due_reminders_after, due_digest } = notifications;
  const form = useSettingsForm(
    {
      due_reminders_before: due_reminders_before.join(", "),
      due_reminders_after: due_reminders_after.join(", "),
      due_digest,
    },
    (fields) => ({
      version,
      notifications: {
        due_reminders_before: readDays(fields.due_reminders_before),
        due_reminders_after: readDays(fields.due_reminders_after),
        due_digest: fields.due_digest,
      },
    }),
  );
  const { register, error } = form;
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <Field
        label={t`Days before a due date`}
        hint={t`Learners are reminded on these days, for example 7, 1. Leave blank for no reminder.`}
        inputMode="numeric"
        error={error("due_reminders_before")}
        {...register("due_reminders_before")}
      />
      <Field
        label={t`Days after a due date`}
        hint={t`Learners whose course is overdue are reminded on these days.`}
        inputMode="numeric"
        error={error("due_reminders_after")}
        {...register("due_reminders_after")}
      />
      <Checkbox
        label={t`Send managers a digest every week`}
        hint={t`On Mondays: how many courses of their people are overdue and due within 7 days.`}
        {...register("due_digest")}
      />
    </FormCard>
  );
}

/** Reads numbers of days; -1, which the server refuses, for what is no number. */
const readDays = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : -1));
