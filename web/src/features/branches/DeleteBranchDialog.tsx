import { useLingui } from "@lingui/react/macro";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { execute } from "../../app/graphql.ts";
import { AccessNote } from "./AccessNote.tsx";
import { DeleteBranch } from "./branches.documents.ts";

type Props = {
  branch: { id: number; name: string } | null;
  onClose: () => void;
  onDeleted?: () => void | Promise<void>;
};

/** Asks before a branch is deleted, and says who loses all access; open while there is one. */
export function DeleteBranchDialog({ branch, onClose, onDeleted }: Props) {
  const { t } = useLingui();
  return (
    <DeletionDialog
      item={branch}
      kind="branch"
      remove={(branch_id) => execute(DeleteBranch, { branch_id })}
      question={t`Are you sure you want to delete this branch?`}
      onClose={onClose}
      {...(onDeleted && { onDeleted })}
    >
      {branch && <AccessNote branchId={branch.id} />}
    </DeletionDialog>
  );
}
