import { useLingui } from "@lingui/react/macro";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { execute } from "../../app/graphql.ts";
import { DeleteGroup } from "./groups.documents.ts";
import { KeepNote } from "./KeepNote.tsx";

type Props = { group: { id: number; name: string } | null; onClose: () => void };

/** Asks before a group is deleted; open while there is one. */
export function DeleteGroupDialog({ group, onClose }: Props) {
  const { t } = useLingui();
  return (
    <DeletionDialog
      item={group}
      kind="group"
      remove={(group_id) => execute(DeleteGroup, { group_id })}
      question={t`Are you sure you want to delete this group?`}
      onClose={onClose}
    >
      {group && <KeepNote groupId={group.id} />}
    </DeletionDialog>
  );
}
