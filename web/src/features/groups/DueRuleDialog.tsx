import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type DueChoice, DueFields, NO_CHOICE, toDueInput } from "../../app/due/DueFields.tsx";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { SetGroupDueRule } from "./groups.documents.ts";

type Props = {
  groupId: number;
  course: { id: number; title: string; due: { on?: string | null; days?: number | null } | undefined };
  onClose: () => void;
};

/** Sets by when the users of a group complete one of its courses. */
export function DueRuleDialog({ groupId, course, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [choice, setChoice] = useState<DueChoice>({
    kind: course.due?.on ? "on" : course.due?.days == null ? "rules" : "days",
    on: course.due?.on ?? NO_CHOICE.on,
    days: course.due?.days?.toString() ?? NO_CHOICE.days,
  });
  const due = toDueInput(choice);
  const saving = useMutation({
    mutationFn: () => execute(SetGroupDueRule, { group_id: groupId, course_id: course.id, due: due ?? null }),
    onSuccess: () => {
      onClose();
      toast({ kind: "success", text: t`The due date was saved.` });
      return client.invalidateQueries();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      isForm
      title={t`Due date of ${course.title}`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={saving.isPending} disabled={due === undefined} onClick={() => saving.mutate()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">
        {t`For everybody who takes the course through this group, now and later. Where several groups set a date, the earliest counts. A date set for one person stays.`}
      </p>
      {saving.error && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {getMessage(saving.error)}
        </p>
      )}
      <DueFields value={choice} onChange={setChoice} rules={t`As the course says`} />
    </Dialog>
  );
}
