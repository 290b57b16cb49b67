import { useLingui } from "@lingui/react/macro";
import { CheckboxGroup } from "../../ui/CheckboxGroup.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders how long a sign-in lasts, and who needs a second factor. */
export function SignInSettings({ settings: { version, sign_in } }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSettingsForm(
    {
      session_hours: String(sign_in.session_hours),
      idle_minutes: String(sign_in.idle_minutes ?? ""),
      second_factor_roles: sign_in.second_factor_roles,
      second_factor_grace_days: String(sign_in.second_factor_grace_days),
      remember_days: String(sign_in.remember_days ?? ""),
    },
    ({ session_hours, idle_minutes, second_factor_roles, second_factor_grace_days, remember_days }) => ({
      version,
      sign_in: {
        session_hours: Number(session_hours),
        idle_minutes: idle_minutes === "" ? null : Number(idle_minutes),
        second_factor_roles,
        second_factor_grace_days: Number(second_factor_grace_days),
        remember_days: remember_days === "" ? null : Number(remember_days),
      },
    }),
  );
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
  const idleTimes: Record<string, string> = {
    15: t`15 minutes`,
    30: t`30 minutes`,
    60: t`1 hour`,
    480: t`8 hours`,
    1440: t`1 day`,
  };
  if (sign_in.idle_minutes !== null) idleTimes[sign_in.idle_minutes] ??= t`${sign_in.idle_minutes} minutes`;
  const days: Record<string, string> = { 7: t`7 days`, 14: t`14 days`, 30: t`30 days`, 90: t`90 days` };
  if (sign_in.remember_days !== null) days[sign_in.remember_days] ??= t`${sign_in.remember_days} days`;
  const grace: Record<string, string> = { 7: t`7 days`, 14: t`14 days`, 30: t`30 days`, 90: t`90 days` };
  const graceDays = sign_in.second_factor_grace_days;
  if (graceDays > 0) grace[graceDays] ??= t`${graceDays} days`;
  const toOptions = (names: Record<string, string>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }));
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <Select
        label={t`A sign-in lasts`}
        hint={t`Then users sign in again. A shorter time signs out, at once, everyone who signed in before it.`}
        error={error("session_hours")}
        options={toOptions(times)}
        {...register("session_hours")}
      />
      <Select
        label={t`Without use, it ends after`}
        hint={t`For devices that several people use. An open course counts as use.`}
        error={error("idle_minutes")}
        options={[{ value: "", label: t`Not before that time` }, ...toOptions(idleTimes)]}
        {...register("idle_minutes")}
      />
      <CheckboxGroup
        label={t`Roles that need a second factor`}
        hint={t`People of these roles set up an authenticator app or a passkey. Others may set one up in their profile.`}
        error={error("second_factor_roles")}
        options={[
          { value: "learner", label: t`Learners` },
          { value: "instructor", label: t`Instructors` },
          { value: "manager", label: t`Managers` },
          { value: "admin", label: t`Admins` },
        ]}
        register={() => register("second_factor_roles")}
      />
      <Select
        label={t`Time to set it up`}
        hint={t`For each person from the day on which their role first needs it. Until then, they are reminded at each sign-in and may postpone it.`}
        error={error("second_factor_grace_days")}
        options={[{ value: "0", label: t`None: at their next visit` }, ...toOptions(grace)]}
        {...register("second_factor_grace_days")}
      />
      <Select
        label={t`Devices are not asked again for`}
        hint={t`People may then have a device remembered after they showed the second factor. A new password or a change of their factors ends that.`}
        error={error("remember_days")}
        options={[{ value: "", label: t`Ask at each sign-in` }, ...toOptions(days)]}
        {...register("remember_days")}
      />
    </FormCard>
  );
}
