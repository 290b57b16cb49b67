import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast.ts";
import { RestoreBadge, RevokeBadge } from "./badges.documents.ts";

type Award = { id: number; user_name: string };

/** Asks for a reason and revokes an award. */
export function RevokeBadgeDialog({ award, onClose }: { award: Award; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const restore = useRestoreBadge();
  const [reason, setReason] = useState("");
  const { id, user_name: name } = award;
  const revoking = useMutation({
    mutationFn: () => execute(RevokeBadge, { id, reason }),
    onSuccess: async () => {
      onClose();
      toast({
        kind: "success",
        text: t`The badge of ${name} was revoked.`,
        action: { label: t`Undo`, onPress: () => restore.mutate(award) },
      });
      await client.invalidateQueries();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Revoke badge`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button kind="danger" busy={revoking.isPending} disabled={!reason.trim()} onClick={() => revoking.mutate()}>
            {t`Revoke`}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-sm">
        {t`${name} no longer has the badge, and a check of the credential shows that it was revoked.`}
      </p>
      <TextArea
        label={t`Reason`}
        hint={t`Only staff see it.`}
        required
        rows={3}
        maxLength={500}
        value={reason}
        error={revoking.error ? getMessage(revoking.error) : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
}

/** Returns the mutation that restores a revoked award and says so. */
export function useRestoreBadge() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Award) => execute(RestoreBadge, { id }),
    onSuccess: async (_, { user_name: name }) => {
      toast({ kind: "success", text: t`${name} has the badge again.` });
      await client.invalidateQueries();
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
}
