import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Confirm } from "../../ui/Confirm.tsx";
import { toast } from "../../ui/toast.ts";
import { RevokeApiKey } from "./apiKeys.documents.ts";

type Doomed = { id: number; name: string };

/** Asks before a key is revoked; open while there is one. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: Doomed | null; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const revocation = useMutation({
    mutationFn: ({ id }: Doomed) => execute(RevokeApiKey, { id }),
    onSuccess: async (_, { name }) => {
      close();
      toast({ kind: "success", text: t`${name} was revoked.` });
      await client.invalidateQueries();
    },
  });
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  return (
    <Confirm
      open={apiKey !== null}
      onClose={close}
      onConfirm={() => apiKey && revocation.mutate(apiKey)}
      title={t`Confirm Removal`}
      confirm={revocation.isPending ? t`Revoking...` : t`Revoke`}
      busy={revocation.isPending}
      error={revocation.error ? getMessage(revocation.error) : undefined}
    >
      <strong className="block pb-1 font-medium text-ink">{shown?.name}</strong>
      {t`Programs that use this key stop working at once. This action cannot be undone.`}
    </Confirm>
  );

  function close() {
    revocation.reset();
    onClose();
  }
}
