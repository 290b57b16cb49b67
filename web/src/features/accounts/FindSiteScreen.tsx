import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import * as z from "zod/mini";
import { EMAIL } from "../../app/emails.ts";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Field } from "../../ui/Field.tsx";
import { SendSiteList } from "./accounts.documents.ts";
import { MailRequestPage } from "./MailRequestPage.tsx";

/** Renders `/find-site`: requests a mail with the training sites where a person has an account. */
export function FindSiteScreen() {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string>();
  const sending = useMutation({ mutationFn: (email: string) => execute(SendSiteList, { email }) });

  return (
    <MailRequestPage
      title={t`Find my training sites`}
      text={t`We will send the addresses of the sites where you have an account to your email.`}
      sent={sending.data?.sendSiteList}
      problem={sending.error && getMessage(sending.error)}
      button={t`Send me the addresses`}
      busy={sending.isPending}
      onChange={() => setProblem(undefined)}
      onSubmit={submit}
    >
      <Field label={t`Email`} required name="email" type="email" autoComplete="email" error={problem} />
    </MailRequestPage>
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: t`Enter your email.`, abort: true }),
        z.regex(EMAIL, t`Enter a valid email address.`),
      )
      .safeParse(new FormData(event.currentTarget).get("email"));
    if (email.success) return sending.mutate(email.data);
    setProblem(z.flattenError(email.error).formErrors[0]);
    event.currentTarget.querySelector("input")?.focus();
  }
}
