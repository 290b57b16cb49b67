import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import * as z from "zod/mini";
import { boot, isKnownSite } from "../../app/boot.ts";
import { EMAIL } from "../../app/emails.ts";
import { ApiError } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Field } from "../../ui/Field.tsx";
import { SendPasswordReset } from "./accounts.documents.ts";
import { siteName } from "./login.ts";
import { MailRequestPage } from "./MailRequestPage.tsx";

type Form = { domain: string; email: string };

/** Renders `/forgot-password`: requests a link to set a new password. */
export function ForgotPasswordScreen() {
  const { t } = useLingui();
  const { detected, baseDomain } = boot();
  const asksForDomain = !isKnownSite();
  const [errors, setErrors] = useState<{ [field in keyof Form]?: string[] }>({});
  const sending = useMutation({
    mutationFn: ({ domain, email }: Form) =>
      execute(SendPasswordReset, {
        email,
        branch_url: asksForDomain ? null : detected.branch,
        instance_url: asksForDomain ? siteName(domain) : null,
      }),
  });

  return (
    <MailRequestPage
      title={t`Reset your password`}
      text={t`We will send you a link by which you choose a new one.`}
      sent={sending.isSuccess && t`Password reset email sent successfully. Please check your inbox.`}
      problem={sending.error && describeProblem(sending.error)}
      button={t`SEND RESET LINK`}
      busy={sending.isPending}
      onChange={() => setErrors({})}
      onSubmit={submit}
    >
      {asksForDomain && (
        <Field
          label={t`Your Domain`}
          required
          name="domain"
          suffix={`.${baseDomain}`}
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="organization"
          error={errors.domain?.[0]}
        />
      )}
      <Field label={t`Email`} required name="email" type="email" autoComplete="username" error={errors.email?.[0]} />
    </MailRequestPage>
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const required = (message: string) => z.string().check(z.trim(), z.minLength(1, { error: message, abort: true }));
    const schema = z.object({
      domain: asksForDomain ? required(t`Enter your domain.`) : z._default(z.string(), ""),
      email: required(t`Enter your email.`).check(z.regex(EMAIL, t`Enter a valid email address.`)),
    });
    const parsed = schema.safeParse(Object.fromEntries(new FormData(form)));
    if (parsed.success) return sending.mutate(parsed.data);
    const { fieldErrors } = z.flattenError(parsed.error);
    setErrors(fieldErrors);
    form.querySelector<HTMLElement>(`[name="${Object.keys(fieldErrors)[0]}"]`)?.focus();
  }

  function describeProblem(error: Error): string {
    if (error instanceof ApiError && error.code === "NETWORK")
      return t`An error occurred while sending the reset email. Please try again.`;
    return (error instanceof ApiError && error.message) || t`An error occurred. Please try again.`;
  }
}
