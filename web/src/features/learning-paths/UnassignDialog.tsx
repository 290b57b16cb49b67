import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import type { LearningPathAssignmentInput } from "../../gen/graphql.ts";
import { Confirm } from "../../ui/Confirm.tsx";
import { toast } from "../../ui/toast.ts";
import { RestoreLearningPathAssignment, UnassignLearningPath } from "./paths.documents.ts";

type Props = {
  pathId: number;
  from: LearningPathAssignmentInput;
  /** Whom it is about, as the dialog names them. */
  name: string;
  onClose: () => void;
  onDone?: () => void;
};

/** Asks before an assignment ends, and ends it; who may restore what has ended can undo it. */
export function UnassignDialog({ pathId, from, name, onClose, onDone }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const mayRestore = useViewer().can("deleted.restore");
  const ending = useMutation({
    mutationFn: () => execute(UnassignLearningPath, { id: pathId, from }),
    onSuccess: async () => {
      onClose();
      onDone?.();
      toast({
        kind: "success",
        text: t`The assignment has ended.`,
        ...(mayRestore && { action: { label: t`Undo`, onPress: () => void undo() } }),
      });
      await client.invalidateQueries();
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => ending.mutate()}
      title={t`End the assignment?`}
      confirm={ending.isPending ? t`Unassigning...` : t`Unassign`}
      busy={ending.isPending}
      error={ending.error ? getMessage(ending.error) : undefined}
    >
      <strong className="block pb-1 font-medium text-ink">{name}</strong>
      {t`People who are in courses for no other reason leave them. Admins can restore what they did for 30 days. Who has completed the learning path stays complete.`}
    </Confirm>
  );

  async function undo() {
    try {
      await execute(RestoreLearningPathAssignment, { id: pathId, to: from });
      toast({ kind: "success", text: t`The learning path is assigned again.` });
    } catch (error) {
      toast({ kind: "error", text: getMessage(error) });
    }
    await client.invalidateQueries();
  }
}
