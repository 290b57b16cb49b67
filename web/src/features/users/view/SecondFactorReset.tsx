import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/Confirm.tsx";
import { toast } from "../../../ui/toast.ts";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { ResetSecondFactor } from "../users.documents.ts";

/** Shows a button that removes the second factor of a user who has lost it, after a confirmation. */
export function SecondFactorReset({ user }: { user: { id: number; email: string } }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const resetting = useMutation({
    mutationFn: () => execute(ResetSecondFactor, { id: user.id }),
    onSuccess: () => {
      setAsking(false);
      toast({ kind: "success", text: t`The second factor of ${user.email} was reset.` });
      return client.invalidateQueries();
    },
  });
  const close = () => {
    resetting.reset();
    setAsking(false);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        <ShieldOff size={16} aria-hidden />
        {t`Reset second factor`}
      </Button>
      <Confirm
        open={isAsking}
        onClose={close}
        onConfirm={() => resetting.mutate()}
        title={t`Reset the second factor?`}
        confirm={t`Reset`}
        busy={resetting.isPending}
        error={resetting.error ? getMessage(resetting.error) : undefined}
      >
        {t`${user.email} is signed out everywhere, and then signs in with the password alone. Make sure that it is this person who asks you.`}
      </Confirm>
    </>
  );
}
