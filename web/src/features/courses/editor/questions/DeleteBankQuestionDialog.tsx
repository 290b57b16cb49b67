import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../../../app/errors.ts";
import { execute } from "../../../../app/graphql.ts";
import { Confirm } from "../../../../ui/Confirm.tsx";
import { DeleteBankQuestions } from "./questions.documents.ts";

type Props = {
  /** The question to delete; null keeps the dialog closed. */
  toDelete: { id: number; question: string } | null;
  onClose: () => void;
  onDeleted?: (id: number) => void;
};

/** Asks before a question is deleted from the bank. */
export function DeleteBankQuestionDialog({ toDelete, onClose, onDeleted }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: (id: number) => execute(DeleteBankQuestions, { ids: [id] }),
    onSuccess: async (_, id) => {
      onDeleted?.(id);
      onClose();
      await client.invalidateQueries({ queryKey: ["bank"] });
    },
  });
  return (
    <Confirm
      open={toDelete !== null}
      onClose={() => {
        deleting.reset();
        onClose();
      }}
      onConfirm={() => toDelete && deleting.mutate(toDelete.id)}
      title={t`Confirm Deletion`}
      confirm={t`Delete`}
      busy={deleting.isPending}
      error={deleting.error ? getMessage(deleting.error) : undefined}
    >
      {toDelete && <strong className="block pb-1 font-medium text-ink">{toDelete.question}</strong>}
      {t`Are you sure you want to delete this question from the question bank? Courses that have a copy keep it, and so do learners who have drawn it.`}
    </Confirm>
  );
}
