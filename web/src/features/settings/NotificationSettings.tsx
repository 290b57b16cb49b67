import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders when learners are reminded of due dates, whether managers get a digest, and the sender of mails. */
export function NotificationSettings({ settings: { version, notifications } }: { settings: Settings }) {
  const { t } = useLingui();
  const { due_reminders_before, due_reminders_after, due_digest, sender_name, reply_to } = notifications;
  const form = useSettingsForm(
    {
      due_reminders_before: due_reminders_before.join(", "),
      due_reminders_after: due_reminders_after.join(", "),
      due_digest,
      sender_name: sender_name ?? "",
      reply_to: reply_to ?? "",
    },
    (fields) => ({
      version,
      notifications: {
        due_reminders_before: readDays(fields.due_reminders_before),
        due_reminders_after: readDays(fields.due_reminders_after),
        due_digest: fields.due_digest,
        sender_name: fields.sender_name,
        reply_to: fields.reply_to,
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
      <Field
        label={t`Sender of mails`}
        hint={t`The name that mails come from. The address stays that of this installation. Leave blank for the product's name.`}
        maxLength={100}
        error={error("sender_name")}
        {...register("sender_name")}
      />
      <Field
        label={t`Replies go to`}
        hint={t`An email address where answers are read. Leave blank if there is none.`}
        type="email"
        maxLength={254}
        error={error("reply_to")}
        {...register("reply_to")}
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
