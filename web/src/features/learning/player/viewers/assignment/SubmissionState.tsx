import { useLingui } from "@lingui/react/macro";
import { buttonClass } from "../../../../../ui/buttonClass.ts";
import { Button } from "../../../../../ui/Button.tsx";
import { Card } from "../../../../../ui/Card.tsx";
import { StatusDot } from "../../../../../ui/StatusDot.tsx";
import type { OwnSubmission } from "./submissions.ts";
import { formatDateTime } from "../../../../../ui/format.ts";

type Props = {
  submission: OwnSubmission;
  /** The unit is complete only when a reviewer has accepted the submission. */
  needsReview: boolean;
  /** Missing when nothing more can be submitted. */
  onAgain: (() => void) | undefined;
};

/** Shows the latest submission: its content, and whether it is waiting, returned or accepted. */
export function SubmissionState({ submission, needsReview, onAgain }: Props) {
  const { t } = useLingui();
  const { state, comment, content, file_path, file_name, created_at } = submission;
  const when = formatDateTime(created_at);
  return (
    <Card title={t`Your submission`}>
      <p className="text-sm font-medium">
        {state === "accepted" && <StatusDot tone="ok" label={t`Accepted`} />}
        {state === "returned" && <StatusDot tone="danger" label={t`Returned to you`} />}
        {state === "submitted" && <StatusDot tone="warn" label={t`Waiting for review`} />}
      </p>
      <p className="mt-1 text-small text-muted">{t`Handed in on ${when}`}</p>
      {state === "submitted" && (
        <p className="mt-3 text-sm">
          {needsReview ? t`You can go on as soon as it has been accepted.` : t`You can go on now.`}
        </p>
      )}
      {comment && (
        <div className="mt-4">
          <h3 className="text-small font-medium text-muted">{t`The reviewer's comment`}</h3>
          <p className="mt-1 whitespace-pre-wrap">{comment}</p>
        </div>
      )}
      <div className="mt-4">
        <h3 className="text-small font-medium text-muted">{t`What you handed in`}</h3>
        {file_path ? (
          <a
            href={file_path}
            target="_blank"
            rel="noopener"
            className={buttonClass({ kind: "quiet", size: "small" }, "mt-2 max-w-full")}
          >
            <span className="truncate" title={file_name ?? undefined}>
              {file_name}
            </span>
          </a>
        ) : (
          <p className="mt-1 max-h-72 overflow-y-auto whitespace-pre-wrap" tabIndex={0}>
            {content}
          </p>
        )}
      </div>
      {onAgain && (
        <Button kind="quiet" className="mt-5" onClick={onAgain}>
          {t`Submit again`}
        </Button>
      )}
    </Card>
  );
}
