import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../../../app/errors.ts";
import { useViewer } from "../../../../../app/session.ts";
import { ErrorState } from "../../../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../../../ui/Skeleton.tsx";
import { RichText } from "../../../../../ui/text/RichText.tsx";
import type { UnitOf } from "../../units.ts";
import { HandIn } from "./HandIn.tsx";
import { SubmissionState } from "./SubmissionState.tsx";
import { submissionsQuery } from "./submissions.ts";

type Props = {
  courseId: number;
  /** The learner's attempt at the course. */
  attempt: number;
  unit: UnitOf<"AssignmentUnitType">;
  /** Seconds on the unit so far; sent with the submission. */
  timeSpent: () => number;
};

/** In an author's preview nothing is handed in. */
type ViewerProps = Props & { isPreview?: boolean };

/** Shows the assignment, the last submission and its state, and the form to submit. */
export function AssignmentViewer({ unit, isPreview = false, ...rest }: ViewerProps) {
  const { t } = useLingui();
  return (
    <>
      <RichText content={unit.content} />
      <div className="mt-8">
        {isPreview ? (
          <p className="rounded-card border border-line bg-surface p-5 text-sm text-muted">
            {t`Here learners hand in a text or a file.`}
          </p>
        ) : (
          <Submission unit={unit} {...rest} />
        )}
      </div>
    </>
  );
}

function Submission({ courseId, attempt, unit, timeSpent }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const queries = useQueryClient();
  const [isAgain, setAgain] = useState(false);
  const [isSent, setSent] = useState(false);
  const { data, error, refetch } = useQuery(submissionsQuery(courseId));

  if (error && !data)
    return (
      <ErrorState
        title={t`Your submissions could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-40 rounded-card" />;

  const latest = data.find(({ unit_id }) => unit_id === unit.id);
  const isAccepted = latest?.state === "accepted";
  return (
    <div className="grid gap-5">
      {latest && (
        <SubmissionState
          submission={latest}
          needsReview={unit.completion_option === "instructor-accepts"}
          onAgain={isAccepted || isAgain ? undefined : () => setAgain(true)}
        />
      )}
      {(!latest || isAgain) && !isAccepted && (
        <HandIn
          courseId={courseId}
          unit={unit}
          timeSpent={timeSpent}
          attempt={attempt}
          keptUnder={`${viewer.id}:${unit.id}`}
          former={latest?.content ?? null}
          onCancel={() => setAgain(false)}
          onDone={async () => {
            await queries.invalidateQueries({ queryKey: submissionsQuery(courseId).queryKey });
            setAgain(false);
            setSent(true);
          }}
        />
      )}
      <p role="status" className="text-sm font-medium text-ok-text empty:hidden">
        {isSent && !isAgain && t`Response submitted successfully`}
      </p>
    </div>
  );
}
