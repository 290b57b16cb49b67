import { useLingui } from "@lingui/react/macro";
import { FormCard } from "../../ui/FormCard.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders how long a sign-in lasts. */
export function SignInSettings({ settings: { version, sign_in } }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSettingsForm({ session_hours: String(sign_in.session_hours) }, ({ session_hours }) => ({
    version,
    sign_in: { session_hours: Number(session_hours) },
  }));
  const { register, error } = form;
  const times: Record<string, string> = {
    1: t`1 hour`,
    8: t`8 hours`,
    24: t`1 day`,
    168: t`7 days`,
    720: t`30 days`,
  };
  // A client of the API may have set another time.
  times[sign_in.session_hours] ??= t`${sign_in.session_hours} hours`;
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <Select
        label={t`A sign-in lasts`}
        hint={t`Then users sign in again. A shorter time signs out, at once, everyone who signed in before it.`}
        error={error("session_hours")}
        options={Object.entries(times).map(([value, label]) => ({ value, label }))}
        {...register("session_hours")}
      />
    </FormCard>
  );
}
