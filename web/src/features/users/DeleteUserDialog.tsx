import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { RestoreNote } from "../../app/RestoreNote.tsx";
import { useViewer } from "../../app/session.ts";
import { Confirm } from "../../ui/Confirm.tsx";
import { toast } from "../../ui/toast.ts";
import { DeleteUser, RestoreUser } from "./users.documents.ts";
import { formatName } from "./usersTable.tsx";

type Doomed = { id: number; first_name: string; last_name: string };

type Props = { user: Doomed | null; onClose: () => void; onDeleted?: (id: number) => void };

/** Asks before a user is deleted and deletes them; open while there is one. */
export function DeleteUserDialog({ user, onClose, onDeleted }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const mayRestore = useViewer().can("deleted.restore");
  const restoring = useMutation({
    mutationFn: (id: number) => execute(RestoreUser, { id }),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const deletion = useMutation({
    mutationFn: ({ id }: Doomed) => execute(DeleteUser, { id }),
    onSuccess: async (_, gone) => {
      close();
      onDeleted?.(gone.id);
      const name = formatName(gone);
      toast({
        kind: "success",
        text: t`${name} was deleted.`,
        ...(mayRestore && { action: { label: t`Undo`, onPress: () => restoring.mutate(gone.id) } }),
      });
      await client.invalidateQueries();
    },
  });
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(user);
  if (user && user !== shown) setShown(user);

  return (
    <Confirm
      open={user !== null}
      onClose={close}
      onConfirm={() => user && deletion.mutate(user)}
      title={t`Confirm Deletion`}
      confirm={deletion.isPending ? t`Deleting...` : t`Delete`}
      busy={deletion.isPending}
      error={deletion.error ? getMessage(deletion.error) : undefined}
    >
      <strong className="block pb-1 font-medium text-ink">{shown && formatName(shown)}</strong>
      {t`Are you sure you want to delete this user?`} <RestoreNote />
    </Confirm>
  );

  function close() {
    deletion.reset();
    onClose();
  }
}
