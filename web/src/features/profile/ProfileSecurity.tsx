import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import { NewPasswordField } from "../../app/passwords/NewPasswordField.tsx";
import { useSaveForm } from "../../app/saveForm.ts";
import { useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { toast } from "../../ui/toast.ts";
import { UpdatePassword } from "./profile.documents.ts";
import { EmailCard } from "./security/EmailCard.tsx";
import { PasskeysCard } from "./security/PasskeysCard.tsx";
import { SecondFactorCard } from "./security/SecondFactorCard.tsx";
import { SessionsCard } from "./security/SessionsCard.tsx";

/** Renders the user's own password, email, passkeys, second factor and devices. */
export function ProfileSecurity() {
  return (
    <div className="grid gap-6">
      <OwnPassword />
      <EmailCard />
      <PasskeysCard />
      <SecondFactorCard />
      <SessionsCard />
    </div>
  );
}

function OwnPassword() {
  const { t } = useLingui();
  const { first_name, last_name, email } = useViewer();
  const form = useSaveForm({
    values: { current_password: "", new_password: "", new_password_confirmation: "" },
    save: (fields) => execute(UpdatePassword, fields),
    onSaved: () => {
      toast({ kind: "success", text: t`Password updated successfully!` });
      form.reset();
    },
  });
  const { register, error } = form;

  return (
    <Card title={t`Password`} className="max-w-xl">
      <Form onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        {/* Tells password managers whose password this is. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Field
          label={t`Current password`}
          type="password"
          autoComplete="current-password"
          error={error("current_password")}
          {...register("current_password", { required: t`Enter your current password.` })}
        />
        <NewPasswordField
          label={t`New password`}
          owner={[first_name, last_name, email]}
          hint={t`Password should be at least 8 characters.`}
          error={error("new_password")}
          {...register("new_password", { required: t`Enter a new password.` })}
        />
        <Field
          label={t`Confirm password`}
          type="password"
          autoComplete="new-password"
          error={error("new_password_confirmation")}
          {...register("new_password_confirmation", {
            required: t`Enter the new password again.`,
            validate: (value, { new_password }) =>
              value === new_password || t`New password and confirmation do not match.`,
          })}
        />
        <p className="text-small text-muted">{t`You stay signed in here; everywhere else you are signed out.`}</p>
        <div className="flex justify-end border-t border-line pt-5">
          <Button type="submit" busy={form.saving}>
            {form.saving ? t`Updating...` : t`Update Password`}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
