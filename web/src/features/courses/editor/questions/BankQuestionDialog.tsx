import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../../app/errors.ts";
import { execute } from "../../../../app/graphql.ts";
import { questionInput } from "../courseToServer.ts";
import type { Question } from "../question.ts";
import { CategoryField } from "./CategoryField.tsx";
import { QuestionDialog } from "./QuestionDialog.tsx";
import { SaveToBank, UpdateBankQuestion } from "./questions.documents.ts";

type Props = {
  question: Question;
  /** Of the question in the bank; null for a new one. */
  id: number | null;
  category: string;
  onClose: () => void;
};

/** Writes a question of the bank; it stays open until the server has it. */
export function BankQuestionDialog({ question, id, category: initial, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [category, setCategory] = useState(initial);
  const saving = useMutation({
    mutationFn: async (written: Question): Promise<unknown> =>
      id === null
        ? execute(SaveToBank, { category, questions: [questionInput(written)] })
        : execute(UpdateBankQuestion, { id, category, question: questionInput(written) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["bank"] });
      onClose();
    },
  });
  return (
    <QuestionDialog
      question={question}
      isNew={id === null}
      onClose={onClose}
      onSave={(written) => saving.mutate(written)}
      busy={saving.isPending}
      error={saving.error ? messageOf(saving.error) : undefined}
    >
      <CategoryField
        value={category}
        onChange={setCategory}
        hint={t`A category of the question bank, or the name of a new one. Tests draw from it by this name.`}
      />
    </QuestionDialog>
  );
}
