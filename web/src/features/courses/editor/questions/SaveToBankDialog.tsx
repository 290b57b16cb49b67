import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../../app/errors.ts";
import { execute } from "../../../../app/graphql.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { toast } from "../../../../ui/toast.ts";
import { toQuestionInput } from "../questionForms.ts";
import type { Question } from "../question.ts";
import { CategoryField } from "./CategoryField.tsx";
import { SaveToBank } from "./questions.documents.ts";

/** Copies questions into the question bank, under an existing or a new category. */
export default function SaveToBankDialog({ questions, onClose }: { questions: Question[]; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [category, setCategory] = useState("");
  const count = questions.length;
  const saving = useMutation({
    mutationFn: () => execute(SaveToBank, { category, questions: questions.map(toQuestionInput) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["bank"] });
      toast({ kind: "success", text: t`Questions saved to the question bank.` });
      onClose();
    },
  });

  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t`Save to the question bank`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Close`}
          </Button>
          <Button busy={saving.isPending} disabled={category.trim() === ""} onClick={() => saving.mutate()}>
            {plural(count, { one: "Save # question", other: "Save # questions" })}
          </Button>
        </>
      }
    >
      <CategoryField
        hint={t`A category of the question bank, or the name of a new one. The questions here stay as they are.`}
        value={category}
        error={saving.error ? getMessage(saving.error) : undefined}
        onChange={setCategory}
      />
    </Dialog>
  );
}
