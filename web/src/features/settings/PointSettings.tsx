import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** From 0 to 1000, as the server accepts it. */
const WHOLE_NUMBER = /^(\d{1,3}|1000)$/;

/** Renders whether people earn points, and how many for what. */
export function PointSettings({ settings: { version, points } }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSettingsForm(
    {
      is_on: points.is_on,
      for_course: String(points.for_course),
      for_path: String(points.for_path),
      for_badge: String(points.for_badge),
    },
    ({ is_on, ...numbers }) => ({
      version,
      points: {
        is_on,
        for_course: Number(numbers.for_course),
        for_path: Number(numbers.for_path),
        for_badge: Number(numbers.for_badge),
      },
    }),
  );
  const { register, error } = form;
  const number = { type: "number", min: 0, max: 1000, step: 1 } as const;
  const message = t`Enter a whole number from 0 to 1000.`;
  const rule = { required: message, pattern: { value: WHOLE_NUMBER, message } };
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <Checkbox
        label={t`People earn points and see a leaderboard`}
        hint={t`Under My Badges. Each branch has a leaderboard of its own people. Anyone can hide their name from it.`}
        {...register("is_on")}
      />
      <Field
        label={t`Points for a completed course`}
        hint={t`Points follow from what people have achieved: a change counts for earlier achievements too.`}
        {...number}
        error={error("for_course")}
        {...register("for_course", rule)}
      />
      <Field
        label={t`Points for a completed learning path`}
        {...number}
        error={error("for_path")}
        {...register("for_path", rule)}
      />
      <Field label={t`Points for a badge`} {...number} error={error("for_badge")} {...register("for_badge", rule)} />
    </FormCard>
  );
}
