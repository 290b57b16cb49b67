import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../../../app/errors.ts";
import { execute } from "../../../../app/graphql.ts";
import { Confirm } from "../../../../ui/Confirm.tsx";
import { DeleteBankQuestions } from "./questions.documents.ts";

type Props = {
  /** The question to be deleted; null keeps the dialog closed. */
  doomed: { id: number; question: string } | null;
  onClose: () => void;
  onDeleted?: (id: number) => void;
};

/** Asks before a question leaves the bank. */
export function DeleteBankQuestionDialog({ doomed, onClose, onDeleted }: Props) {
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
      open={doomed !== null}
      onClose={() => {
        deleting.reset();
        onClose();
      }}
      onConfirm={() => doomed && deleting.mutate(doomed.id)}
      title={t`Confirm Deletion`}
      confirm={t`Delete`}
      busy={deleting.isPending}
      error={deleting.error ? messageOf(deleting.error) : undefined}
    >
      {doomed && <strong className="block pb-1 font-medium break-words text-ink">{doomed.question}</strong>}
      {t`Are you sure you want to delete this question from the question bank? Courses that have a copy keep it, and so do learners who have drawn it.`}
    </Confirm>
  );
}
