import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { toast } from "../../ui/toast.ts";
import { getMessage } from "../errors.ts";
import { execute } from "../graphql.ts";
import { SendPasswordLink } from "./accounts.documents.ts";

type Props = { user: { id: number; email: string; is_invited: boolean } };

/** Shows a button that sends an existing user a link to set a password, after a confirmation. */
export function PasswordLink({ user }: Props) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const sending = useMutation({
    mutationFn: () => execute(SendPasswordLink, { id: user.id }),
    onSuccess: () => {
      setAsking(false);
      toast({ kind: "success", text: t`A link to set a new password was sent to ${user.email}.` });
    },
  });
  const close = () => {
    sending.reset();
    setAsking(false);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        <KeyRound size={16} aria-hidden />
        {t`Send Password Link`}
      </Button>
      <Confirm
        open={asking}
        onClose={close}
        onConfirm={() => sending.mutate()}
        kind="primary"
        title={t`Send a password link?`}
        confirm={sending.isPending ? t`Sending...` : t`Send link`}
        busy={sending.isPending}
        error={sending.error ? getMessage(sending.error) : undefined}
      >
        {t`We will send ${user.email} a link to set a new password.`}{" "}
        {!user.is_invited && t`The current password works until the user sets a new one.`}
      </Confirm>
    </>
  );
}

/** Replaces the password field on the form of an existing user. */
export function PasswordOfUser({ user }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid justify-items-start gap-1.5">
      <p className="text-sm font-medium">{t`Password`}</p>
      <PasswordLink user={user} />
      <p className="text-sm text-muted">{t`Only the user can set their password.`}</p>
    </div>
  );
}
