import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Confirm } from "../../ui/Confirm.tsx";
import { toast } from "../../ui/toast.ts";
import { RevokeProvisioningToken } from "./provisioning.documents.ts";

type Doomed = { id: number; name: string };

/** Asks before a token is revoked; open while there is one. */
export function RevokeTokenDialog({ token, onClose }: { token: Doomed | null; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const revocation = useMutation({
    mutationFn: ({ id }: Doomed) => execute(RevokeProvisioningToken, { id }),
    onSuccess: async (_, { name }) => {
      close();
      toast({ kind: "success", text: t`${name} was revoked.` });
      await client.invalidateQueries({ queryKey: ["provisioningTokens"] });
    },
  });
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(token);
  if (token && token !== shown) setShown(token);
  return (
    <Confirm
      open={token !== null}
      onClose={close}
      onConfirm={() => token && revocation.mutate(token)}
      title={t`Confirm Removal`}
      confirm={revocation.isPending ? t`Revoking...` : t`Revoke`}
      busy={revocation.isPending}
      error={revocation.error ? getMessage(revocation.error) : undefined}
    >
      <strong className="block pb-1 font-medium text-ink">{shown?.name}</strong>
      {t`The identity provider that uses this token can change nothing here any more. Users and groups stay. This action cannot be undone.`}
    </Confirm>
  );

  function close() {
    revocation.reset();
    onClose();
  }
}
