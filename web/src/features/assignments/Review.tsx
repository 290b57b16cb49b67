import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, firstMessage, getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast.ts";
import { ReviewSubmission, WithdrawAcceptance } from "./assignments.documents.ts";
import type { Submission } from "./assignments.documents.ts";
import { SubmissionStatus } from "./SubmissionStatus.tsx";
import { menuCountsQuery } from "../../app/menuCounts.ts";
import { formatDateTime } from "../../ui/format.ts";

/** Renders the decision, made or to be made. Only returning requires a comment; an acceptance can be withdrawn. */
export function Review({ submission }: { submission: Submission }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [comment, setComment] = useState("");
  const [missing, setMissing] = useState<string>();
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["submission"] }),
      queries.invalidateQueries({ queryKey: ["submissions"] }),
      queries.invalidateQueries({ queryKey: menuCountsQuery.queryKey }),
    ]);
  const withdrawing = useMutation({
    mutationFn: () => execute(WithdrawAcceptance, { id: submission.id }),
    onSuccess: reload,
    onError: (failure) => toast({ kind: "error", text: getMessage(failure) }),
  });
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (accept: boolean) => execute(ReviewSubmission, { id: submission.id, accept, comment }),
    onSuccess: (_, accept) => {
      if (accept)
        toast({
          kind: "success",
          text: t`The submission was accepted.`,
          action: { label: t`Undo`, onPress: () => withdrawing.mutate() },
        });
      return reload();
    },
    // Another reviewer may have decided meanwhile; the comment stays.
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === "CONFLICT")
        void queries.invalidateQueries({ queryKey: ["submission"] });
    },
  });
  const refusal = error instanceof ApiError ? firstMessage(error, ["comment"]) : undefined;

  if (submission.state !== "submitted") {
    const { reviewer, reviewed_at } = submission;
    const when = reviewed_at ? formatDateTime(reviewed_at) : "";
    return (
      <Card title={t`Review`}>
        <p role="status" className="text-sm font-medium">
          <SubmissionStatus state={submission.state} />
        </p>
        <p className="mt-1 text-small text-muted">{reviewer ? t`By ${reviewer}, ${when}` : when}</p>
        {submission.comment && <p className="mt-4 whitespace-pre-wrap">{submission.comment}</p>}
        {error && <Problem text={getMessage(error)} />}
        {submission.state === "accepted" && (
          <Button kind="quiet" className="mt-4" busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
            {t`Withdraw acceptance`}
          </Button>
        )}
      </Card>
    );
  }
  return (
    <Card title={t`Review`}>
      <TextArea
        label={t`Comment`}
        hint={t`The learner reads it. It is needed when you return the submission.`}
        rows={6}
        maxLength={5000}
        value={comment}
        error={missing ?? refusal}
        onChange={({ target }) => {
          setMissing(undefined);
          setComment(target.value);
        }}
      />
      {error && !refusal && <Problem text={getMessage(error)} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={isPending && variables} disabled={isPending} onClick={() => mutate(true)}>
          {t`Accept`}
        </Button>
        <Button kind="quiet" busy={isPending && !variables} disabled={isPending} onClick={giveBack}>
          {t`Return`}
        </Button>
      </div>
    </Card>
  );

  function giveBack() {
    if (!comment.trim()) return setMissing(t`Describe what has to be changed.`);
    mutate(false);
  }
}

const Problem = ({ text }: { text: string }) => (
  <p role="alert" className="mt-4 text-sm text-danger">
    {text}
  </p>
);
