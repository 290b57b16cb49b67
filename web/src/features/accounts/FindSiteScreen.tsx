import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState, type SubmitEvent } from "react";
import * as z from "zod/mini";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { SendSiteList } from "./accounts.documents.ts";

/** Renders `/find-site`: requests a mail with the training sites where a person has an account. */
export function FindSiteScreen() {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string>();
  const sending = useMutation({ mutationFn: (email: string) => execute(SendSiteList, { email }) });

  return (
    <AccountPage>
      <h1 className="font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]">{t`Find my training sites`}</h1>
      <p className="mt-3 text-muted">{t`We will send the addresses of the sites where you have an account to your email.`}</p>
      {sending.isSuccess && (
        <p
          role="status"
          className="mt-6 flex gap-2.5 rounded-ctl border border-line bg-surface px-4 py-3 text-sm text-ok-text"
        >
          <CircleCheck aria-hidden size={18} className="mt-px shrink-0" />
          {sending.data.sendSiteList}
        </p>
      )}
      <Form className="mt-8 grid gap-5" onSubmit={submit} onChange={() => setProblem(undefined)}>
        <Field label={t`Email`} required name="email" type="email" autoComplete="email" error={problem} />
        {sending.error && (
          <p role="alert" className="text-sm text-danger">
            {getMessage(sending.error)}
          </p>
        )}
        <Button type="submit" size="large" busy={sending.isPending}>
          {t`Send me the addresses`}
        </Button>
        <p className="text-center text-sm">
          <a href="/login" className="font-medium text-brand-text underline-offset-4 hover:underline">
            {t`Log in`}
          </a>
        </p>
      </Form>
    </AccountPage>
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: t`Enter your email.`, abort: true }),
        z.email(t`Enter a valid email address.`),
      )
      .safeParse(new FormData(event.currentTarget).get("email"));
    if (email.success) return sending.mutate(email.data);
    setProblem(z.flattenError(email.error).formErrors[0]);
    event.currentTarget.querySelector("input")?.focus();
  }
}
