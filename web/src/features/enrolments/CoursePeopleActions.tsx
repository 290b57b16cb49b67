import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MessageDialog } from "../../app/announcements/MessageDialog.tsx";
import { RestoreNote } from "../../app/RestoreNote.tsx";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { requestInParts } from "../../app/requestInParts.ts";
import { useViewer } from "../../app/session.ts";
import type { CoursePeopleFilter } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { AllowAttemptsDialog } from "./AllowAttemptsDialog.tsx";
import { SetDueDialog } from "./SetDueDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast.ts";
import {
  EndCourseEnrolments,
  MarkCourseComplete,
  ResetProgress,
  RestoreEnrolments,
  TakeBackCompletion,
} from "./enrolments.documents.ts";

type Props = {
  courseId: number;
  people: CoursePeopleFilter;
  /** How many they are. */
  count: number;
  onDone: () => void;
};

/**
 * Actions for the chosen people of a course: set the due date, write to them, allow one of them more attempts at a test,
 * end their enrolments, reset their progress, mark the course as complete.
 */
export function CoursePeopleActions({ courseId, people, count, onDone }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const client = useQueryClient();
  const [asking, setAsking] = useState<"end" | "complete" | "reset" | "due" | "message" | "attempts" | null>(null);
  const [reason, setReason] = useState("");
  // Attempts are allowed to one person at a time.
  const oneId = count === 1 ? people.user_ids?.[0] : undefined;
  const close = () => {
    setAsking(null);
    ending.reset();
    completing.reset();
    resetting.reset();
  };
  const finish = (text: string, undo?: () => void) => {
    close();
    setReason("");
    onDone();
    toast({ kind: "success", text, ...(undo && { action: { label: t`Undo`, onPress: undo } }) });
    return client.invalidateQueries();
  };
  const restoring = useMutation({
    mutationFn: (all: number[]) => requestInParts(all, (ids) => execute(RestoreEnrolments, { ids })),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const ending = useMutation({
    mutationFn: async () => (await execute(EndCourseEnrolments, { course_id: courseId, people })).endCourseEnrolments,
    onSuccess: ({ count: ended, ended_ids }) =>
      finish(
        t`${plural(ended, { one: "# enrolment was ended.", other: "# enrolments were ended." })}`,
        viewer.can("deleted.restore") && ended > 0 ? () => restoring.mutate(ended_ids) : undefined,
      ),
  });
  const takingBack = useMutation({
    mutationFn: async (marked: { user_ids: number[]; at: string }) => {
      const taken = await requestInParts(marked.user_ids, async (user_ids) => {
        const variables = { course_id: courseId, user_ids, at: marked.at };
        return (await execute(TakeBackCompletion, variables)).takeBackCompletion;
      });
      return taken.reduce((sum, some) => sum + some, 0);
    },
    onSuccess: (taken, { user_ids }) => {
      const kept = user_ids.length - taken;
      toast({
        text:
          kept === 0
            ? t`The course is no longer marked as complete.`
            : t`${plural(kept, { one: "# person has completed the course since or has a certificate of it, and keeps it.", other: "# people have completed the course since or have a certificate of it, and keep it." })}`,
      });
      return client.invalidateQueries();
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const completing = useMutation({
    mutationFn: async () =>
      (await execute(MarkCourseComplete, { course_id: courseId, people, reason })).markCourseComplete,
    onSuccess: ({ count: completed, ...marked }) =>
      finish(
        t`${plural(completed, { one: "The course was marked as complete for # person.", other: "The course was marked as complete for # people." })}`,
        completed > 0 ? () => takingBack.mutate(marked) : undefined,
      ),
  });
  const resetting = useMutation({
    mutationFn: async () => (await execute(ResetProgress, { course_id: courseId, people })).resetProgress,
    onSuccess: (reset) =>
      finish(
        t`${plural(reset, { one: "The progress of # person was reset.", other: "The progress of # people was reset." })}`,
      ),
  });

  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setAsking("due")}>
        {t`Set due date`}
      </Button>
      {oneId !== undefined && (
        <Button kind="quiet" size="small" onClick={() => setAsking("attempts")}>
          {t`Allow more test attempts`}
        </Button>
      )}
      {viewer.can("user.message") && (
        <Button kind="quiet" size="small" onClick={() => setAsking("message")}>
          {t`Send message`}
        </Button>
      )}
      {viewer.can("certificate.manage") && (
        <Button kind="quiet" size="small" onClick={() => setAsking("complete")}>
          {t`Mark as complete`}
        </Button>
      )}
      {viewer.can("certificate.manage") && (
        <Button kind="quiet" size="small" onClick={() => setAsking("reset")}>
          {t`Reset progress`}
        </Button>
      )}
      <Button kind="quiet" size="small" onClick={() => setAsking("end")}>
        {t`End enrolment`}
      </Button>
      {asking === "due" && (
        <SetDueDialog courseId={courseId} people={people} count={count} onClose={close} onDone={finish} />
      )}
      {asking === "attempts" && oneId !== undefined && (
        <AllowAttemptsDialog courseId={courseId} userId={oneId} onClose={close} onDone={finish} />
      )}
      {asking === "message" && (
        <MessageDialog people={{ course_id: courseId, course_people: people }} count={count} onClose={close} />
      )}
      <Confirm
        open={asking === "end"}
        onClose={close}
        onConfirm={() => ending.mutate()}
        title={t`End enrolments?`}
        confirm={t`End enrolment`}
        busy={ending.isPending}
        error={ending.error ? getMessage(ending.error) : undefined}
      >
        {t`${plural(count, { one: "# person loses access to the course, with their progress, answers and certificate.", other: "# people lose access to the course, with their progress, answers and certificates." })}`}{" "}
        <RestoreNote isMany />
      </Confirm>
      <Confirm
        open={asking === "reset"}
        onClose={close}
        onConfirm={() => resetting.mutate()}
        title={t`Reset progress?`}
        confirm={t`Reset progress`}
        busy={resetting.isPending}
        error={resetting.error ? getMessage(resetting.error) : undefined}
      >
        {t`${plural(count, { one: "# person takes the course again from the beginning, if they had begun it. Their answers and certificate stay readable as an earlier attempt.", other: "# people take the course again from the beginning, if they had begun it. Their answers and certificates stay readable as earlier attempts." })}`}{" "}
        {t`This cannot be undone.`}
      </Confirm>
      <Dialog
        open={asking === "complete"}
        onClose={close}
        isForm
        title={t`Mark as complete`}
        actions={
          <>
            <Button kind="quiet" onClick={close}>
              {t`Cancel`}
            </Button>
            <Button busy={completing.isPending} disabled={!reason.trim()} onClick={() => completing.mutate()}>
              {t`Mark as complete`}
            </Button>
          </>
        }
      >
        <p className="mb-4 text-muted">
          {t`${plural(count, { one: "The course counts as complete for # person from now on, with its certificate if it has one. Units stay as they are.", other: "The course counts as complete for # people from now on, with its certificate if it has one. Units stay as they are." })}`}
        </p>
        {completing.error && (
          <p role="alert" className="mb-4 text-sm text-danger">
            {getMessage(completing.error)}
          </p>
        )}
        <TextArea
          label={t`Reason`}
          hint={t`The audit log keeps it. For example: took part in the classroom on 12 May.`}
          required
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Dialog>
    </>
  );
}
