import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { ApiError } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { NewPasswordField } from "../../app/passwords/NewPasswordField.tsx";
import { forgetSession } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { ResetPassword } from "./accounts.documents.ts";
import { spacesToPlus, validationLine } from "./newPassword.ts";

type Link = { email?: string; token?: string };

/** Renders `/password-reset`: sets a new password with the link of a mail. */
export function PasswordResetScreen() {
  const { t } = useLingui();
  const link = useSearch({ from: "/password-reset" });
  return (
    <NewPasswordForm
      link={link}
      title={t`Reset your password`}
      action={t`RESET PASSWORD`}
      invalid={t`Invalid reset token or email.`}
      failure={t`An error occurred while resetting your password.`}
      success={t`Your password has been reset. Please log in with your new password.`}
    />
  );
}

/** Renders `/set-password`: sets the first password with the link of an invitation. */
export function SetPasswordScreen() {
  const { t } = useLingui();
  const link = useSearch({ from: "/set-password" });
  return (
    <NewPasswordForm
      link={{ ...link, ...(link.email && { email: spacesToPlus(link.email) }) }}
      title={t`Set Up Your Password`}
      action={t`SET PASSWORD`}
      invalid={t`Invalid setup token or email.`}
      failure={t`An error occurred while setting your password.`}
      success={t`Your password has been set. Please log in.`}
    />
  );
}

type Props = { link: Link; title: string; action: string; invalid: string; failure: string; success: string };

function NewPasswordForm({ link: { email, token }, title, action, invalid, failure, success }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [problem, setProblem] = useState("");
  const isValid = Boolean(email && token);
  const saving = useMutation({
    mutationFn: (password: string) => execute(ResetPassword, { email: email!, token: token!, password }),
    onSuccess: async () => {
      // Every session of the user has ended; one stored here would only be refused.
      forgetSession();
      await navigate({ to: "/login", search: { success } });
    },
    onError: (error) => setProblem(describeProblem(error)),
  });

  return (
    <AccountPage>
      <h1 className="font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]">{title}</h1>
      {!isValid && (
        <p role="alert" className="mt-6 rounded-ctl border border-danger px-4 py-3 text-sm text-danger">
          {invalid}
        </p>
      )}
      <Form className="mt-8 grid gap-5" onSubmit={submit} onChange={() => setProblem("")}>
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email ?? ""} readOnly />
        <NewPasswordField
          label={t`New password`}
          owner={email ? [email] : []}
          required
          name="password"
          hint={t`Password should be at least 8 characters.`}
          disabled={!isValid}
        />
        <Field
          label={t`Confirm new password`}
          required
          name="confirmation"
          type="password"
          autoComplete="new-password"
          disabled={!isValid}
        />
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <Button type="submit" size="large" busy={saving.isPending} disabled={!isValid}>
          {action}
        </Button>
        <p className="text-center text-sm">
          <a href="/forgot-password" className="font-medium text-brand-text underline-offset-4 hover:underline">
            {t`Ask for a new link`}
          </a>
        </p>
      </Form>
    </AccountPage>
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [password, confirmation] = [form.get("password"), form.get("confirmation")];
    if (typeof password !== "string" || !password) return setProblem(t`Enter a new password.`);
    if (password !== confirmation) return setProblem(t`Passwords do not match.`);
    saving.mutate(password);
  }

  function describeProblem(error: Error): string {
    if (!(error instanceof ApiError)) return failure;
    if (error.code === "NETWORK") return t`An error occurred. Please try again later.`;
    return error.validation ? validationLine(error.validation) : error.message || failure;
  }
}
