import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DueFields, NO_CHOICE, toDueInput } from "../../app/due/DueFields.tsx";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { requestInParts } from "../../app/requestInParts.ts";
import type { CoursePeopleFilter } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { ChangeDueDates, RestoreDueDates } from "./enrolments.documents.ts";

type Props = {
  courseId: number;
  people: CoursePeopleFilter;
  count: number;
  onClose: () => void;
  /** Called with what happened, and what takes it back. */
  onDone: (text: string, undo?: () => void) => unknown;
};

/** Sets the due date of people of a course by hand, or gives it back to the rules. */
export function SetDueDialog({ courseId, people, count, onClose, onDone }: Props) {
  const { t } = useLingui();
  const [choice, setChoice] = useState({ ...NO_CHOICE, kind: "on" as const } as typeof NO_CHOICE);
  const due = toDueInput(choice);
  const client = useQueryClient();
  const restoring = useMutation({
    mutationFn: (former: { user_id: number; due_on: string | null; is_by_hand: boolean }[]) =>
      requestInParts(former, (dates) => execute(RestoreDueDates, { course_id: courseId, dates })),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const setting = useMutation({
    mutationFn: async () =>
      (await execute(ChangeDueDates, { course_id: courseId, people, due: due ?? null })).changeDueDates,
    onSuccess: ({ count: changed, former }) =>
      onDone(
        t`${plural(changed, { one: "The due date was set for # person.", other: "The due date was set for # people." })}`,
        changed > 0 ? () => restoring.mutate(former) : undefined,
      ),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      isForm
      title={t`Set due date`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={setting.isPending} disabled={due === undefined} onClick={() => setting.mutate()}>
            {t`Set due date`}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">
        {t`${plural(count, { one: "For # person.", other: "For # people." })}`}{" "}
        {t`A date that you set here stays, whatever groups and the course say.`}
      </p>
      {setting.error && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {getMessage(setting.error)}
        </p>
      )}
      <DueFields value={choice} onChange={setChoice} rules={t`As groups and the course say`} hasNone />
    </Dialog>
  );
}
