import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { forgetSession } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { ConfirmEmailChange, StopEmailChange } from "./accounts.documents.ts";

/** Renders `/confirm-email`: confirms a new address by the link of a mail. */
export function ConfirmEmailScreen() {
  const { t } = useLingui();
  return (
    <EmailLink
      title={t`Confirm your new email`}
      text={t`From then on, you log in with this address.`}
      action={t`Confirm the new email`}
      send={async (token) => (await execute(ConfirmEmailChange, { token })).confirmEmailChange.message}
    />
  );
}

/** Renders `/stop-email`: stops a change of address by the link of a mail to the old one. */
export function StopEmailScreen() {
  const { t } = useLingui();
  return (
    <EmailLink
      title={t`Stop the change of your email?`}
      text={t`Your account keeps this address, and all its devices are signed out. Choose a new password afterwards.`}
      action={t`Stop the change`}
      send={async (token) => {
        const { message } = (await execute(StopEmailChange, { token })).stopEmailChange;
        forgetSession();
        return message;
      }}
    />
  );
}

type Props = { title: string; text: string; action: string; send: (token: string) => Promise<string> };

/** Asks for a press, because programs that look for viruses open the links of mails. */
function EmailLink({ title, text, action, send }: Props) {
  const { t } = useLingui();
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? "");
  const sending = useMutation({ mutationFn: () => send(token) });
  return (
    <AccountPage>
      <h1 className="font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]">{title}</h1>
      {sending.data ? (
        <>
          <p role="status" className="mt-3 mb-8 text-muted">
            {sending.data}
          </p>
          <ButtonLink to="/login">{t`Go to login`}</ButtonLink>
        </>
      ) : (
        <>
          <p className="mt-3 mb-8 text-muted">
            {token ? text : t`This link is not complete. Open it from the mail again.`}
          </p>
          {sending.error && (
            <p role="alert" className="mb-5 text-sm text-danger">
              {getMessage(sending.error)}
            </p>
          )}
          <Button size="large" busy={sending.isPending} disabled={!token} onClick={() => sending.mutate()}>
            {action}
          </Button>
        </>
      )}
    </AccountPage>
  );
}
