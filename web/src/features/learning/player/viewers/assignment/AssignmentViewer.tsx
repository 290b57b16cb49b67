import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../../../app/errors.ts";
import { useViewer } from "../../../../../app/session.ts";
import { ErrorState } from "../../../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../../../ui/Skeleton.tsx";
import { RichText } from "../../../../../ui/text/RichText.tsx";
import type { PlayerCourse } from "../../units.ts";
import { HandIn } from "./HandIn.tsx";
import { SubmissionState } from "./SubmissionState.tsx";
import { submissionsQuery } from "./submissions.ts";

type Props = {
  courseId: number;
  /** At the course. */
  attempt: number;
  unit: PlayerCourse["assignments"][number];
  /** Seconds on the unit so far; they go with what is sent. */
  timeSpent: () => number;
};

/** What is asked for, what was handed in and what became of it, and a place to hand in. */
export function AssignmentViewer({ unit, ...rest }: Props) {
  return (
    <>
      <RichText content={unit.content} />
      <div className="mt-8">
        <Submission unit={unit} {...rest} />
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
        detail={messageOf(error)}
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
