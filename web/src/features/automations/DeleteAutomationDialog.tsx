import { useLingui } from "@lingui/react/macro";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { execute } from "../../app/graphql.ts";
import { DeleteAutomation } from "./automations.documents.ts";

type Props = {
  automation: { id: number; name: string } | null;
  onClose: () => void;
  onDeleted?: () => void | Promise<void>;
};

/** Asks before an automation is deleted; open while there is one. */
export function DeleteAutomationDialog({ automation, ...props }: Props) {
  const { t } = useLingui();
  return (
    <DeletionDialog
      {...props}
      item={automation}
      kind="automation"
      remove={(id) => execute(DeleteAutomation, { id })}
      question={t`Are you sure you want to delete this automation?`}
    >
      <span className="mt-2 block">{t`What it has done stays. When you restore it, it is off.`}</span>
    </DeletionDialog>
  );
}
