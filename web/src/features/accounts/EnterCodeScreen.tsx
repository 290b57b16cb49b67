import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { organisation } from "../../app/boot.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { readCode } from "./invitationCode.ts";

/** Renders `/register`: a person types the code of an invitation, or pastes its link. */
export function EnterCodeScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const site = organisation().name;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("code");
    const code = typeof typed === "string" ? readCode(typed) : null;
    if (code === null) return setError(t`Enter the code as it is written in your invitation.`);
    void navigate({ to: "/register/$code", params: { code } });
  };
  return (
    <AccountPage>
      <h1 className="font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]">{t`Enter your invitation code`}</h1>
      <p className="mt-3 text-muted">{t`With it, you create your account at ${site}.`}</p>
      <Form onSubmit={submit} className="mt-6 grid gap-5">
        <Field
          label={t`Invitation code`}
          hint={t`You can also paste the whole link.`}
          name="code"
          required
          maxLength={500}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={error}
        />
        <Button type="submit">{t`Continue`}</Button>
      </Form>
      <p className="mt-6">
        <a href="/login" className="font-medium text-brand-text underline-offset-4 hover:underline">
          {t`Go to the login page`}
        </a>
      </p>
    </AccountPage>
  );
}
