import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Confirm } from "../ui/Confirm.tsx";
import { toast } from "../ui/toast.ts";
import { messageOf } from "./errors.ts";
import { execute } from "./graphql.ts";
import { RestoreDeleted } from "./restore.documents.ts";
import { useViewer } from "./session.ts";

type Doomed = { id: number; name: string };
type Props = {
  /** What is to be deleted; the window is open while there is something. */
  item: Doomed | null;
  /** The server's word for what it is, for bringing it back. */
  kind: "group" | "branch" | "category" | "course";
  remove: (id: number) => Promise<unknown>;
  onClose: () => void;
  /** Told once it is gone. */
  onDeleted?: () => void | Promise<void>;
  /** The question, and what else there is to know. */
  children: ReactNode;
};

/** Asks before something is deleted, and deletes it. Whoever may restore it can undo that for a moment. */
export function DeletionDialog({ item, kind, remove, onClose, onDeleted, children }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const mayRestore = useViewer().can("deleted.restore");
  const deletion = useMutation({
    mutationFn: ({ id }: Doomed) => remove(id),
    onSuccess: async (_, { id, name }) => {
      close();
      toast({
        kind: "success",
        text: t`${name} was deleted.`,
        ...(mayRestore && { action: { label: t`Undo`, onPress: () => void undo(id, name) } }),
      });
      await onDeleted?.();
      await client.invalidateQueries();
    },
  });
  // Keeps the words in place while the window fades.
  const [shown, setShown] = useState(item);
  if (item && item.id !== shown?.id) setShown(item);

  return (
    <Confirm
      open={item !== null}
      onClose={close}
      onConfirm={() => item && deletion.mutate(item)}
      title={t`Confirm Deletion`}
      confirm={deletion.isPending ? t`Deleting...` : t`Delete`}
      busy={deletion.isPending}
      error={deletion.error ? messageOf(deletion.error) : undefined}
    >
      <strong className="block pb-1 font-medium text-ink">{shown?.name}</strong>
      {children}
    </Confirm>
  );

  function close() {
    deletion.reset();
    onClose();
  }

  async function undo(id: number, name: string) {
    try {
      await execute(RestoreDeleted, { kind, id });
      toast({ kind: "success", text: t`${name} was restored.` });
    } catch (error) {
      toast({ kind: "error", text: messageOf(error) });
    }
    await client.invalidateQueries();
  }
}
