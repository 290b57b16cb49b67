import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Confirm } from "../ui/Confirm.tsx";
import { toast } from "../ui/toast.ts";
import { getMessage } from "./errors.ts";
import { execute } from "./graphql.ts";
import { RestoreNote } from "./RestoreNote.tsx";
import { RestoreDeleted } from "./restore.documents.ts";
import { useViewer } from "./session.ts";

type Doomed = { id: number; name: string };
type Props = {
  /** What to delete; the dialog is open while it is set. */
  item: Doomed | null;
  /** The server's kind, for restoring it. */
  kind:
    | "group"
    | "branch"
    | "category"
    | "course"
    | "user_field"
    | "learning_path"
    | "automation"
    | "badge"
    | "certificate_template"
    | "identity_provider";
  remove: (id: number) => Promise<unknown>;
  onClose: () => void;
  /** Called after the deletion. */
  onDeleted?: () => void | Promise<void>;
  question: string;
  /** Further information. */
  children?: ReactNode;
};

/** Asks before a deletion and deletes. Users who may restore get an undo. */
export function DeletionDialog({ item, kind, remove, onClose, onDeleted, question, children }: Props) {
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
  // Keeps the text while the dialog fades out.
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
      error={deletion.error ? getMessage(deletion.error) : undefined}
    >
      <strong className="block pb-1 font-medium text-ink">{shown?.name}</strong>
      {question} <RestoreNote />
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
      toast({ kind: "error", text: getMessage(error) });
    }
    await client.invalidateQueries();
  }
}
