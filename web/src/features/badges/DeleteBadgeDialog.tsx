import { useLingui } from "@lingui/react/macro";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { execute } from "../../app/graphql.ts";
import { DeleteBadge } from "./badges.documents.ts";

type Props = {
  badge: { id: number; name: string } | null;
  onClose: () => void;
  onDeleted?: () => void | Promise<void>;
};

/** Asks before a badge is deleted; open while there is one. */
export function DeleteBadgeDialog({ badge, ...props }: Props) {
  const { t } = useLingui();
  return (
    <DeletionDialog
      {...props}
      item={badge}
      kind="badge"
      remove={(id) => execute(DeleteBadge, { id })}
      question={t`Are you sure you want to delete this badge?`}
    >
      <span className="mt-2 block">{t`People no longer have it, and its credentials count as revoked.`}</span>
    </DeletionDialog>
  );
}
