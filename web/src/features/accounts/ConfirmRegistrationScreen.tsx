import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { useState, type SubmitEvent } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { NewPasswordField } from "../../app/passwords/NewPasswordField.tsx";
import { forgetSession } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { spacesToPlus } from "./newPassword.ts";
import { ConfirmRegistration } from "./register.documents.ts";

/** Renders `/register/confirm`: confirms the address by the link of a mail, and sets the password. */
export function ConfirmRegistrationScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { email = "", token = "" } = useSearch({ from: "/register/confirm" });
  const address = spacesToPlus(email);
  const [problem, setProblem] = useState("");
  const confirmation = useMutation({
    mutationFn: async (password: string) =>
      (await execute(ConfirmRegistration, { email: address, token, password })).confirmRegistration,
    onSuccess: async ({ state }) => {
      if (state !== "created") return;
      forgetSession();
      await navigate({ to: "/login", search: { success: t`Your account was created. Please log in.` } });
    },
    onError: (error) => setProblem(getMessage(error)),
  });
  const isValid = Boolean(address && token);
  if (confirmation.data?.state === "waiting")
    return (
      <AccountPage>
        <div role="status">
          <Hourglass aria-hidden size={36} className="mb-4 text-brand-text" />
          <h1 className={heading}>{t`Your registration waits for approval`}</h1>
          <p className="mt-3 text-muted">{t`You get a mail when an administrator has decided about it.`}</p>
        </div>
      </AccountPage>
    );
  return (
    <AccountPage>
      <h1 className={heading}>{t`Choose your password`}</h1>
      <p className="mt-3 text-muted">
        {isValid ? address : t`This link is not complete. Open it from the mail again.`}
      </p>
      <Form className="mt-8 grid gap-5" onSubmit={submit} onChange={() => setProblem("")}>
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={address} readOnly />
        <NewPasswordField
          label={t`Password`}
          owner={[address]}
          required
          name="password"
          hint={t`Password should be at least 8 characters.`}
          disabled={!isValid}
          error={problem || undefined}
        />
        <Button type="submit" size="large" busy={confirmation.isPending} disabled={!isValid}>
          {t`Confirm`}
        </Button>
      </Form>
    </AccountPage>
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get("password");
    if (typeof password !== "string" || !password) return setProblem(t`Enter a new password.`);
    confirmation.mutate(password);
  }
}

const heading = "font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]";
