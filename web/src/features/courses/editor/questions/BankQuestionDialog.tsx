import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, getMessage } from "../../../../app/errors.ts";
import { execute } from "../../../../app/graphql.ts";
import { toQuestionInput } from "../questionForms.ts";
import type { Question } from "../question.ts";
import { CategoryField } from "./CategoryField.tsx";
import { QuestionDialog } from "./QuestionDialog.tsx";
import { SaveToBank, UpdateBankQuestion } from "./questions.documents.ts";

type Props = {
  question: Question;
  /** The id in the question bank; null for a new question. */
  id: number | null;
  /** The version that is edited; null for a new question. */
  version: number | null;
  category: string;
  onClose: () => void;
  /** Gets the question as it was stored. */
  onSaved?: (question: Question) => void;
};

/** Edits a question of the bank; it stays open until the server has stored it. */
export function BankQuestionDialog({ question, id, version, category: initial, onClose, onSaved }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [category, setCategory] = useState(initial);
  const saving = useMutation({
    mutationFn: async (written: Question): Promise<unknown> =>
      id === null
        ? execute(SaveToBank, { category, questions: [toQuestionInput(written)] })
        : execute(UpdateBankQuestion, { id, version, category, question: toQuestionInput(written) }),
    onSuccess: async (_, written) => {
      onSaved?.(written);
      await client.invalidateQueries({ queryKey: ["bank"] });
      onClose();
    },
    // The next to open it then edits what another author has saved.
    onError: (error) => {
      if (error instanceof ApiError && error.code === "CONFLICT") void client.invalidateQueries({ queryKey: ["bank"] });
    },
  });
  return (
    <QuestionDialog
      question={question}
      isNew={id === null}
      onClose={onClose}
      onSave={(written) => saving.mutate(written)}
      busy={saving.isPending}
      error={saving.error ? getMessage(saving.error) : undefined}
    >
      <CategoryField
        value={category}
        onChange={setCategory}
        hint={t`A category of the question bank, or the name of a new one. Tests draw from it by this name.`}
      />
    </QuestionDialog>
  );
}
